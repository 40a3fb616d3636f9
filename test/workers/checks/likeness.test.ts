/** Documents that are not resumes are recognised. In case of doubt, a document is treated as a resume. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { isSurelyResume, otherPaper } from '../../../workers/checks/likeness/likeness.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'

const folder = join(import.meta.dirname, '../../data/other-papers')

for (const file of readdirSync(folder)) {
  const papers = readFileSync(join(folder, file), 'utf8').split(/^=== /m).slice(1)
  test(`no document in ${file} is recognised as a resume`, (t) => {
    t.true(papers.length >= 9)
    for (const paper of papers) {
      const [name = '', ...lines] = paper.split('\n')
      t.not(otherPaper(lines.join('\n').trim()), null, name)
    }
  })
}

const short = [
  'Dana Whitfield, backend engineer, eight years with Node.js and MySQL, dana@example.org',
  'I have driven forklifts for six years and hold a valid licence.',
  'Hard-working mother of three, reliable and punctual, wants to start in retail',
  'Student of mechanical engineering at Leeds, looking for an internship in summer.',
  'Worked as a waitress at the Blue Anchor. Speaks English and Polish. Call 07700 900123.',
  'Jonas Keller, Elektroniker, 12 Jahre Berufserfahrung, Führerschein Klasse B, Kassel',
  'Claire Dubois, comptable, BTS comptabilité, cinq ans chez Menuiserie Laurent à Lyon',
  'Lucía Romero. Cocinera. Seis años de experiencia en arroces y cocina de mercado. Valencia.',
  'Marco Bianchi, infermiere a Torino, laurea in scienze infermieristiche, dieci anni in corsia',
  'Anna Nowak, księgowa, doświadczenie 7 lat, Kraków, prawo jazdy kat. B, język angielski',
  'Эльвира Сафина, бухгалтер, опыт работы 9 лет, высшее образование, Казань, 1С и налоги',
  '田中太郎 バックエンドエンジニア 東京大学卒業 TypeScriptとMySQLの開発経験 八年 チームリーダー 現在も同じ会社に在籍しております',
  '王伟，后端工程师，本科学历，八年开发经验，熟悉 Java、MySQL 和 Kubernetes，带领过六人团队，现居杭州，联系方式另附',
  'สมชาย ใจดี พนักงานขับรถบรรทุก มีใบอนุญาตขับขี่ ทำงานกับบริษัทขนส่งในกรุงเทพมาเป็นเวลาแปดปี',
  'أحمد علي سائق شاحنة يعمل في شركة نقل في القاهرة منذ ثماني سنوات ويحمل رخصة قيادة سارية',
  'Γιώργος Παπαδόπουλος, οδηγός φορτηγού στην Αθήνα εδώ και οκτώ χρόνια, δίπλωμα σε ισχύ',
]

test('a resume of one line is recognised as a resume, in any language', (t) => {
  for (const text of short) t.is(otherPaper(text), null, text)
})

const about = [
  // Resumes of people who work on such documents, so that the resumes contain these documents' words.
  'Priya Nair\nAccounts payable clerk\nExperience\nHarbour Systems, 2017 - 2025\nProcessed invoices and purchase orders, VAT returns, IBAN checks, statement reconciliation, payment terms, credit notes.',
  'Tom Okafor\nRecruiter\n2015 – present Brightwater, 2012 – 2015 Northgate\nWrote job descriptions, screened candidates, wrote offers: what we offer, requirements, benefits, how to apply pages.',
  'Ann Reed\nTechnical writer\nEducation\nBA English, 2012\nWork\nUser guides, quick start guides, installation and troubleshooting chapters, safety instructions, API documentation.',
  'Joe Park\nWeb developer\nSkills\nSign-in pages, password reset, cookies, JavaScript, error pages, redirects\nEmployment\nNorthgate 2018-2024',
  'Lee Moss\nParalegal, 2016 to 2023\nDrafted agreements, leases and clauses; liability, termination, governing law.\nEducation: diploma in law',
]

test('a resume about invoices, postings, manuals, pages or contracts is recognised as a resume', (t) => {
  for (const text of about) {
    t.is(otherPaper(text), null, text)
  }
  t.true(isSurelyResume(resumeLines.join('\n')))
  t.is(otherPaper(resumeLines.join('\n')), null)
})

test('a letter followed by a resume is recognised as a resume', (t) => {
  const letter =
    'Dear Hiring Manager,\nI am writing to apply for the position. I look forward to hearing from you.\nYours sincerely'
  t.is(otherPaper(letter)?.kind, 'letter')
  t.is(otherPaper(`${letter}\n\n${resumeLines.join('\n')}`), null)
})
