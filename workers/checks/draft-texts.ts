/**
 * Finds unusable drafted texts, by one rule for criteria, questions and options.
 *
 * Faults are described in our own words and contain no part of the text.
 */

/** A key that is equal for texts that count as the same: trimmed, case folded. */
export function comparable(text: string): string {
  // Upper case first: it merges letters that lower case alone keeps distinct (ß and ss).
  return text.trim().toUpperCase().toLowerCase()
}

/**
 * Returns one sentence per faulty text, in order: blank, longer than `lengthMax` code points, not well-formed, or
 * comparable to an earlier one.
 *
 * @param nameOf returns the name of the text at that index (from 0) in a fault: "Criterion 1"
 */
export function textFaults(texts: string[], lengthMax: number, nameOf: (index: number) => string): string[] {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    const key = comparable(text)
    const isRepeated = seen.has(key)
    seen.add(key)
    if (key === '') return [`${nameOf(index)} is blank.`]
    if ([...text].length > lengthMax) return [`${nameOf(index)} is longer than ${lengthMax} characters.`]
    if (!text.isWellFormed() || text.includes('\0')) return [`${nameOf(index)} is not well-formed text.`]
    return isRepeated ? [`${nameOf(index)} repeats an earlier one.`] : []
  })
}
