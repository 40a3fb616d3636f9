/** Entity tags in conditional headers (RFC 9110, sections 8.8.3 and 13.1). */

/** Any visible character except the quote may stand between the quotes, even a comma. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * The tags of an `If-Match` header, `*` for any, null if it is malformed. Compare them strongly, as they are: ours are
 * strong, and a weak tag never equals one.
 */
export function parseIfMatch(value: string): '*' | string[] | null {
  if (value.trim() === '*') return '*'
  const tags: string[] = value.match(entityTag) ?? []
  // Between two commas stands one tag, or nothing, which lists allow (section 5.6.1).
  const rest = value.replaceAll(entityTag, '""').split(',')
  const isList = tags.length > 0 && rest.every((element) => ['', '""'].includes(element.trim()))
  return isList ? tags : null
}

/** Whether the caller's `If-None-Match` names this tag, by the weak comparison of section 13.1.2. */
export function isHeldBy(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes('*') || held.includes(etag)
}
