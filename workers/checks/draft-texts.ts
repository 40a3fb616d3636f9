/**
 * Finds faults in the texts of criteria, questions and options, by the same rules.
 *
 * The descriptions of faults contain no part of the texts.
 */

/** Returns a text trimmed and without its case. Texts with the same result are duplicates. */
export function comparable(text: string): string {
  // Converts to upper case first, which merges letters that lower case alone keeps distinct (ß and ss).
  return text.trim().toUpperCase().toLowerCase()
}

/**
 * Returns one sentence per faulty text, in order. A text is faulty if it is blank, longer than `lengthMax` code points,
 * not well-formed, or equal to an earlier one.
 *
 * @param nameOf returns the name of the text at an index (from 0), such as "Criterion 1"
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
