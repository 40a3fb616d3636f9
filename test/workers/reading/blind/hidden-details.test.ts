/** Details in unusual places and forms, and words that only resemble them. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'
import { normaliseText } from '../../../../workers/reading/plain-text.ts'

const seen = (resume: string): string => blindApplication(normaliseText(resume), []).resume.redacted

function promise(title: string, cases: [text: string, expected: string][]): void {
  test(title, (t) => {
    for (const [text, expected] of cases) t.is(seen(text), expected, text)
  })
}

const work = '\n\nEXPERIENCE\nHarbour Systems, 2019 - 2024, team lead'
const head = (line: string): string => `Jane Doe\n${line}${work}`

promise('a nickname is redacted as part of the name', [
  ['Xiaolin (Jack) Doe\na@example.com\nJack Doe led.', '[NAME]\n[EMAIL]\n[NAME] led.'],
  ['Robert “Bobby” Hartung\nWelder', '[NAME]\nWelder'],
  ['Mei-Ling Hartung (Maggie)\nNurse', '[NAME]\nNurse'],
  ['Maria Hartung (Remote)\nNurse', '[NAME] (Remote)\nNurse'],
])

promise('a name is separated from the role, date or sentence after it', [
  [
    'Jordan Samplewood Kernel Engineer Last update on 20th October 2023',
    '[NAME] Kernel Engineer Last update on 20th October 2023',
  ],
  ['Anna Maria Lindqvist Payroll Specialist', '[NAME] Payroll Specialist'],
  ['Marta Puigdemasa Desarrolladora\nBarcelona', '[NAME] Desarrolladora\nBarcelona'],
  ['Jordan Samplewood is a nurse.\nSamplewood leads.', '[NAME] is a nurse.\n[NAME] leads.'],
  [
    'Back End Developer (Java)\nSUMMARY\nJordan Samplewood is a developer on the ETL (Extract Transform Load) domain. Extract, Transform, Load jobs.',
    'Back End Developer (Java)\nSUMMARY\n[NAME] is a developer on the ETL (Extract Transform Load) domain. Extract, Transform, Load jobs.',
  ],
])

promise('East Asian names are found with and without a label', [
  ['職 務 経 歴 書\n2024年6月9日現在\n氏名 山田 太郎', '職 務 経 歴 書\n2024年6月9日現在\n氏名 [NAME]'],
  [
    '履歴書\n【氏名】 山田 太郎 (男)\n【生年月日】 1990 年 1 月 2 日 生',
    '履歴書\n【氏名】 [NAME] (男)\n【生年月日】 [BIRTH_DATE] 生',
  ],
  ['履歴書\nふりがな やまだ たろう\n氏名 山田 太郎', '履歴書\nふりがな [NAME]\n氏名 [NAME]'],
  ['履歴書\n氏名 \u2f2d田 太郎\n山田が担当', '履歴書\n氏名 [NAME]\n山田が担当'],
  [
    '个人简历\n求职意向：后端\n籍贯：湖北\n王建国\n电话：13900000142',
    '个人简历\n求职意向：后端\n籍贯：湖北\n[NAME]\n电话：[PHONE]',
  ],
  ['我叫王建国，今年22岁。', '我叫[NAME]，今年[BIRTH_DATE]岁。'],
])

promise('a name whose parts have separate labels is found', [
  [
    'CURRICULUM VITAE\nBUSA SAMPLEWOOD\nSurname : Samplewood.\nName(s) : Busa Jordan.\nIdentity Number : 9001010000000.',
    'CURRICULUM VITAE\n[NAME] [NAME]\nSurname : [NAME]\nName(s) : [NAME]\nIdentity Number : [ID_NUMBER].',
  ],
  ['Correo electrónico: a@example.com\nYolanda Peñalosa\nProfesora', 'Correo electrónico: [EMAIL]\n[NAME]\nProfesora'],
])

promise("the field names of resume builders' source formats are read as labels", [
  [
    '\\documentclass{article}\n\\name{Ilse}{Voss}\n\\begin{document}',
    '\\documentclass{article}\n\\name{[NAME]}\n\\begin{document}',
  ],
  ['{ "basics": {\n"name": "Ilse Voss",\n"label": "Nurse"', '{ "basics": {\n"name": "[NAME]",\n"label": "Nurse"'],
  ['cv:\n  name: Ilse Voss\n  label: Nurse', 'cv:\nname: [NAME]\nlabel: Nurse'],
  ['<candidate>\n<name>Ilse Voss</name>\n<role>Nurse</role>', '<candidate>\n<name>[NAME]</name>\n<role>Nurse</role>'],
])

promise('phone numbers are found with slashes, after labels and in lists', [
  [head('I +49 171/5550142'), `[NAME]\nI [PHONE]${work}`],
  [head('Fone: (11) 5555-0142'), `[NAME]\nFone: [PHONE]${work}`],
  [head('11 5550-0177 ou 21 5550-0133'), `[NAME]\n[PHONE] ou [PHONE]${work}`],
  [head('06.39.98.12.34 or 01.99.00.12.34'), `[NAME]\n[PHONE] or [PHONE]${work}`],
])

promise('birth dates are found after labels in many languages', [
  [head('Geburtsdatum /-ort: 02.01.1970 in Ulm'), `[NAME]\nGeburtsdatum /-ort: [BIRTH_DATE] in Ulm${work}`],
  [head('Geburtsdaten: 02.01.1990, Ulm'), `[NAME]\nGeburtsdaten: [BIRTH_DATE], Ulm${work}`],
  [head('NACIMIENTO: 2 de enero de 1990'), `[NAME]\nNACIMIENTO: [BIRTH_DATE]${work}`],
  [head('Birth & Age: 02.01.1990 & 20'), `[NAME]\nBirth & Age: [BIRTH_DATE] & 20${work}`],
  [head('Date of Birth: January 1990'), `[NAME]\nDate of Birth: [BIRTH_DATE]${work}`],
  [head('Date of Birth\n08 Jan 1982'), `[NAME]\nDate of Birth\n[BIRTH_DATE]${work}`],
  [head('Рік народження: 02.01.1990р.'), `[NAME]\nРік народження: [BIRTH_DATE]р.${work}`],
  [head('Doğum yılı: 1990'), `[NAME]\nDoğum yılı: [BIRTH_DATE]${work}`],
])

promise(
  'addresses of many countries are found at the top of a resume',
  [
    'ul. Przykładowa 1/29',
    '00-001 Miasto',
    'Rua Exemplo N21 2D 1000-001 - Vila Nova',
    'Rua das Flores, 123 - Centro - Campinas/SP - 13010-000',
    '100 Av. Exemple, Ville-Claire, Québec, H0H 0H0',
    '1-2-303, 9-chome, Reidai, Mihon-ku, Tokyo 100-0000',
    '〒100-0000 東京都見本区例台1-1',
    '北京市海淀区样例路1号',
    '5A/100,Sample Colony,4thstreet East, Sampleton-600000',
    'Çınar Mah. Ihlamur Sok. No: 14/3',
    '서울특별시 강남구 테헤란로 14',
  ].map((address): [string, string] => [head(address), `[NAME]\n[ADDRESS]${work}`]),
)

promise('identity numbers are found by their labels and formats', [
  [head('PESEL: 90010100014'), `[NAME]\nPESEL: [ID_NUMBER]${work}`],
  [head('Passport No: H0000650 Validity: 2029'), `[NAME]\nPassport No: [ID_NUMBER] Validity: 2029${work}`],
  [head('CPF 000.000.014-41'), `[NAME]\nCPF [ID_NUMBER]${work}`],
  [head('身份证号：110101198803140014'), `[NAME]\n身份证号：[ID_NUMBER]${work}`],
])

promise('links broken by a space or a line end are found', [
  [head('indeed.com/r/Jane-\nDoe/77e3ceda47fb'), `[NAME]\n[LINK]${work}`],
  [head('linkedin . com / in / jane-doe-944'), `[NAME]\n[LINK]${work}`],
  [head('Discord: jane.voss#8617'), `[NAME]\nDiscord: [LINK]${work}`],
])

test('text that only resembles a detail is kept', (t) => {
  const body = [
    'San Francisco Bay Area',
    '2101 Education',
    'he trabajado en cocina y he formado a dos ayudantes de la casa',
    'Public Speaking, Public Relations, Team Building, Bank Reconciliation',
    'Great Plains | QuickBooks | Peachtree',
    'Order 12-345 of 2019-2024',
    '湖北项目，王牌产品经理',
    'a birth rate of 2019',
  ]
  for (const line of body) {
    t.is(seen(`Jane Doe\n${line}`), `[NAME]\n${line}`)
    t.is(seen(`Skills\n${line}`), `Skills\n${line}`)
  }
})
