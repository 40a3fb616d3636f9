/**
 * The first lines of resumes by language and layout, with gaps for all text that identifies a person. `people.ts` fills
 * the gaps.
 */
import type { Script } from './people.ts'

/**
 * The gaps are `{name}`, `{NAME}` in capitals, `{family}`, `{email}`, `{phone}`, `{link}`, `{birth}` and `{address}`.
 */
export type Head = {
  title: string
  script: Script
  text: string
}

const english = `
Experience
Acme Payments, 2019 - 2024: built a settlement service in Go on Kubernetes for 10 000 000 users.
{family} led a team of six at Globex, 2015 - 2019. Order 1234567890, build 10.0.19041.`

const body: Record<Script, string> = {
  Latin: english,
  Cyrillic: '\nОпыт работы\nЗавод «Вектор», Казань, с 2016: наладка станков.',
  Han: '\n工作经历\n北京支付科技有限公司,2018年至今:负责支付系统的设计与开发。',
  Hangul: '\n경력\n주식회사 결제, 2018년부터: 결제 시스템 설계와 개발, 다섯 명의 팀을 이끌었습니다.',
  Arabic: '\nالخبرة\nشركة المدفوعات، 2018: تطوير أنظمة الدفع.',
  Devanagari: '\nअनुभव\nभुगतान कंपनी, 2018: भुगतान प्रणाली का विकास।',
}

const written: [script: Script, title: string, text: string][] = [
  ['Latin', 'plain', '{name}\nSenior Software Engineer\n{email} | {phone}\n{link}'],
  ['Latin', 'capitals', '{NAME}\nSenior Software Engineer\n{email} | {phone}'],
  ['Latin', 'title above', 'Curriculum Vitae\n{name}\nProduct Manager\nPhone: {phone}'],
  ['Latin', 'title behind', '{NAME} RESUME\nConsultant and Software Developer\n{email}'],
  ['Latin', 'title before', 'Resume of {name}\nRegistered Nurse\n{email}'],
  ['Latin', 'title with a dash', 'Resume – {name}\nAccountant\nMobile: {phone}'],
  ['Latin', 'title misspelt', 'CURRICULAM - VITAE\n{NAME}\nMob: {phone}\nE-mail: {email}'],
  ['Latin', 'one title for all', 'BIO-DATA\n{NAME}\nElectrician\nContact No: {phone}'],
  ['Latin', 'role on the line', '{name} – Senior Engineer\n{email}'],
  ['Latin', 'role without a dash', '{name} Senior Backend Developer\n{email} | {phone}'],
  ['Latin', 'role behind a comma', '{name}, Wardrobe Stylist\n{link}'],
  [
    'Latin',
    'role behind a bar',
    '{name} | Data Scientist | Machine Learning Engineer\nEmail: {email} | Phone: {phone}',
  ],
  ['Latin', 'date on the line', '{name} Last updated on 21st January 2015\n{email}'],
  ['Latin', 'phone on the line', '{NAME} Ph: {phone}; Email: {email}\nSales Manager'],
  ['Latin', 'credentials', '{name}, RN, MBA\nNurse Manager\n{phone}'],
  ['Latin', 'degree', '{name}, Ph.D.\nResearch Scientist\n{email}'],
  ['Latin', 'honorific', 'Dr. {name}\nPhysician\nTel: {phone}'],
  ['Latin', 'label', 'Personal Details\nName: {name}\nDate of Birth: {birth}\nPhone: {phone}'],
  ['Latin', 'label in capitals', 'RESUME\nNAME : {NAME}\nD.O.B : {birth}\nEMAIL : {email}'],
  ['Latin', 'label above', 'Personal Details\nName\n{name}\nDate of Birth: {birth}'],
  ['Latin', 'label of an applicant', 'CURRICULUM -VITAE\nAPPLICANT :- {NAME}\nCONTACT NO : {phone}'],
  ['Latin', 'label at the end', `Curriculum Viet\nObjective:\nTo earn a ${'good '.repeat(900)}place.\nName : {name}`],
  ['Latin', 'label without a colon', 'RESUME\nPERSONAL DETAIL\nNAME {NAME}\nADDRESS Canal View\nEmail id {email}'],
  [
    'Latin',
    'signature of a letter',
    'Dear Sir,\nI wish to apply.\nThanking you,\nYours faithfully,\n{name}\nOBJECTIVE',
  ],
  ['Latin', 'label and more', 'Name: {name} Mobile No: {phone}\nAddress: {address}'],
  [
    'Latin',
    'labels in a column',
    'Post Applied\nName\nEmail\nMob No :\nRESUME\n: Welder\n: {name}\n: {email}\n: {phone}',
  ],
  ['Latin', 'below the mail', 'Career Timeline\n2009 to 2011\n{email} | {phone}\n{name}\nOPERATIONS & MAINTENANCE'],
  ['Latin', 'contact first', '{phone} | {email}\n{link}\n{name}\nSoftware Engineer'],
  ['Latin', 'headings first', 'CONTACT\nMobile: {phone}\nEmail: {email}\nCAREER OBJECTIVE\n{name}'],
  ['Latin', 'address', '{name}\n{address}\nTel. {phone}\n{email}\nChief Accountant'],
  ['Latin', 'address with a label', '{name}\nAddress: {address}\nPhone: {phone}\nTeacher'],
  ['Latin', 'two columns', '{name} Berlin, Germany {email}\nResearch Software Engineer\nPhone {phone}'],
  ['Latin', 'birth date', '{name}\nBorn: {birth}\nCivil Engineer\n{email}'],
  ['Latin', 'header on each page', '{name} | {email}\nPlumber\nPage 1\n{name} | {email}\nPage 2'],
  ['Latin', 'a file, references, a signature', '{name}\nWelder\n{phone}\nReferences of {name}\n(signed) {NAME}'],
  ['Latin', 'answers a posting', 'Post applied for: Mechanical Engineer\n{NAME}\n{email}'],
  ['Latin', 'markdown', '# {name}\n\n**Backend Developer**\n\n{email} · {phone} · {link}'],
  ['Latin', 'German', 'Lebenslauf\n{name}\nPflegefachkraft\nGeburtsdatum: {birth}\nTelefon: {phone}\nE-Mail: {email}'],
  ['Latin', 'German with labels', 'Persönliche Daten\nName: {name}\ngeboren am {birth}\nAnschrift: {address}'],
  ['Latin', 'French', 'Curriculum vitae\n{name}\nChef pâtissier\nné le {birth}\nTél : {phone}\nAdresse : {address}'],
  ['Latin', 'Spanish', 'Currículum Vitae\nNombre: {name}\nFecha de nacimiento: {birth}\nTeléfono: {phone}'],
  ['Latin', 'Portuguese', 'Currículo\n{name}\nEngenheiro civil\nData de nascimento: {birth}\nCelular: {phone}'],
  ['Latin', 'Italian', 'Nome: {name}\nData di nascita: {birth}\nTelefono: {phone}\nIndirizzo: {address}'],
  ['Latin', 'Dutch', 'CV\n{name}\nSoftware Engineer\nGeboortedatum: {birth}\nTelefoon: {phone}'],
  ['Latin', 'Polish', 'Życiorys\n{name}\nKsięgowa\nData urodzenia: {birth}\nTel. {phone}'],
  ['Latin', 'Turkish', 'Özgeçmiş\nAdı Soyadı: {name}\nDoğum tarihi: {birth}\nTelefon: {phone}'],
  ['Latin', 'Swedish', '{name}\nSjuksköterska\nFödelsedatum: {birth}\nMobil: {phone}\n{email}'],
  ['Cyrillic', 'title', 'Резюме\n{name}\nСтарший инженер\nДата рождения: {birth}\nТелефон: {phone}'],
  ['Cyrillic', 'label', 'ФИО: {name}\nЭл. почта: {email}\nТел.: {phone}'],
  ['Han', 'label', '个人简历\n姓名：{name} 性别：男\n出生日期：{birth}\n电话：{phone}\n邮箱：{email}'],
  ['Han', 'line', '{name}\n后端工程师\n手机：{phone} | {email}'],
  ['Han', 'bar', '{name} | 产品经理 | {phone}'],
  ['Hangul', 'label', '이력서\n이름: {name}\n생년월일: {birth}\n전화: {phone}'],
  ['Hangul', 'line', '{name}\n백엔드 개발자\n{email}'],
  ['Arabic', 'title', 'السيرة الذاتية\n{name}\n{email}\nهاتف: {phone}'],
  ['Devanagari', 'label', 'नाम: {name}\nजन्म तिथि: {birth}\n{email}'],
]

export const heads: Head[] = written.map(([script, title, text]) => ({ title, script, text: text + body[script] }))
