/**
 * Facts about the applicant, such as licences, degrees, languages and years: whether the resume shows them, of which
 * kind, and how much.
 */
import test from 'ava'
import { embeddedEngine } from '../../../../workers/engines/embedded/engine.ts'
import { draftOne, taskOf, promise } from './drafting.ts'

promise('holding a licence earns credit, and working with people who hold it does not', [
  ['Registered Nurse license', 'RN, State of Iowa, active through 2026', 'MET'],
  [
    'Registered Nurse license',
    'Coordinated the care of all patients on the ward with doctors and registered nurses.',
    'NO_EVIDENCE',
  ],
  ['AWS Certified Solutions Architect', 'Skills: TypeScript, Docker, Kubernetes, AWS', 'NO_EVIDENCE'],
  ['CCNA certification', 'CCNA 2019', 'MET'],
])

promise('a higher class of a licence includes the lower one, but not the other way round', [
  ['Class A CDL', 'CDL-A driver, six years over the road.', 'MET'],
  ['Class A CDL', 'Skills: Class B CDL, air brakes, forklift', 'NOT_MET'],
  ['Class B CDL', 'Class A CDL, clean record', 'MET'],
  ['Class A CDL', 'Holds a CDL since 2015.', 'PARTIAL'],
  ['OSHA 30', 'OSHA 30-Hour Construction, 2023', 'MET'],
  ['OSHA 30', 'OSHA 10 card, 2021', 'NOT_MET'],
  ['OSHA 30', 'Currently enrolled in OSHA 30', 'PARTIAL'],
])

promise('a licence that other people hold earns no credit', [
  ['Class A CDL', 'Checked that every driver had a CDL and a valid medical card on file.', 'NO_EVIDENCE'],
  ['CPA license', 'Prepared schedules for the CPA firm next door.', 'NO_EVIDENCE'],
  ['CPA license', 'Reported to a CPA at a bank.', 'NO_EVIDENCE'],
])

promise('mentoring apprentices is MET, and being an apprentice is PARTIAL', [
  ['Mentors apprentices', 'Mentored one apprentice at a plant.', 'MET'],
  ['Electrician', 'Electrician apprentice at a plant.', 'PARTIAL'],
])

promise('a candidate or applicant for a licence does not hold it yet', [
  ['CPA license', 'CPA candidate, two of four parts passed', 'PARTIAL'],
  ['CPA license', 'CPA eligible', 'PARTIAL'],
  ['State guard card', 'Guard card application submitted in May', 'PARTIAL'],
])

promise('a trade in another setting, or a single word of its name, earns no credit', [
  ['Oncology sales', 'Oncology nurse at a clinic for ten years.', 'NO_EVIDENCE'],
  ['B2B marketing', 'Sold farm produce at the weekend market.', 'NO_EVIDENCE'],
  ['PLC troubleshooting', 'Troubleshooting of PLCs in a plant.', 'MET'],
])

promise('a plan to learn something earns no credit', [
  ['Strong SQL skills', 'Analyst at a bank; SQL is on my list to learn.', 'NO_EVIDENCE'],
])

promise('a list of skills above a job is not part of the job', [
  [
    'Strong experience with Tableau',
    'Skills: SQL, Excel, Tableau\nBarista, Cafe Uno, 2017-2023\nMade coffee',
    'PARTIAL',
  ],
])

promise('a synonym earns the same credit', [
  ['Data analysis', 'Analysed survey data at a public institute for years.', 'MET'],
  ['Resolving customer complaints', 'Settled the complaints of unhappy guests at a hotel.', 'MET'],
])

promise('an amount is compared with the amount required', [
  ['Experience leading a team of at least 8', 'Led a team of nine engineers at a bank.', 'MET'],
  ['Experience leading a team of at least 8', 'Led a team of six engineers at a bank.', 'PARTIAL'],
  // A number far below the required one is NOT_MET instead of PARTIAL.
  ['Experience leading a team of at least 8', 'Led a team of five engineers at a bank.', 'NOT_MET'],
  ['Experience leading a team of at least 8', 'Led a team of engineers at a bank.', 'PARTIAL'],
  ['GPA of at least 3.8', 'BSc Physics, GPA 3.5', 'NOT_MET'],
  ['GPA of at least 3.8', 'BSc Physics, GPA: 3.9', 'MET'],
  ['Able to lift 50 pounds', 'Warehouse associate at Oak Freight, lifts 50 lbs all day.', 'MET'],
  ['Able to lift 50 pounds', 'Warehouse associate at Oak Freight, lifts 25 kg all day.', 'MET'],
  ['Able to lift 50 pounds', 'Warehouse associate at Oak Freight, lifts 20 pounds all day.', 'NOT_MET'],
])

promise('a number in words is read as a whole', [
  ['10 years of nursing', 'Nurse with twenty-five years of experience in nursing.', 'MET'],
  ['25 years of nursing', 'Nurse with twenty five years of experience in nursing.', 'MET'],
])

promise('the word before a trade must match', [
  ['Experience as a pastry chef', 'Sous chef at a steakhouse for years.', 'NO_EVIDENCE'],
  ['Experience as a pastry chef', 'Pastry chef at the Grand Hotel.', 'MET'],
  ['Oncology sales experience', 'Sold software: enterprise sales for years.', 'NO_EVIDENCE'],
])

promise('leading earns credit only if the criterion is about the same kind of people', [
  ['Led a team of machinists', 'Led a team of nurses on the night shift.', 'NO_EVIDENCE'],
  ['Led a team of machinists', 'Machinist, Oak Works, 2015 - 2023\nLed a team of machinists at night.', 'MET'],
])

promise('"bilingual" requires both languages, but not at native level', [
  ['Bilingual English/Spanish', 'Languages: English, fluent Spanish', 'MET'],
  ['Bilingual English/Spanish', 'Languages: English (native)', 'NO_EVIDENCE'],
  ['English and German at B2 or better', 'Languages: English (C1)', 'PARTIAL'],
])

promise('a list is PARTIAL unless it belongs to a dated job or the criterion only asks for knowledge', [
  ['Kubernetes', 'Skills: Docker, Kubernetes, Terraform', 'PARTIAL'],
  ['Knowledge of Kubernetes', 'Skills: Docker, Kubernetes, Terraform', 'MET'],
  ['Kubernetes', 'Experience\nEngineer, Acme, 2019 - 2023\n- Docker, Kubernetes, Terraform', 'MET'],
  ['Strong experience with Java', 'Freelance work: Node.js, React, and some Java for one client', 'PARTIAL'],
])

promise('a criterion pasted outside of any job proves nothing', [
  [
    'Minimum of 2 years of critical care experience',
    'KEY SKILLS\nMinimum of 2 years of critical care experience',
    'NO_EVIDENCE',
  ],
  ["Bachelor's degree in Computer Science", "KEY SKILLS\nBachelor's degree in Computer Science", 'NO_EVIDENCE'],
  [
    'Reconciling payroll accounts to the ledger',
    'Experience\nClerk, Acme, 2019 - 2023\n- Reconciling payroll accounts to the ledger',
    'MET',
  ],
])

promise('a name, a referee or a hobby proves nothing', [
  [
    'Experience with Java',
    'Java Mercer\nBarista at a bar\nBrewed coffee for guests\nSold beans to guests',
    'NO_EVIDENCE',
  ],
  ['Payroll experience', 'Clerk at a shop\nReferences\nMaria Gomez, Payroll Manager', 'NO_EVIDENCE'],
  ['Photography', 'Clerk at a shop.\nHobbies: photography and chess', 'NO_EVIDENCE'],
])

promise('the field of a degree can be in its abbreviation or on the next line', [
  ['Bachelor of Science in Nursing', 'BSN, Ohio University, 2016', 'MET'],
  ['Master of Social Work', 'MSW, Boston College, 2015', 'MET'],
  ["Bachelor's degree in Psychology", 'Education\nCity, State Psychology\nBachelor of arts', 'MET'],
  ["Bachelor's degree in Communications", 'BA : Communications', 'MET'],
  ["Bachelor's degree", '360 degree feedback for all managers', 'NO_EVIDENCE'],
])

promise('a degree one level too low is NOT_MET', [["Master's degree in Physics", 'BSc Physics, 2019', 'NOT_MET']])

test('"present" means the day of the task', async (t) => {
  const resume = 'Experience\nNurse, City Hospital, 06/2020 - present\nBLS 2021'
  const task = { ...taskOf(['3 years of nursing'], resume), today: Date.UTC(2024, 5, 1) }
  const outcome = await embeddedEngine.draftVerdicts(task, new AbortController().signal)
  t.is(outcome.ok && outcome.value.verdicts[0]!.verdict, 'MET')
  // The other tests use a day two years earlier, on which the applicant has not worked for 3 years yet.
  t.is((await draftOne('3 years of nursing', resume)).verdict, 'PARTIAL')
})

promise('a list after "Skills" is a separate section, and a list after "Technologies" belongs to its job', [
  ['Kubernetes', 'Developer, Acme, 2017 - 2024\nBuilt web shops.\nSkills: Docker, Kubernetes, Terraform', 'PARTIAL'],
  ['Kubernetes', 'Developer, Acme, 2017 - 2024\nTechnologies: Docker, Kubernetes, Terraform', 'MET'],
])

promise('the field of a degree can directly follow its abbreviation', [
  ["Bachelor's degree in History", 'BA History, Ohio State, 2014', 'MET'],
  ["Bachelor's degree", 'Sales assistant in Boston, MA Jan 2014', 'NO_EVIDENCE'],
])

promise('a name with "&" is one name, and a common word is not a name', [
  ['GD&T', 'Checked parts against GD&T call-outs every day.', 'MET'],
  ['Java', 'Brewed java from Guatemala and sold beans.', 'NO_EVIDENCE'],
  ['Python', 'Wrote python scripts that count the stock.', 'MET'],
])

promise('a sentence about a relative proves nothing', [
  ['Registered Nurse license', 'My mother is a registered nurse and I retouch photos in Photoshop.', 'NO_EVIDENCE'],
  ['Fluent Spanish', 'I sell shoes in a shop in town, and my husband speaks Spanish.', 'NO_EVIDENCE'],
])

promise('an abbreviation in brackets means the words before it', [
  [
    'Certified Payroll Professional (CPP) or FPC',
    'Certified Payroll Professional since 2019, at a freight company.',
    'MET',
  ],
  ['Certified Payroll Professional (CPP) or FPC', 'CPP certification, 2019', 'MET'],
])

promise('the last word of a compound must match, and the words before it narrow it', [
  ['Owns the marketing budget', 'Marketing coordinator at a food company.', 'NO_EVIDENCE'],
  ['Owns the marketing budget', 'Owned the budget of the marketing team.', 'MET'],
])

promise("the criterion's own words count as well as the names of a trade", [
  ['Costing recipes and controlling food waste', 'Costed all recipes and cut food waste from 9% to 4%.', 'MET'],
  ['Crisis intervention and risk assessment', 'Social worker, 2018 - 2023\nCrisis intervention at a clinic', 'PARTIAL'],
])

promise('a list copied from the posting is at most PARTIAL', [
  ['Packaging design', 'Sold paint.\n\nKEY SKILLS\nPackaging design\nMotion graphics', 'PARTIAL'],
  ["Bachelor's degree", "Sold paint.\n\nKEY SKILLS\nBachelor's degree\nMotion graphics", 'NO_EVIDENCE'],
  ['CCRN certification', 'Sold paint.\n\nKEY SKILLS\nCCRN certification\nMotion graphics', 'PARTIAL'],
])

promise('any state may issue a licence', [
  ['Active state pharmacist license', 'Registered Pharmacist, Nevada, active', 'MET'],
  ['Professional Engineer (PE) license', 'PE exam planned for 2026', 'PARTIAL'],
  ['Professional Engineer (PE) license', 'License: P.E., State of Ohio', 'MET'],
])

promise("years count if most of the criterion's words match", [
  ['5 years of purchasing experience in manufacturing', 'Purchasing manager, Alder Pumps, 2013 - 2020', 'MET'],
  ['4 years of residential service plumbing', 'Plumber, Rose City Rooter, 2012 - 2020', 'MET'],
])

promise('text without a duration is no evidence of years', [
  ['5+ years of payroll experience', 'Answered questions about pay stubs for the payroll team', 'NO_EVIDENCE'],
  ['5+ years of Kubernetes', 'Skills: Docker, k8s, Terraform', 'NO_EVIDENCE'],
])

promise('experience in a sector is shown by a job in that sector', [
  ['Experience in the retail sector', 'Store manager in retail for nine years, of shoes and bags.', 'MET'],
])

promise('a resume in English is evidence that the applicant speaks English', [
  ['Bilingual in English and Spanish', 'Served the guests and the staff of a hotel.\nFluent in Spanish', 'MET'],
  ['Bilingual in English and Spanish', 'Served the guests and the staff of a hotel.', 'NO_EVIDENCE'],
  ['Fluent in English and one other language', 'Served the guests and the staff.\nLanguages: English, Hindi', 'MET'],
])

promise('a clearance covers its own level and lower ones', [
  ['Secret clearance', 'Holds an active Top Secret clearance.', 'MET'],
  ['Top Secret clearance', 'Holds an active Secret clearance.', 'NO_EVIDENCE'],
])

promise('two words joined by "or" both narrow the word after them', [
  ['Nonprofit or fund accounting', 'Accountant at a bakery, 2015 - 2020', 'NO_EVIDENCE'],
  ['Nonprofit or fund accounting', 'Accountant at a nonprofit: fund accounting, 2015 - 2020', 'MET'],
])

promise('dates are read across two lines, and with a dash in a wrong encoding', [
  ['3 years of welding', 'Experience\nJanuary 2015\nto\nMay 2019\nWelder at a shipyard', 'MET'],
  ['3 years of welding', 'Welder 05/2015 ï¼ 10/2019 Shipyard', 'MET'],
])
