/** Entity tags in conditional headers (RFC 9110, sections 8.8.3 and 13.1). */

/** Matches a tag. Any visible character except the quote is allowed between the quotes, even a comma. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Returns the tags in an `If-Match` header that matches the contract's pattern; `*` if the header accepts any tag.
 * Compare the tags as strings: our tags are strong, and a weak tag (`W/"…"`) must not match a strong one.
 */
export function parseIfMatch(value: string): '*' | string[] {
  return value === '*' ? '*' : (value.match(entityTag) ?? [])
}

/** Returns whether the caller's `If-None-Match` contains this tag, by the weak comparison of section 13.1.2. */
export function isHeldBy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const held = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes('*') || held.includes(etag)
}
