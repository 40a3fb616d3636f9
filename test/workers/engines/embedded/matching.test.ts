/** Text that the embedded engine accepts as evidence. */
import test from 'ava'
import type { Verdict } from '../../../../workers/tasks.ts'
import { textsOf } from '../../../../workers/checks/evidence.ts'
import { checkDrafts } from '../../../../workers/checks/verdict-checks.ts'
import { draftOne, taskOf } from './drafting.ts'

type Case = [criterion: string, resume: string, expected: Verdict]

/** Declares a test for a promise. Every quote must be in the resume, and the quote checks must refuse none of them. */
function promise(title: string, cases: Case[]): void {
  test(title, async (t) => {
    for (const [criterion, resume, expected] of cases) {
      const verdict = await draftOne(criterion, resume)
      const task = taskOf([criterion], resume)
      const checked = checkDrafts({ verdicts: [verdict] }, task.criteria, textsOf(task))
      t.is(verdict.verdict, expected, `${criterion} / ${resume}: ${verdict.reason}`)
      for (const { quote } of verdict.evidence) t.true(resume.includes(quote), quote)
      t.is(checked.quotesRefused, 0, `${criterion} / ${resume}`)
      t.is(checked.verdicts.get('cr_0')?.reason, verdict.reason)
    }
  })
}

promise('a failed exam or an abandoned degree is NOT_MET', [
  ['Current dental hygiene license', 'Dental Assisting certificate, 2016. No hygiene license.', 'NOT_MET'],
  ['ACCA qualified', 'Failed ACCA exams twice; not yet ACCA qualified.', 'NOT_MET'],
  ["Master's degree in Physics", 'I dropped out of my Master in Physics in 2012.', 'NOT_MET'],
  ['Gültiger Staplerschein', 'Kein Staplerschein, bin aber bereit, ihn zu machen.', 'NOT_MET'],
])

promise('a credential or work that is still in progress is PARTIAL', [
  ['ACLS certification', 'ACLS certification is in progress.', 'PARTIAL'],
  ['BLS and ACLS certification', 'Licences: BLS\nACLS certification is in progress.', 'PARTIAL'],
  ['Professional Engineer (PE) license', 'Civil engineer. Sits the PE exam in October', 'PARTIAL'],
  ['State physical therapist license', 'DPT, May 2024, University of Utah. NPTE passed, license pending', 'PARTIAL'],
  ["Valid driver's license and own vehicle", 'Social worker. License: LMSW application pending', 'NO_EVIDENCE'],
  ['ACA, ACCA or CIMA qualified', 'I am a part-qualified CIMA accountant.', 'PARTIAL'],
  ['Experience with Kubernetes', 'Led the migration to Kubernetes, still in progress, for ten teams.', 'MET'],
])

const hyphens = `Forklift supervisor at Harbour Systems, Bristol, 2019 - 2024, with a team of twelve.
Deployed Kuber-
netes clusters and Terra-
form modules for the inventory sys-
tem, wrote self-
explanatory manuals.`

promise('a word hyphenated at a line end is read as one word and quoted as written', [
  ['Experience with Kubernetes', hyphens, 'MET'],
  ['Experience with Terraform', hyphens, 'MET'],
  ['Wrote self-explanatory manuals', hyphens, 'MET'],
])

promise('a licence must be complete and on one line', [
  ['AWS D1.1 certification', 'Cloud engineer with AWS certification (Solutions Architect).', 'NO_EVIDENCE'],
  ['BLS and ACLS certification', 'BLS certification', 'PARTIAL'],
  [
    'Current dental hygiene license',
    'Food plant, Golden Valley, 2015 - 2023\nHygiene supervisor\nDental plan negotiations as union steward',
    'NO_EVIDENCE',
  ],
])

promise('brief exposure to a skill is PARTIAL', [
  ['Mastercam programming', 'Machinist, Oak Works, 2019 - 2023\nTook a Mastercam class in 2020', 'PARTIAL'],
  ['Adobe InDesign', 'Editor, City Radio, 2016 - 2020\nInDesign for the yearbook, a class in 2018', 'PARTIAL'],
  ['Experience with Salesforce', 'Clerk, City Bank, 2016 - 2020\nAssisted with Salesforce reports', 'PARTIAL'],
  ['Experience with Salesforce', 'Clerk, City Bank, 2016 - 2020\nSalesforce reports, assisted with audits', 'MET'],
])

promise('a wish for a kind of work is no evidence of it', [
  [
    '2+ years of critical care',
    'Nurse with 3 years of surgical experience looking to move into critical care.',
    'NO_EVIDENCE',
  ],
  ['Experience in retail', 'Seeking a position in retail.', 'NO_EVIDENCE'],
])

promise('the skills and credentials of a relative earn no credit', [
  ['PhD', 'My daughter has a PhD.', 'NO_EVIDENCE'],
  ['Experience with Python', 'My manager praised the Python services that I built.', 'MET'],
])

promise('a letter or a word in capitals is a skill only in a matching context', [
  ['Experience with C', 'Team C won. Vitamin C salesperson.', 'NO_EVIDENCE'],
  ['R', 'I am R. Smith of the R and D department.', 'NO_EVIDENCE'],
  ['Experience with Go', 'I go to work every day. Go team!', 'NO_EVIDENCE'],
  ['SAP', 'I collect maple sap.', 'NO_EVIDENCE'],
  ['Experience with C', 'Wrote firmware in C for pumps.', 'MET'],
  ['R', 'Skills: Python, R, SQL', 'PARTIAL'],
  ['Experience with R', 'Built models with Python and R.', 'MET'],
])

promise('having only some of several required names is PARTIAL', [
  ['SAP FI/CO', 'Key user for SAP FI/CO.', 'MET'],
  ['SAP and Excel', 'Key user for SAP MM.', 'PARTIAL'],
  ['Python, Zynthra and Foobarium', 'Wrote Python. Used Zynthra daily.', 'PARTIAL'],
  ['CCRN certification', 'LICENSES AND CERTIFICATIONS\nCCRN, AACN, 2022', 'MET'],
  ['Advanced Excel (pivot tables, VLOOKUP, Power Query)', 'Built Excel models for the board.', 'MET'],
])

promise('a shared word or number does not make two subjects equal', [
  ['Cold storage and frozen freight', 'Hauled freight, dry vans only.', 'NO_EVIDENCE'],
  ['ISO 9001 audits', 'Prepared two ISO 27001 audits.', 'NO_EVIDENCE'],
  ['Explains home care to pet owners', 'Explained leashes, feed and aquariums to owners', 'NO_EVIDENCE'],
  ['Excel and PowerPoint', 'Kept the lists in Excel.', 'PARTIAL'],
  ['SAP MM or another ERP system', 'Oracle ERP daily.', 'MET'],
])

promise('a letter before a hyphen is not a name, and an amount of money is not a word', [
  ['5+ years supporting C-level executives', 'Executive Assistant to the CEO and CFO, 2016 - 2023', 'MET'],
  ['Managing event budgets over $100,000', 'Managed event budgets of $300,000', 'MET'],
  ['Ground-up projects over $10 million', 'Built ground-up projects of $12 million', 'MET'],
])

promise('an example in a criterion is found by its name, not by the word before it', [
  [
    'Experienced with a sales methodology like MEDDIC or Challenger',
    'Account Executive, Loopdesk, 2018 - 2023\nRan sales demos using MEDDIC',
    'MET',
  ],
  ['Experienced with a sales methodology like MEDDIC or Challenger', 'Account Executive, Loopdesk', 'NO_EVIDENCE'],
])

promise('an abbreviation in brackets means all the words before it', [
  ['Certified Pharmacy Technician (CPhT)', 'Trained four new technicians.', 'NO_EVIDENCE'],
  ['Certified Pharmacy Technician (CPhT)', 'CPhT since 2019', 'MET'],
])

promise('the administered system must match, and a slash between numbers does not separate alternatives', [
  ['3+ years of network administration', 'Network Engineer, Vale Schools, 2018 - 2024', 'MET'],
  ['Windows 10/11 and Active Directory administration', 'Administered Active Directory, reset passwords.', 'MET'],
  ['Windows 10/11 and Active Directory administration', 'Set up Windows 10 for pupils.', 'NO_EVIDENCE'],
])

promise('being on call can be described in several ways', [
  ['On-call rotation', 'On call every fifth week at Northgate Health.', 'MET'],
  ['On-call duty', 'Shared the pager with two colleagues.', 'MET'],
])

promise('a product is evidence for its category, but not for another product of that category', [
  ['QuickBooks or NetSuite', 'Kept the books in Xero for twelve firms.', 'NO_EVIDENCE'],
  ['Accounting software', 'Kept the books in Xero for twelve firms.', 'MET'],
  ['Ansible', 'Automated 400 servers with Puppet.', 'NO_EVIDENCE'],
  ['Ansible or similar', 'Automated 400 servers with Puppet.', 'MET'],
  ['Firewalls and VPN', 'Ran the VPN of a bank.', 'PARTIAL'],
])

promise('a level such as "intermediate" does not narrow the subject', [
  ['Intermediate Excel (pivot tables, VLOOKUP)', 'Built pivot tables for the board.', 'MET'],
])

promise('"Sundays" is evidence of weekend work, and "WPM" of typing speed', [
  ['Willing to work weekends and holidays', 'Barista, Sundays and holidays, 2019 - 2022', 'MET'],
  ['Types at least 40 words per minute', 'Office clerk, 62 WPM', 'MET'],
  ['Types at least 40 words per minute', 'Office clerk, 30 WPM', 'PARTIAL'],
])

promise('"expired" disqualifies a licence, but not experience with expired goods', [
  ['Inventory management', 'Did cycle counts, returns and expired medications.', 'MET'],
  ['BLS certification', 'BLS expired in 2017.', 'NOT_MET'],
])

promise('a language in a list of skills earns credit, but shows no level', [
  ['Fluent German', 'Skills: Python, Docker, German', 'PARTIAL'],
  ['German', 'Skills: Python, Docker, German', 'MET'],
])

promise('a number of years belongs to the skill next to it', [
  ['5+ years with Python', 'Built Python services for 6 years at Foo.', 'MET'],
  ['5+ years with Python', 'Built Python services at Foo, 6 years.', 'MET'],
  ['5+ years with Python', 'Python | 6 years', 'MET'],
  ['5+ years with Python', 'Backend engineer (Go, Python) with 9 years of experience.', 'MET'],
  ['5+ years with PostgreSQL', 'PostgreSQL since 2017 (ask Foo about Python)\nBLS renewed 2024', 'MET'],
  ['5+ years of Java', 'Jan 2024 - Mar 2024 Java developer at A. The company has 20 years of history.', 'NOT_MET'],
  ['3-5 years of sales experience', '5 years of sales experience at two shops.', 'MET'],
])

promise('the years of a job are counted if its title matches the subject, but not if it shares only a word with it', [
  ['3+ years of data analysis', 'Analytics Engineer\nCarver Insurance, 2019 - 2023\nModels on Redshift', 'MET'],
  ['3+ years of medical device sales', 'Sales associate, Ostrava Shoes, 2017 to 2023', 'NO_EVIDENCE'],
  ['3+ years of software testing experience', 'Pastry Analyst, Ostrava Hotels, 2017 to 2023', 'NO_EVIDENCE'],
])

promise('several lines of one job can together meet a criterion', [
  ['Manages deadlines and court calendars', 'Clerk, 2019 - 2023\nKept court calendars.\nMet deadlines.', 'MET'],
])

promise('a listed synonym is found in other forms, but not inside other words', [
  ['Inventory and ordering', 'Ran a bar, 2019 - 2023\nCounted the stock and ordered liquor weekly', 'MET'],
  ['Supplier negotiation', 'Negotiated prices with vendors of steel', 'MET'],
  ['Drug safety', 'Specified medical chairs and drew blood', 'NO_EVIDENCE'],
])

promise('"present" does not extend into the future', [
  ['30 months of nursing', 'RN, City Hospital, 06/2020 - present\nLicense valid until 12/2030\nBLS 2022', 'PARTIAL'],
  ['2+ years of nursing', 'RN, City Hospital, 06/2020 - present\nCPR course in 06/2022', 'MET'],
])

promise('the parts of a German compound are found', [
  ['Mindestens 2 Jahre Erfahrung im Lager', 'Berufserfahrung\n2016 – 2020: Fachlagerist, Hansa', 'MET'],
  ['Bereitschaft zur Schichtarbeit', 'Kenntnisse\nArbeit im Dreischichtsystem', 'MET'],
  ['Staplerschein', 'Kenntnisse\nGabelstaplerschein seit 2012', 'MET'],
  ['Erfahrung in der Krankenpflege', 'Berufserfahrung\nKinderkrankenpflege im Haus Abendrot', 'MET'],
  ['Audit experience', 'Sang in the Auditorium and in the Lagerfeld hall.', 'NO_EVIDENCE'],
])

promise('a requirement in other words is recognised as the same requirement', [
  ['Weekend availability', 'Available on weekends.', 'MET'],
  ['Available on weekends', 'Weekend work is fine.', 'MET'],
  ['Right to work in the UK', 'British citizen', 'MET'],
  ['Right to work in the UK', 'US citizen', 'NO_EVIDENCE'],
  ['Authorized to work in the US', 'U.S. citizen', 'MET'],
  ['Must be a US citizen', 'Authorized to work in the US', 'NO_EVIDENCE'],
  ['Right to work in the EU', 'German citizen, living in Berlin', 'MET'],
])

promise('a degree in a related field is enough if the criterion allows it', [
  ["Bachelor's degree in Computer Science", 'Education\nBSc in Nursing, 2016', 'NOT_MET'],
  ["Bachelor's degree in Civil Engineering", 'Education\nMaster of Architecture, 2014', 'NOT_MET'],
  ["Bachelor's degree in English", 'Education\nB.A. Philosophy, 2014', 'NOT_MET'],
  ["Bachelor's degree in Computer Science", 'Education\nBSc in Mathematics, 2016', 'NOT_MET'],
  ["Bachelor's degree in Computer Science or a related field", 'Education\nBSc in Mathematics, 2016', 'MET'],
  ["Bachelor's degree in Computer Science", 'Education\nBachelor of Science, MIT, 2015', 'PARTIAL'],
])
