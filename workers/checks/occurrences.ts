/**
 * Finds every occurrence of a pattern in a text. Pure.
 *
 * Uses the Knuth–Morris–Pratt algorithm. On repetitive text, which a malicious author could write, `indexOf` takes
 * quadratic time (137 ms for one quote in a million letters).
 */

/** Yields every offset in `text` at which `pattern` begins. The pattern must not be empty. */
export function* matches(text: string, pattern: string): Generator<number> {
  const step = stepper(text, pattern)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    // Comparing the first letter skips most of the text.
    if (matched === 0) at = text.indexOf(pattern[0]!, at)
    if (at < 0) return
    matched = step(at, matched)
    if (matched === pattern.length) yield at - matched + 1
  }
}

/**
 * Returns, for each prefix of the pattern that occurs in `text` and passes `isPart`, the offset of its first
 * occurrence. If several prefixes end at the same offset, only the longest is returned.
 */
export function prefixesIn(
  text: string,
  pattern: string,
  isPart: (length: number, start: number) => boolean,
): Map<number, number> {
  const found = new Map<number, number>()
  const step = stepper(text, pattern)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    matched = step(at, matched)
    const start = at - matched + 1
    if (matched > 0 && !found.has(matched) && isPart(matched, start)) found.set(matched, start)
  }
  return found
}

/**
 * Returns a function for one step of the search. It takes an offset and the number of units of the pattern that match
 * before it. It returns the number that match including the unit at the offset.
 */
function stepper(text: string, pattern: string): (at: number, matched: number) => number {
  const borders = bordersOf(pattern)
  return (at, before) => {
    let matched = before === pattern.length ? borders[before - 1]! : before
    while (matched > 0 && text[at] !== pattern[matched]) matched = borders[matched - 1]!
    return text[at] === pattern[matched] ? matched + 1 : matched
  }
}

/** Returns, for each prefix of the pattern, the length of its longest proper prefix that is also a suffix. */
function bordersOf(pattern: string): number[] {
  const borders = [0]
  let length = 0
  for (let at = 1; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0
    if (pattern[at] === pattern[length]) length++
    borders.push(length)
  }
  return borders
}
