/** Entity tags in conditional headers (RFC 9110, sections 8.8.3 and 13.1). */

/** Any visible character but the quote stands between the quotes, so a comma may, too. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * The tags of an `If-Match`, `*` for any, null for what is neither. Compare them strongly, as they stand: ours are
 * strong, and a weak tag never equals one.
 */
export function parseIfMatch(value: string): '*' | string[] | null {
  if (value.trim() === '*') return '*'
  const tags: string[] = value.match(entityTag) ?? []
  // Between commas stands one tag or, as lists may (section 5.6.1), nothing.
  const rest = value.replaceAll(entityTag, '""').split(',')
  const isList = tags.length > 0 && rest.every((element) => ['', '""'].includes(element.trim()))
  return isList ? tags : null
}

/** Whether the caller holds this already, by its `If-None-Match`: the weak comparison of section 13.1.2. */
export function isHeldBy(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes('*') || held.includes(etag)
}
