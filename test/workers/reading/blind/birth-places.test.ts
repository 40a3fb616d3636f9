/** Birth dates, ages and phone numbers in forms that differ from a label with a numeric date. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'

const seen = (details: string): string =>
  blindApplication(`Marta Quill\n${details}`, []).resume.redacted.replace('[NAME]\n', '')

const births: [details: string, expected: string][] = [
  ['Día de nacimiento: Abril-25-1994', 'Día de nacimiento: [BIRTH_DATE]'],
  ['Born in Leeds on 25 April 1994', 'Born in Leeds on [BIRTH_DATE]'],
  ['Nata a Torino il 3 marzo 1994', 'Nata a Torino il [BIRTH_DATE]'],
  ['Geb.-Datum: 03.04.1994', 'Geb.-Datum: [BIRTH_DATE]'],
  ['Geboren in Leeds am 3. April 1994', 'Geboren in Leeds am [BIRTH_DATE]'],
  ['Fecha de nac.: 12-may-1994', 'Fecha de nac.: [BIRTH_DATE]'],
  ['Nasc.: 12/03/1994', 'Nasc.: [BIRTH_DATE]'],
  ['Doğum Yeri ve Tarihi: Ankara 12.03.1994', 'Doğum Yeri ve Tarihi: Ankara [BIRTH_DATE]'],
  ['Date and country of birth: Aug.01, 1994, China', 'Date and country of birth: [BIRTH_DATE], China'],
  ['平成 13 年 10 月 01 日生', '[BIRTH_DATE]生'],
  ['２００４ 年 ０８ 月 １２ 日生', '[BIRTH_DATE]生'],
  ['1959(昭和34)年 1 月 7日生', '[BIRTH_DATE]生'],
  ['생 년 월 일\n1997년 4월 15일\n주 소', '생 년 월 일\n[BIRTH_DATE]\n주 소'],
  ['* Leeds, England Q 09. August 1998', '* Leeds, England Q [BIRTH_DATE]'],
  ['تاريخ الميلاد: ١٢/٠٣/١٩٩٤', 'تاريخ الميلاد: [BIRTH_DATE]'],
  ['जन्म तिथि: १२/०३/१९९४', 'जन्म तिथि: [BIRTH_DATE]'],
  [
    '생년월일\nMOBILE\nCAREER\n2022.08 Leeds\n1998.03.06\n2020.12',
    '생년월일\nMOBILE\nCAREER\n2022.08 Leeds\n[BIRTH_DATE]\n2020.12',
  ],
]

test('a birth date is redacted in each form, below other labels and after a place', (t) => {
  for (const [details, expected] of births) t.is(seen(details), expected)
})

const ages: [details: string, expected: string][] = [
  ['31 ans – Permis B', '[BIRTH_DATE] ans – Permis B'],
  ['36 ans 11 300 LYON', '[BIRTH_DATE] ans 11 300 LYON'],
  ['Née le: 07/09/1998 (18 ans)', 'Née le: [BIRTH_DATE] ([BIRTH_DATE] ans)'],
  ['Birth\n1998.10.30 (28세)', 'Birth\n[BIRTH_DATE] ([BIRTH_DATE]세)'],
  ['Дата рождения: 3 ноября 1987г. (35 лет)', 'Дата рождения: [BIRTH_DATE]г. ([BIRTH_DATE] лет)'],
  ['Женщина, 29 лет, Москва', 'Женщина, [BIRTH_DATE] лет, Москва'],
  ['мне 20 лет, живу в Москве', 'мне [BIRTH_DATE] лет, живу в Москве'],
  ['今年21岁，在杭州', '今年[BIRTH_DATE]岁，在杭州'],
]

test('an age beside a date, a licence or a town is redacted', (t) => {
  for (const [details, expected] of ages) t.is(seen(details), expected)
})

const numbers: [details: string, expected: string][] = [
  ['Tel: 0049/171/5550142', 'Tel: [PHONE]'],
  ['Cel:(11) 9 5555-0142', 'Cel:[PHONE]'],
  ['Kontakt: 508 833 632', 'Kontakt: [PHONE]'],
  ['الهاتف: ٠٥٠١٢٣٤٥٦٧', 'الهاتف: [PHONE]'],
]

test('a phone number with slashes, after a heading or in the digits of its script is redacted', (t) => {
  for (const [details, expected] of numbers) t.is(seen(details), expected)
})

test('years of experience, ranges of days and pages of a journal are kept', (t) => {
  for (const details of [
    'Python (10 ans) et JavaScript (17 ans)',
    '20 ans d’expérience en gestion',
    'Birth Centre nurse 2018 - 2020',
    'Conference for a birthday. 08/10/2009',
    'Zustellen\n29.7 – 16.08 Archiv',
    'Scholarship\n2016--2021',
    'Journal of Stock, Volume 524, 1316–1325',
  ])
    t.is(seen(details), details)
})
