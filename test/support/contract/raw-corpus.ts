/**
 * Requests that no ordinary client sends, as bytes: smuggling, unusual HTTP, unusual targets, unusual framing of
 * bodies. Each has the statuses that are allowed, including 2xx if the request is unusual but valid.
 */

export type RawCase = { name: string; bytes: Buffer; statuses: number[] }

/** Returns the requests. `headers` are a valid caller's header lines. */
export function rawCorpus(headers: string[]): RawCase[] {
  const good = ['Host: a', ...headers]
  const raw = (name: string, statuses: number[], start: string, lines: string[], body = ''): RawCase => ({
    name,
    statuses,
    bytes: Buffer.from(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`, 'latin1'),
  })
  const get = (name: string, statuses: number[], ...lines: string[]) =>
    raw(name, statuses, `GET ${read} HTTP/1.1`, [...good, ...lines])
  const post = (name: string, statuses: number[], lines: string[], body = '{}') =>
    raw(name, statuses, `POST ${write} HTTP/1.1`, [...good, 'Content-Type: application/json', ...lines], body)
  const target = (text: string, statuses: number[]) => raw(`the target ${text}`, statuses, `GET ${text} HTTP/1.1`, good)
  const version = (text: string, statuses: number[]) =>
    raw(`the version ${text}`, statuses, `GET ${read} ${text}`, good)

  return [
    // Two lengths: one server may read as a body what the next server reads as a request.
    post('both lengths', [400], ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    post('both lengths, the other way round', [400], ['Transfer-Encoding: chunked', 'Content-Length: 2'], '0\r\n\r\n'),
    post('two lengths', [400], ['Content-Length: 2', 'Content-Length: 3']),
    post('one length twice', [400], ['Content-Length: 2', 'Content-Length: 2']),
    ...['-1', '+2', '2,2', '0x2', '1e1', '', ' ', '2 2', '\u00b2', '99999999999999999999999'].map((length) =>
      post(`the length "${length}"`, [400], [`Content-Length: ${length}`]),
    ),
    ...['identity', 'xchunked', 'chunked, identity', '"chunked"', 'chunked\u00e9', 'chunked, chunked'].map((coding) =>
      post(`the coding ${coding}`, [400], [`Transfer-Encoding: ${coding}`], '2\r\n{}\r\n0\r\n\r\n'),
    ),
    post('a coding twice', [400], ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
    post('a space before the colon', [400], ['Transfer-Encoding : chunked'], '0\r\n\r\n'),
    post('a coding in a continued line', [400], ['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'),
    // Malformed headers.
    get('no colon', [400], 'Nonsense'),
    get('no name', [400], ': x'),
    get('a name with a space', [400], 'Bad Header: x'),
    get('a name in Latin-1', [400], 'Caf\u00e9: x'),
    get('a name with NUL', [400], 'X\0Y: x'),
    get('a value with NUL', [400], 'X: a\0b'),
    get('a value with a bare CR', [400], 'X: a\rb'),
    get('a value with a bare LF', [400], 'X: a\nY Z: b'),
    get('a continued line', [400, 404], 'X: a', ' b'),
    get('a name over 64 KiB', [431], `${'X'.repeat(70_000)}: x`),
    get('a value over 64 KiB', [431], `X: ${'x'.repeat(70_000)}`),
    get('5,000 headers', [401, 404, 431], ...Array.from({ length: 5_000 }, (_, index) => `X${index}: x`)),
    raw('no host', [400], `GET ${read} HTTP/1.1`, headers),
    raw('two hosts', [400], `GET ${read} HTTP/1.1`, [...good, 'Host: b']),
    raw('bare line feeds', [400], `GET ${read} HTTP/1.1\nHost: a\n`, []),
    // Start lines.
    ...['FETCH', 'get', 'G ET', '\u00e4', 'GET\t', ''].map((method) =>
      raw(`the method "${method}"`, [400], `${method} ${read} HTTP/1.1`, good),
    ),
    raw('CONNECT', [400], 'CONNECT example.com:443 HTTP/1.1', good),
    raw('OPTIONS of all', [404, 405], 'OPTIONS * HTTP/1.1', good),
    raw('an empty start', [400], '', good),
    raw('the start of HTTP/2', [400], 'PRI * HTTP/2.0', [], 'SM\r\n\r\n'),
    raw('TLS', [400], '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', []),
    ...['HTTP/9.9', 'HTTP/1.2', 'HTTP/1', 'http/1.1', 'ICE/1.0', ''].map((text) => version(text, [400])),
    // The parser knows these methods, and reads the rest as HTTP/1.1.
    ...['HTTP/1.0', 'HTTP/2.0'].map((text) => version(text, [404])),
    // Targets.
    target(`http://a${read}`, [404]),
    target(`https://elsewhere.example${read}`, [404]),
    target('http://[/v1', [404]),
    target('a:80', [400, 404]),
    target('//a/v1', [404]),
    target(`/..${read}`, [404]),
    target('/v1/jobs/a/../b/criteria', [404]),
    target('/v1/jobs/a\\b/criteria', [400]),
    target('/v1/jobs/a/criteria#top', [400, 404]),
    target('/v1/jobs/a b/criteria', [400]),
    target('/v1/jobs/\u00e4/criteria', [400]),
    target('/v1/jobs/\x01/criteria', [400]),
    target('/v1/jobs/\x7f/criteria', [400]),
    target('/v1/jobs/%/criteria', [400]),
    target('/v1/jobs/%ff/criteria', [400]),
    target('/v1/jobs/a;b=c/criteria', [400]),
    target('/v1/jobs/a/criteria?', [404]),
    target('/v1/jobs/a/criteria??', [400]),
    target(`/${'x'.repeat(41_000)}`, [414]),
    target(`/${'x'.repeat(70_000)}`, [431]),
    // Bytes around the request.
    get('an upgrade', [404], 'Connection: upgrade', 'Upgrade: websocket'),
    get('an upgrade to HTTP/2', [404], 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'),
    get('an expectation of nothing', [404], 'Expect: nothing'),
    get('a connection of every header', [404], 'Connection: close, Authorization, X-Tenant-Id'),
    get('a body', [404], 'Content-Type: text/plain', 'Content-Length: 0'),
    raw('GET with a body', [404], `GET ${read} HTTP/1.1`, [...good, 'Content-Length: 4'], 'body'),
    raw('GET in chunks', [404], `GET ${read} HTTP/1.1`, [...good, 'Transfer-Encoding: chunked'], '1\r\nx\r\n0\r\n\r\n'),
    raw('DELETE with a body', [404], `DELETE ${read} HTTP/1.1`, [...good, 'Content-Length: 2'], '{}'),
    post('a trailer', [400], ['Transfer-Encoding: chunked', 'Trailer: X'], '2\r\n{}\r\n0\r\nX: y\r\n\r\n'),
    post('an extension of a chunk', [400], ['Transfer-Encoding: chunked'], '2;a=b\r\n{}\r\n0\r\n\r\n'),
    post('chunks in a coding', [400], ['Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    post('a size that is no number', [400], ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
    post('a size without end', [400], ['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`),
    post('a chunk longer than its size', [400], ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
  ]
}

const read = '/v1/jobs/none/criteria'
const write = '/v1/jobs/none/criteria-generations'
