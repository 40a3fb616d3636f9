/**
 * Finds unusable drafts, by the same rules for criteria, questions and options.
 *
 * Faults are described in our own words and contain no part of the draft.
 */

/** Returns a key that is the same for texts that count as equal: trimmed and case-folded. */
export function comparable(text: string): string {
  // Converts to upper case first, which merges letters that lower case alone keeps distinct (ß and ss).
  return text.trim().toUpperCase().toLowerCase()
}

/**
 * Returns one sentence per faulty text, in order. A text is faulty if it is blank, longer than `lengthMax` code points,
 * not well-formed, or equal to an earlier one.
 *
 * @param nameOf returns what to call the text at an index (from 0) in a fault, such as "Criterion 1"
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
