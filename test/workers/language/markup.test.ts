import test from 'ava'
import { plainTextOf } from '../../../workers/language/markup.ts'
import { cpuMsOf } from '../../tools/cpu-time.ts'

const promise = (title: string, cases: [given: string, plain: string][]): void =>
  test(title, (t) => {
    for (const [given, plain] of cases) t.is(plainTextOf(given).trim(), plain, given)
  })

promise('blocks become lines, items start with a dash and headings with a number sign', [
  ['<h3>Requirements</h3><ul><li>SQL</li><li>Go</li></ul>', '# Requirements\n- SQL\n- Go'],
  ['<ul>\n  <li>\n    <p>SQL</p>\n  </li>\n  <li><p><span>Go</span></p></li>\n</ul>', '- SQL\n- Go'],
  ['<p>One<br>two<br/>three</p><div>four</div>five', 'One\ntwo\nthree\nfour\nfive'],
  ['<p>A sentence that the\n  source wraps.</p>\n\n<p>Next</p>', 'A sentence that the source wraps.\nNext'],
  ['<table><tr><th>Years</th><td>5</td></tr><tr><th>Degree</th><td>BSc</td></tr></table>', 'Years 5\n Degree BSc'],
  ['<p>Ty<b>peScr</b>ipt 1<sup>st</sup></p>', 'TypeScript 1st'],
  ['Needs <b>SQL</b>\nand Go\n- and Rust', 'Needs SQL\nand Go\n- and Rust'],
  ['<p>You bring:</p>\n- SQL\n- Go', 'You bring:\n- SQL\n- Go'],
  ['<dl><dt>Tools</dt><dd>SQL</dd></dl><blockquote>Go</blockquote>', 'Tools\nSQL\nGo'],
])

promise('entities of every kind are decoded', [
  ['5&#43; years &amp; more', '5+ years & more'],
  ['Caf&eacute;, d&#233;cor, na&#xEF;ve &hellip; &#8217;', 'Café, décor, naïve … ’'],
  ['R&ampD, &copy 2020, caf&eacute and 5&#43years', 'R&D, © 2020, café and 5+years'],
  ['MySQL&nbsp;/&#160;MariaDB&#8203;', 'MySQL / MariaDB'],
  ['&bull; SQL\n&#8226; Go &ndash; &mdash; &lsquo;x&rsquo; &trade;', '• SQL\n• Go – — ‘x’ ™'],
  ['co&shy;operate', 'cooperate'],
  // Numeric references to Windows-1252 characters, as browsers interpret them.
  ['Bachelor&#146;s', 'Bachelor’s'],
  ['5&amp;#43; years, Caf&amp;eacute;', '5+ years, Café'],
])

promise('escaped HTML is read as HTML, however often it was escaped', [
  ['&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;ul&gt;&lt;li&gt;C&amp;#35;&lt;/li&gt;&lt;/ul&gt;', 'One & two\n- C#'],
  ['&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;&amp;lt;p&amp;gt;two&amp;lt;/p&amp;gt;', 'One\ntwo'],
  ['&#60;li&#62;One&#60;/li&#62;&#60;li&#62;two&#60;/li&#62;', '- One\n- two'],
  ['# About\\n- SQL\\n- Go', '# About\n- SQL\n- Go'],
  ['<![CDATA[<p>One</p><p>two</p>]]>', 'One\ntwo'],
])

promise('invisible text is left out', [
  ['<style>p { color: red }</style><p>SQL</p><script>track("x > y")</script>', 'SQL'],
  [
    '<p>SQL<!-- internal: 90k --> and Go</p><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->',
    'SQL and Go',
  ],
  ['<p>SQL <span style="display:none">COBOL</span><del>Perl</del> <s>PHP</s></p><p hidden>x</p>', 'SQL'],
  ['<html><head><title>Job</title><meta charset="utf-8"></head><body><p>SQL</p></body></html>', 'SQL'],
  ['<p>SQL</p><noscript>Enable scripts</noscript><img alt="Logo" src="x.png"><svg><text>x</text></svg>', 'SQL'],
])

promise('a list pasted from Word is read as a list', [
  [
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span ` +
      `style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp;</span></span></span><![endif]>Five years<o:p></o:p></p>`,
    '- Five years',
  ],
  ['<p class="MsoNormal">In <st1:place w:st="on">Leeds</st1:place><o:p>&nbsp;</o:p></p>', 'In Leeds'],
])

promise('Markdown links, images, escapes and emphasis are reduced to their words', [
  ['* 5 years of [TypeScript](https://www.typescriptlang.org) experience', '* 5 years of TypeScript experience'],
  ['[TypeScript](<https://x.y/a b> "The language") and [Go][1]\n\n[1]: https://go.dev', 'TypeScript and Go'],
  ['[PMP](https://en.wikipedia.org/wiki/PMP_(exam)) ![badge](pmp.png)', 'PMP'],
  ['See <https://x.y/z> or <jane@acme.example>', 'See https://x.y/z or jane@acme.example'],
  [
    '5\\+ years of C\\#, *SQL* and _Go_; snake_case_name 2 * 3 * 4',
    '5+ years of C#, SQL and Go; snake_case_name 2 * 3 * 4',
  ],
  ['+ SQL\n- [ ] Go\n- [x] Rust', '- SQL\n- Go\n- Rust'],
  ['~~Perl~~ SQL', 'SQL'],
])

promise('text that only looks like markup is not changed', [
  [
    'C++ <vector> and List<String>, under <5 ms, a < b & c > d',
    'C++ <vector> and List<String>, under <5 ms, a < b & c > d',
  ],
  ['R&D at AT&T; Q&A; R&amp', 'R&D at AT&T; Q&A; R&'],
  ['Uses the <script> tag\nand <!-- comments\nKnows SQL', 'Uses the <script> tag\nand <!-- comments\nKnows SQL'],
  ['Knows the &lt;script&gt; tag', 'Knows the <script> tag'],
  ['[Python](required) and arr[0](1)', '[Python](required) and arr[0](1)'],
  ['Ask <Name of manager> about C:\\new', 'Ask <Name of manager> about C:\\new'],
  ['## Requirements\n* **SQL** and `Go`\n1. Rust', '## Requirements\n* **SQL** and `Go`\n1. Rust'],
])

test('markup that is made to keep the reader busy takes no longer than other markup', (t) => {
  const parts = [
    ...[
      '<p>',
      '<',
      '</p>',
      '<b>',
      '<!--',
      '<script>',
      '<a href="',
      '&amp;',
      '&#',
      '&',
      '[a](',
      '[a][b]',
      '*a ',
      '_a ',
      '~~',
    ],
    ...['\\n', '\n', '<li', '<p ', '- [ ] ', '&lt;p&gt;', '<div><span>', '<p style="mso-list:ignore">'],
  ]
  for (const part of parts) {
    t.true(cpuMsOf(() => plainTextOf(part.repeat(Math.ceil(50_000 / part.length)))) < 5_000, part)
  }
})
