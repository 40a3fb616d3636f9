/**
 * URLs that callers may send, by what intake has to say of them.
 *
 * Owns data alone: hosts at and beside every edge of the public internet, in every notation that a URL allows.
 */

/** Accepted, although some look like their neighbours below. */
export const PUBLIC_URLS = [
  'https://example.com/cv.pdf',
  'https://example.com',
  'https://EXAMPLE.com/CV.PDF',
  'https://example.com:443/cv.pdf',
  'https://example.com:8443/cv.pdf',
  'https://example.com./cv.pdf',
  'https://files.example.co.uk/a/b/c.docx?sig=abc&exp=1#page=2',
  'https://bucket.s3.eu-west-1.amazonaws.com/cv.pdf?X-Amz-Signature=0',
  'https://xn--mnchen-3ya.example/lebenslauf.pdf',
  'https://münchen.example/lebenslauf.pdf',
  'https://under_score.example.com/cv.pdf',
  'https://a-b.example.com/cv.pdf',
  'https://1.example.com/cv.pdf',
  'https://127.0.0.1.example.com/cv.pdf',
  'https://localhost.example.com/cv.pdf',
  'https://local.example.com/cv.pdf',
  'https://internal.example.com/cv.pdf',
  'https://notlocalhost.com/cv.pdf',
  'https://mylocal.com/cv.pdf',
  'https://example.localhosts/cv.pdf',
  'https://example.locals/cv.pdf',
  'https://8.8.8.8/cv.pdf',
  'https://1.1.1.1/cv.pdf',
  'https://9.255.255.255/cv.pdf',
  'https://11.0.0.0/cv.pdf',
  'https://100.63.255.255/cv.pdf',
  'https://100.128.0.0/cv.pdf',
  'https://126.255.255.255/cv.pdf',
  'https://128.0.0.1/cv.pdf',
  'https://169.253.255.255/cv.pdf',
  'https://169.255.0.0/cv.pdf',
  'https://172.15.255.255/cv.pdf',
  'https://172.32.0.0/cv.pdf',
  'https://192.0.1.0/cv.pdf',
  'https://192.0.3.0/cv.pdf',
  'https://192.167.255.255/cv.pdf',
  'https://192.169.0.0/cv.pdf',
  'https://198.17.255.255/cv.pdf',
  'https://198.20.0.0/cv.pdf',
  'https://203.0.112.255/cv.pdf',
  'https://203.0.114.0/cv.pdf',
  'https://223.255.255.255/cv.pdf',
  'https://[2001:4860:4860::8888]/cv.pdf',
  'https://[2606:4700:4700::1111]:8443/cv.pdf',
  'https://[2a00:1450:4001:80f::200e]/cv.pdf',
  'https://example.com/http://127.0.0.1/',
  'https://example.com/?next=https://localhost/',
  'https://example.com/@127.0.0.1/',
  'https://example.com/#@localhost',
  'https:example.com/cv.pdf',
  'https://example.com\\@127.0.0.1/cv.pdf',
]

/** Well formed, but the host is never public: RESUME_URL_BLOCKED. */
export const BLOCKED_URLS = [
  // this network, 0.0.0.0/8
  'https://0.0.0.0/', 'https://0/', 'https://0.1.2.3/', 'https://0.255.255.255/', 'https://0x0/', 'https://00/',
  // private use
  'https://10.0.0.1/', 'https://10.255.255.255/', 'https://172.16.0.1/', 'https://172.31.255.255/',
  'https://192.168.0.1/', 'https://192.168.255.255/', 'https://192.168.1.1:8443/',
  // carrier-grade NAT
  'https://100.64.0.1/', 'https://100.100.100.200/', 'https://100.127.255.255/',
  // loopback
  'https://127.0.0.1/', 'https://127.0.0.1:443/', 'https://127.0.0.1./', 'https://127.1/', 'https://127.0.1/',
  'https://127.255.255.255/',
  // loopback in octal, hex, one number, mixed
  'https://0177.0.0.1/', 'https://0177.1/', 'https://00000177.0.0.1/', 'https://0x7f.0.0.1/', 'https://0x7f.1/',
  'https://0x7f000001/', 'https://0X7F000001/', 'https://2130706433/', 'https://017700000001/',
  'https://127.0.0.0x1/', 'https://0x7f.00.0x0.01/',
  // loopback in other digits and escapes
  'https://１２７.０.０.１/', 'https://①②⑦.0.0.1/', 'https://%31%32%37.0.0.1/', 'https://127。0。0。1/',
  'https://127.0.0.1%2E/', 'https://1%327.1/',
  // link-local and the metadata services that live there
  'https://169.254.169.254/', 'https://169.254.169.254/latest/meta-data/', 'https://169.254.0.1/',
  'https://0xa9fea9fe/', 'https://2852039166/', 'https://0251.0376.0251.0376/', 'https://169.254.43518/',
  'https://169.16689662/',
  // private addresses as one number or in hex
  'https://167772161/', 'https://0x0a000001/', 'https://012.0.0.1/', 'https://3232235521/', 'https://0xc0a80001/',
  'https://0xac.0x10.1/',
  // protocol assignments, documentation, 6to4 relay, benchmarking
  'https://192.0.0.1/', 'https://192.0.0.170/', 'https://192.0.2.1/', 'https://198.51.100.1/',
  'https://203.0.113.255/', 'https://192.88.99.1/', 'https://198.18.0.1/', 'https://198.19.255.255/',
  // AS112 and AMT relays
  'https://192.31.196.1/', 'https://192.175.48.1/', 'https://192.52.193.1/',
  // multicast, reserved, broadcast
  'https://224.0.0.1/', 'https://239.255.255.255/', 'https://240.0.0.1/', 'https://254.0.0.1/',
  'https://255.255.255.255/', 'https://4294967295/', 'https://0xffffffff/',
  // IPv6 unspecified and loopback
  'https://[::]/', 'https://[::1]/', 'https://[::1]:8443/', 'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000:0000:0000:0000:0000:0000:0000:0001]/', 'https://[::0.0.0.1]/',
  // IPv4-mapped, public or not
  'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/', 'https://[::ffff:10.0.0.1]/', 'https://[::ffff:8.8.8.8]/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]/',
  // IPv4-compatible and IPv4-translated
  'https://[::127.0.0.1]/', 'https://[::8.8.8.8]/', 'https://[::7f00:1]/', 'https://[::ffff:0:127.0.0.1]/',
  'https://[::ffff:0:7f00:1]/',
  // NAT64
  'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::127.0.0.1]/', 'https://[64:ff9b::808:808]/',
  'https://[64:ff9b:1::1]/',
  // 6to4 and Teredo
  'https://[2002:7f00:1::]/', 'https://[2002:a9fe:a9fe::1]/', 'https://[2002:808:808::1]/', 'https://[2001::1]/',
  'https://[2001:0:7f00:1::1]/',
  // unique local, link-local, site-local, multicast
  'https://[fc00::1]/', 'https://[fd00:ec2::254]/', 'https://[fdff::1]/', 'https://[fe80::1]/', 'https://[febf::1]/',
  'https://[fec0::1]/', 'https://[ff02::1]/', 'https://[ff0e::1]/', 'https://[FD12:3456::1]/',
  // discard, benchmarking, ORCHID, documentation, segment routing
  'https://[100::1]/', 'https://[2001:2::1]/', 'https://[2001:10::1]/', 'https://[2001:20::1]/',
  'https://[2001:30::1]/', 'https://[2001:db8::1]/', 'https://[3fff::1]/', 'https://[5f00::1]/',
  // IPv6 that nobody was given
  'https://[4000::1]/', 'https://[8000::1]/', 'https://[1::1]/', 'https://[200::1]/', 'https://[e000::1]/',
  // localhost and below
  'https://localhost/', 'https://localhost:8443/', 'https://LOCALHOST/', 'https://localhost./',
  'https://localhost../', 'https://ⓛocalhost/', 'https://lo%63alhost/', 'https://app.localhost/',
  'https://a.b.localhost./',
  // names of private networks
  'https://printer.local/', 'https://printer.LOCAL./', 'https://metadata.google.internal/',
  'https://metadata.google.internal./', 'https://vault.internal/', 'https://host.docker.internal/',
  'https://a。local/',
  // names that never resolve
  'https://nowhere.invalid/', 'https://fixtures.sandbox.invalid/strong', 'https://x.INVALID./',
  // a single label
  'https://intranet/', 'https://intranet./', 'https://intranet:8443/cv.pdf', 'https://kubernetes/', 'https://redis/',
  'https://internal/', 'https://com/', 'https://münchen/', 'https://./', 'https://../',
]

/** Never fetched, whatever the host: a 400. */
export const INVALID_URLS = [
  // text that is no URL
  '',
  ' ',
  'cv.pdf',
  '/cv.pdf',
  '//example.com/cv.pdf',
  'example.com/cv.pdf',
  'https',
  'https:',
  'https://',
  'https://?a',
  'https://:443/',
  'https://exa mple.com/',
  'https://example.com:port/',
  'https://example.com:65536/',
  'https://exam<ple.com/',
  'https://exa%00mple.com/',
  'https://[::1/',
  'https://[::g]/',
  'https://[fe80::1%25eth0]/',
  'https://[1::2::3]/',
  'https://256.0.0.1/',
  'https://1.2.3.4.5/',
  'https://0x100000000/',
  'https://127.0.0.0x1g.1/',
  // other schemes
  'http://example.com/cv.pdf',
  'http://127.0.0.1/',
  'HTTP://example.com/',
  'ftp://example.com/cv.pdf',
  'ftps://example.com/cv.pdf',
  'sftp://example.com/cv.pdf',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'data:text/plain,cv',
  'javascript:alert(1)',
  'blob:https://example.com/0',
  'gopher://127.0.0.1:6379/_INFO',
  'dict://127.0.0.1:11211/',
  'ldap://127.0.0.1/',
  'jar:https://example.com/a.zip!/cv.pdf',
  'ws://example.com/',
  'wss://example.com/',
  'about:blank',
  'mailto:a@example.com',
  'urn:isbn:0',
  'view-source:https://example.com/',
  // credentials, also where they hide the host
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com:443@127.0.0.1/',
  'https://example.com%2F@127.0.0.1/',
]
