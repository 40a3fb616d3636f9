/**
 * Text that is not language is distinguished from resumes in any language, even if its dates and addresses are
 * readable.
 */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { isIllegible } from '../../../workers/reading/legibility.ts'
import { parse } from '../../tools/reading.ts'
import { labelledJobs } from '../../tools/eval/labelled-set.ts'
import { samples } from '../../tools/eval/reading/texts.ts'
import { names } from '../../tools/samples/people.ts'

const resumes = (['tuned', 'unseen', 'model'] as const)
  .flatMap((set) => labelledJobs(set))
  .flatMap((job) => job.resumes.map(({ text }) => text))

/** Replaces each letter with the letter that is `places` further on in the alphabet, cyclically. */
const rotated = (text: string, places: number) =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + places) % 26) + first)
  })

/**
 * Shifts each character's code by `codes`, and drops control characters, as readers do. A font's glyph numbers usually
 * differ from ASCII by 29.
 */
const shifted = (text: string, codes: number) =>
  text.replace(/[!-~]/g, (character) => {
    const code = character.charCodeAt(0) + codes
    return code > 0x20 ? String.fromCharCode(code) : ''
  })

const each = (text: string, to: (letter: string) => string) => text.replace(/[a-z]/gi, to)

const damages: Record<string, (text: string) => string> = {
  'glyph numbers as characters': (text) => shifted(text, -29),
  'glyph numbers of capitals as characters': (text) => shifted(text.toUpperCase(), -29),
  'the next character codes': (text) => shifted(text, 1),
  'letters rotated by 3': (text) => rotated(text, 3),
  'letters rotated by 19': (text) => rotated(text, 19),
  'letters in reverse order': (text) =>
    each(text.toLowerCase(), (letter) => String.fromCharCode(219 - letter.charCodeAt(0))),
  'replacement characters': (text) => each(text, () => '\ufffd'),
  'private-use characters': (text) => each(text, (letter) => String.fromCharCode(0xf000 + letter.charCodeAt(0))),
  'names of glyphs by number': (text) => each(text, (letter) => `(cid:${letter.charCodeAt(0)})`),
  'words of consonants': (text) => each(text, (letter) => (/[aeiouy]/i.test(letter) ? 'x' : letter)),
}

for (const [name, damage] of Object.entries(damages))
  test(`a resume in ${name} is not recognised as language, even with readable dates and an address`, (t) => {
    const readable = '\n2017 - 2024, 07/2014 - 08/2017\nmaria.schneider@example.com, +44 20 7946 0958'
    for (const text of resumes.filter(({ length }) => length >= 300))
      t.true(isIllegible(damage(text) + readable), damage(text).slice(0, 200))
  })

test('every resume in the labelled sets is recognised as language', (t) => {
  t.true(resumes.length > 200)
  for (const text of resumes) t.false(isIllegible(text), text)
})

test('every sample and every list of names is recognised as language', (t) => {
  for (const { language, lines } of samples) t.false(isIllegible(lines.join('\n')), language)
  for (const [script, list] of Object.entries(names)) t.false(isIllegible(list.join('\n')), script)
})

const hard: Record<string, string> = {
  abbreviations:
    'Skills: AWS, GCP, EC2, S3, RDS, SQS, SNS, IAM, EKS, VPC, HTML5, CSS3, SCSS, JSX, TSX, JSON, XML, YAML, SQL, NoSQL, MySQL, PostgreSQL, MongoDB, Redis, RabbitMQ, Kafka, gRPC, GraphQL, JWT, OAuth2, SAML, npm, pnpm, webpack, jQuery, Vue.js, RxJS, NgRx, D3.js, k8s, NGINX, HAProxy, TCP/IP, DHCP, OSPF, VLAN, PHP, C++, C#, .NET, LLVM, GCC, VHDL, FPGA, PCB, CNC, PLC, SCADA, SAP FI/CO, ABAP, HANA, SSIS, SSRS, VBA, PMP, ITIL, CISSP, CCNA, PCI-DSS, SOX, IFRS, GAAP',
  welding:
    'SMAW GMAW GTAW FCAW 1G 2G 3G 4G 5G 6G AWS D1.1 D1.5 ASME IX API 1104 CWI NDT MT PT UT RT VT, 7018, ER70S-6, 316L, Inconel',
  table:
    'start,end,title,company\n2019-01,2024-03,QA Lead,Zhejiang Hzxyq Tech\n2015-02,2018-12,Tester,Xi\'an JQ\nskills,"Selenium,JMeter,JUnit,TestNG,SQL"',
  Pinyin:
    'Zhang Xiuying, Liu Qiangdong\nXinhua Zhongxue, Zhengzhou\nHuazhong University, Hangzhou, Zhejiang\nShenzhen Xunlei, Changsha Zhonglian\nOuyang Zhenzhen, Nanjing Youdian Xueyuan\nBeijing Jiaotong Daxue, Xuzhou, Quanzhou',
  Polish:
    'Grzegorz Brzęczyszczykiewicz\nChrząszczyżewoszyce, powiat Łękołody\nDoświadczenie: przedsiębiorstwo Szczęśliwy Grzyb, Szczebrzeszyn; obsługa zgłoszeń i wdrożeń\nUmiejętności: księgowość, wszechstronność',
  Turkish:
    'Yiğit Öztürk\nİş Deneyimi\nMüşteri hizmetleri yöneticisi, Iğdır, 2017 – günümüz\nEğitim: Boğaziçi Üniversitesi, İşletme bölümü\nYetkinlikler: görüşme, bütçe yönetimi, satış',
  Finnish:
    'Työkokemus\nYrjö Väisälä, hyötyajoneuvoasentaja, Jyväskylä\nKoulutus: ylioppilastutkinto, Kyyjärven yläkoulu\nTaidot: työnjohto, työturvallisuuskortti, hygieniaosaamistodistus',
  Vietnamese:
    'Nguyễn Thị Hương\nKinh nghiệm làm việc\nCông ty Cổ phần Phát triển Nông nghiệp Thanh Hóa, kế toán trưởng, từ 2017 đến nay\nHọc vấn: Đại học Kinh tế Quốc dân, Hà Nội',
  Czech:
    'Zdeněk Krkoška, Plzeň, strč prst skrz krk, vlk zmrzl, zhltl hrst zrn\nPracovní zkušenosti: skladník, vysokozdvižný vozík, Brno\nVzdělání: Střední průmyslová škola, Třebíč',
  Welsh:
    'Llywelyn ap Gruffydd\nLlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch\nProfiad gwaith: swyddog datblygu, Cyngor Gwynedd\nAddysg: Ysgol Gyfun Cwm Rhymni, Prifysgol Aberystwyth',
  Tamil:
    'Venkata Subrahmanyam Krishnamurthy\nThiruvananthapuram, Kozhikode, Vijayawada, Bhubaneswar\nJawaharlal Nehru Technological University, B.Tech (CSE), 2012\nSSC, HSC, CBSE, ICSE, JNTU, VTU',
  code: 'function sum(a, b) { return a + b } const x = arr.map((v) => v * 2).filter(Boolean); SELECT id, name FROM users WHERE age > 18 GROUP BY id; kubectl get pods -n kube-system -o json | jq .items[].metadata.name',
  Mongolian:
    'Монгол улсын их сургуульд мэдээллийн технологийн чиглэлээр суралцаж төгссөн. Програм хангамжийн инженерээр таван жил ажилласан туршлагатай. Багаар ажиллах чадвартай, шинэ зүйлийг хурдан сурдаг.',
  Tajik:
    'Барномасоз, панҷ сол таҷрибаи корӣ дорам. Донишгоҳи миллӣ, факултети математика, солҳои 2010 то 2015. Забонҳо: тоҷикӣ, русӣ, англисӣ. Дар ширкати нақлиёт ҳисобдор будам ва бо даҳ нафар кор мекардам.',
  'a key in a Chinese resume':
    '张伟\n高级软件工程师\n北京支付科技有限公司:负责支付系统的设计与开发,管理五人团队。\n微信: xkqzwvbnjt, 公钥 AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDhA',
  icons: `${'\uf005\uf005\uf005\uf006 '.repeat(5)}\n\uf0b7 Managed a team of nine and the whole budget of the house\n\uf0b7 Opened two restaurants in Lyon and trained the kitchens`,
}

for (const [name, text] of Object.entries(hard))
  test(`${name}: unusual letters are recognised as language, even when they are decomposed`, (t) => {
    t.false(isIllegible(text))
    t.false(isIllegible(text.normalize('NFD')))
  })

const linesOf = (language: string) =>
  Array(3)
    .fill(samples.find((sample) => sample.language === language)!.lines.join('\n'))
    .join('\n')

test('a document is refused if the letters in one of its scripts are in a broken font', (t) => {
  const chinese = Array(8).fill(linesOf('Chinese')).join('\n')
  const latin = resumes.find(({ length }) => length >= 1_000)!.slice(0, 500)
  t.false(isIllegible(`${chinese}\n${latin}`))
  t.true(isIllegible(`${chinese}\n${rotated(latin, 3)}`))
  t.true(isIllegible(`${chinese}\n${shifted(latin, 1)}`))
})

test('Cyrillic letters in a shifted font, or read in a Western code page, are not recognised as language', (t) => {
  const russian = linesOf('Russian')
  t.false(isIllegible(russian))
  t.true(isIllegible(russian.replace(/[а-яА-Я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))))
  const western = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x410 + 0xc0)
  t.true(isIllegible(russian.replace(/[а-яА-Я]/g, western)))
})

test('text in another script, a short text and a broken heading are accepted', (t) => {
  t.false(isIllegible('काŠर्य अनुभव\nबंदरगाह कं पनी में गोदाम पŠर्यवेक्षक, जनवरी 2019 से माŋर्य 2024 तक'))
  t.false(isIllegible('6DPSOH &DQGLGDWH'))
  t.false(isIllegible(''))
  for (const text of resumes.slice(0, 20)) t.false(isIllegible(`${shifted(text.slice(0, 60), -29)}\n${text}`))
})

test('a resume is refused if half of it is in a broken font', (t) => {
  for (const text of resumes.filter(({ length }) => length >= 1_000)) {
    const half = text.length >> 1
    t.true(isIllegible(`${shifted(text.slice(0, half), -29)}\n${text.slice(half)}`), text)
  }
})

test('a file whose text is not language is RESUME_CONVERSION_FAILED with the reason unreadable_text', async (t) => {
  for (const damage of Object.values(damages)) {
    const outcome = await parse(Buffer.from(damage(resumes[0]!)))
    t.like(outcome, { ok: false, code: 'RESUME_CONVERSION_FAILED', reason: 'unreadable_text' })
  }
})

test('a scan in a script without an OCR model is refused as not installed, and no text is invented', async (t) => {
  t.timeout(300_000)
  const file = readFileSync(new URL('../../data/scans/arabic.png', import.meta.url))
  t.like(await parse(file), { ok: false, code: 'RESUME_CONVERSION_FAILED', reason: 'language_not_installed' })
})
