/** Criteria with alternatives, and resumes in full-width or styled letters. */
import { promise } from './drafting.ts'
import type { Verdict } from '../../../../workers/tasks.ts'

const payables = (line: string): string => `EXPERIENCE
Accounts Payable Lead, Northgate Foods
March 2017 – present
${line}
Processed supplier invoices and closed the month.
Led a team of six.
EDUCATION
BSc Economics, University of Leeds, 2014`

promise('either alternative meets a criterion, and a hyphenated term is one term', [
  ...[
    'Experience with Coupa',
    'Experience with Coupa or another procure-to-pay tool',
    'Experience with Coupa or any other procure-to-pay tool',
    'Experience with a procure-to-pay tool (Coupa, Ariba or similar)',
    'Hands-on experience with Coupa or another source-to-pay suite',
    'Coupa or another P2P tool',
    'Coupa/Ariba experience',
    'Experience with either Ariba or Coupa',
    'Erfahrung mit Coupa oder einem anderen Einkaufstool',
    'Experience with Coupa or a similar tool',
    'Experience with Coupa (or similar)',
    'Experience with Ariba, Coupa or an equivalent system',
  ].flatMap((criterion): [string, string, Verdict][] => [
    [criterion, payables('Ran Coupa for 40 sites and trained the buyers in it.'), 'MET'],
    [criterion, payables('Answered the phone and ordered stationery.'), 'NO_EVIDENCE'],
  ]),
  [
    'Experience with Coupa or another procure-to-pay tool',
    payables('Introduced a procure-to-pay platform for 40 sites.'),
    'MET',
  ],
  [
    'Experience with Coupa or another procure-to-pay tool',
    payables('Arranged to pay for the stationery.'),
    'NO_EVIDENCE',
  ],
  ['SAP Ariba or a similar procure-to-pay tool', payables('Introduced a procure-to-pay platform.'), 'MET'],
  ['SAP Ariba or a similar procure-to-pay tool', payables('Arranged to pay for the stationery.'), 'NO_EVIDENCE'],
  ['Experience with Kafka or a similar message broker', payables('Moved events through a message broker.'), 'MET'],
  ['Experience with Kafka or a similar message broker', payables('Answered the phone.'), 'NO_EVIDENCE'],
  ...[
    'Experience with Power BI or a similar tool',
    'Experience with Power BI (or equivalent)',
    'Power BI oder ein ähnliches Tool',
    'Power BI oder vergleichbar',
    'Power BI ou un outil similaire',
    'Power BI o una herramienta similar',
  ].flatMap((criterion): [string, string, Verdict][] => [
    [criterion, payables('Built dashboards in Tableau.'), 'MET'],
    [criterion, payables('Answered the phone.'), 'NO_EVIDENCE'],
  ]),
])

promise('the words after "or similar tools" are still part of the requirement', [
  ['Coupa or similar tools and month-end close', payables('Ran Coupa for 40 sites and the month-end close.'), 'MET'],
  ['Ariba or similar tools and forklift driving', payables('Ran Ariba for 40 sites.'), 'NO_EVIDENCE'],
])

const fullWidth = `ＤＡＮＡ　ＷＨＩＴＦＩＥＬＤ
ＥＸＰＥＲＩＥＮＣＥ
Ｓｅｎｉｏｒ　Ｂａｃｋｅｎｄ　Ｅｎｇｉｎｅｅｒ，　Ｈａｒｂｏｕｒ　Ｓｙｓｔｅｍｓ，　２０１７　－　２０２５
Ｄｅｓｉｇｎｅｄ　ＴｙｐｅＳｃｒｉｐｔ　ｓｅｒｖｉｃｅｓ　ｆｏｒ　４０，０００　ｒｅｑｕｅｓｔｓ．
ＥＤＵＣＡＴＩＯＮ
ＢＳｃ　Ｃｏｍｐｕｔｅｒ　Ｓｃｉｅｎｃｅ，　２０１４`

promise('full-width and mathematical letters and digits are read like ordinary ones', [
  ['Five years of experience with TypeScript', fullWidth, 'MET'],
  [
    'Five years of experience with TypeScript',
    fullWidth.replace('２０１７　－　２０２５', '２０２１　－　２０２２'),
    'NOT_MET',
  ],
  ['Experience with MySQL', 'EXPERIENCE\n𝐄𝐧𝐠𝐢𝐧𝐞𝐞𝐫, 𝟐𝟎𝟏𝟕 – 𝟐𝟎𝟏𝟗\n𝐌𝐢𝐠𝐫𝐚𝐭𝐞𝐝 𝐚 𝐥𝐞𝐝𝐠𝐞𝐫 𝐭𝐨 𝐌𝐲𝐒𝐐𝐋.', 'MET'],
])
