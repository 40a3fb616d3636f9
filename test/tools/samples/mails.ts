/** Saved e-mail messages, made at run time. */

/** `headers` are added to the headers for type and encoding. */
export type MailPart = { type: string; content: string | Buffer; headers?: string[] }

/** Returns a message with these parts. `people` are the From and To headers. */
export function makeMail(
  parts: MailPart[],
  people = ['From: "Schneider, Maria" <m@example.com>', 'To: Anna Berger <a@b.example>'],
): Buffer {
  const heads = [...people, 'Subject: Application', 'Date: Mon, 2 Nov 2026 10:00:00 +0000', 'MIME-Version: 1.0']
  const written = parts.flatMap(({ type, content, headers = [] }) => [
    '--limit',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...headers,
    '',
    Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ])
  const lines = [...heads, 'Content-Type: multipart/mixed; boundary="limit"', '', ...written, '--limit--', '']
  return Buffer.from(lines.join('\r\n'))
}
