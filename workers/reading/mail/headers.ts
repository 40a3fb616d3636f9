/** Recognises a saved e-mail message or web archive by its headers. */

/** Headers that only e-mail messages and web archives have. Other text can begin with lines such as "Subject:". */
const ownHeader = /^(?:mime-version|message-id|received|return-path|delivered-to|dkim-signature|x-mailer)$/i
const commonHeader = /^(?:from|to|subject|date|content-type|reply-to|sender|snapshot-content-location)$/i

/** Returns whether a text begins with the headers of an e-mail message (RFC 5322, 2.2). */
export function isMail(head: string): boolean {
  const lines = head.replace(/^From .*\r?\n/, '').split(/\r?\n/, 100)
  const names: string[] = []
  for (const line of lines) {
    if (line === '') break
    const name = /^([!-9;-~]+):/.exec(line)?.[1]
    if (name) names.push(name)
    else if (names.length === 0 || !/^[ \t]/.test(line)) return false
  }
  return names.some((name) => ownHeader.test(name)) && names.some((name) => commonHeader.test(name))
}
