/**
 * URLs that callers may send, by the expected decision: hosts at and next to every boundary between public and private
 * addresses, in every notation that a URL allows.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a file's lines without comments. */
function urlsOf(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../data/urls', `${name}.txt`), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
}

/** Accepted, although some resemble the blocked ones below. */
export const PUBLIC_URLS = urlsOf('public')

/** Well formed, but the host is never public, so the code is RESUME_URL_BLOCKED. */
export const BLOCKED_URLS = urlsOf('blocked')

/** Never fetched, whatever the host, so the response is a 400. */
export const INVALID_URLS = ['', ' ', ...urlsOf('invalid')]
