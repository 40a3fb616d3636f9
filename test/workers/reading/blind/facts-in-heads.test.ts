/**
 * Names, dates and numbers at the top of a resume without a label, or separated from their label by a table or a
 * record.
 */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'
import { normaliseText } from '../../../../workers/reading/plain-text.ts'
import { readRecord } from '../../../../workers/reading/records.ts'

const seen = (resume: string): string => blindApplication(normaliseText(resume), []).resume.redacted

const cases: Record<string, [text: string, expected: string][]> = {
  "in East Asian scripts, a name is found in the document's title, next to the gender, and alone above contact details":
    [
      ['林美华 应聘职位： 电工\n联系方式：13800000000', '[NAME] 应聘职位： 电工\n联系方式：[PHONE]'],
      ['名前: 佐藤 英治(Sato Eiji)', '名前: [NAME]([NAME]'],
      ['林美华的工作简历\n手机：13800000000', '[NAME]的工作简历\n手机：[PHONE]'],
      ['高橋健太の2024年4月現在の職務経歴。', '[NAME]の2024年4月現在の職務経歴。'],
      ['个人信息\n- 林美华/女/1993\n- 电工', '个人信息\n- [NAME]/女/[BIRTH_DATE]\n- 电工'],
      [
        '도전하는 사람\n김도윤 남 1994년 (만 29세)\n조리사',
        '도전하는 사람\n[NAME] 남 [BIRTH_DATE] (만 [BIRTH_DATE]세)\n조리사',
      ],
      ['郦雯\n138-0000-0000 | a@mail.example\n28 岁 | 女', '[NAME]\n[PHONE] | [EMAIL]\n[BIRTH_DATE] 岁 | 女'],
      ['性 别：男 年 龄：25\n手 机：13800000000', '性 别：男 年 龄：[BIRTH_DATE]\n手 机：[PHONE]'],
      ['姓名：⻩超梅 籍贯：湖北', '姓名：[NAME] 籍贯：湖北'],
    ],
  'a name and its phonetic spelling are found in a form that lists the labels separately': [
    [
      'ふりがな\n氏名\nさとう えいじ\n佐藤 英治\n1998 年 8 月 5 日生\nふりがな\n現住所',
      'ふりがな\n氏名\n[NAME]\n[NAME]\n[BIRTH_DATE]生\nふりがな\n現住所',
    ],
    ['氏名: 佐藤 英治 (さとう えいじ)\n電工', '氏名: [NAME] ([NAME]\n電工'],
    ['| 氏名 | 佐藤 英治 |\n|---|---|', '| 氏名 | [NAME] |\n|---|---|'],
    ['|Name|佐藤 英治|\n|Birth|1995/07/22|', '|Name|[NAME]|\n|Birth|[BIRTH_DATE]|'],
  ],
  'in a LaTeX source, the details after the preamble are found': [
    [
      '\\documentclass{article}\n\\usepackage{geometry}\n\\begin{document}\n\\begin{center}\n{\\LARGE\\bfseries Tilda Samt}\\\\[2mm]\nWelder',
      '\\documentclass{article}\n\\usepackage{geometry}\n\\begin{document}\n\\begin{center}\n{\\LARGE\\bfseries [NAME]}\\\\[2mm]\nWelder',
    ],
    [
      '\\begin{document}\n\\thispagestyle{empty}\n{ \\LARGE \\ruleline{Tilda Samt} }',
      '\\begin{document}\n\\thispagestyle{empty}\n{ \\LARGE \\ruleline{[NAME]} }',
    ],
    ['\\header{Tilda}{ Samt}\n\\section{Work}', '\\header{[NAME]}\n\\section{Work}'],
    [
      '\\name{\\textcolor{grey}{Tilda}}{Samt}\n\\phone[mobile]{+43\\,699\\,17000000}\n\\cvline{Date of Birth}{19/12/1986}',
      '\\name{\\textcolor{grey}{[NAME]}\n\\phone[mobile]{[PHONE]}\n\\cvline{Date of Birth}{[BIRTH_DATE]}',
    ],
  ],
  'at the top of a resume, a birth date is found without a label, or with a label nearby': [
    ['Tilda Samt\n24.06.2001 in Steyr\nWelder', '[NAME]\n[BIRTH_DATE] in Steyr\nWelder'],
    ['Tilda Samt\n31 octubre de 2004\nCocinera', '[NAME]\n[BIRTH_DATE]\nCocinera'],
    ['Tilda Samt\ntilda@mail.example 10/07/1994', '[NAME]\n[EMAIL] [BIRTH_DATE]'],
    ['김도윤\nBirth\n1998.10.30 (28세)', '[NAME]\nBirth\n[BIRTH_DATE] ([BIRTH_DATE]세)'],
    ['Doğum Tarihi ve Yeri: 21.09.2005, Bursa', 'Doğum Tarihi ve Yeri: [BIRTH_DATE], Bursa'],
    ['Tilda Samt\nAdobe Premiere Pro, 2012-12', '[NAME]\nAdobe Premiere Pro, 2012-12'],
    ['DATA DE NASC: 12/06/2002\nMotorista', 'DATA DE NASC: [BIRTH_DATE]\nMotorista'],
    ['Tilda Samt\nGeburtsdatum, Ort: 23.05.2006, Wien', '[NAME]\nGeburtsdatum, Ort: [BIRTH_DATE], Wien'],
    ['Date Of Birth\n\nOct 31, 1990\n\nHeight', 'Date Of Birth\n\n[BIRTH_DATE]\n\nHeight'],
    ['Tilda Samt\nBrasileira, solteira, 22 anos', '[NAME]\nBrasileira, solteira, [BIRTH_DATE] anos'],
    ['Welder\n01.02.2009 - 31.03.2011 Acme', 'Welder\n01.02.2009 - 31.03.2011 Acme'],
    ['Welder\nDate: 12 March 2019', 'Welder\nDate: 12 March 2019'],
  ],
  'a name that is also a word of a job title is found in full, and the job title is kept': [
    [
      'Alma M. Senior\nalma.senior@mail.example\nSenior Analyst\nSenior, A. M. 2020',
      '[NAME]\n[EMAIL]\nSenior Analyst\n[NAME] M. 2020',
    ],
    ['I am Priya Nair, a nurse.\nNair leads.', 'I am [NAME], a nurse.\n[NAME] leads.'],
    ['I am Agile Coach.', 'I am Agile Coach.'],
  ],
  'numbers, addresses and handles are found in broken lines and unusual forms': [
    ['Tilda Samt\n138-0000-3813 tilda@mail.example', '[NAME]\n[PHONE] [EMAIL]'],
    ['Tilda Samt\ntilda33@gmail\nWelder', '[NAME]\n[EMAIL]\nWelder'],
    ['Tilda Samt\n25.04.2005 tilda@mail.example\nWelder', '[NAME]\n[BIRTH_DATE] [EMAIL]\nWelder'],
    ['tilda maria dos santos\ntm33@mail.example', '[NAME]\n[EMAIL]'],
    ['name:\nfirst: Tilda\nlast: Samt', 'name:\nfirst: [NAME]\nlast: [NAME]'],
    ['Dr. Tilda\nSamt\nChemist', 'Dr. [NAME]\nChemist'],
    ['Tilda Samt\n+7 965 000‐75‐77', '[NAME]\n[PHONE]'],
    ['Tilda Samt\ntilda33@mail.\ncom\nWelder', '[NAME]\n[EMAIL]\nWelder'],
    ['Yao Tang\nPhone: （+81）80 0000 1360', '[NAME]\nPhone: [PHONE]'],
    ['Tilda Samt\nAm Anger 61 ,\n35392, Gießen', '[NAME]\n[ADDRESS]'],
    ['name: Tilda Samt\nusername: tsamt\nnetwork: LinkedIn', 'name: [NAME]\nusername: [LINK]\nnetwork: LinkedIn'],
  ],
  'words and numbers that only resemble details are kept': [
    ['name: Tilda Samt\nheadline: Communication Engineering', 'name: [NAME]\nheadline: Communication Engineering'],
    ['初试成绩\n52 37 104 90 283', '初试成绩\n52 37 104 90 283'],
    ['摘要：城市区域三维地图', '摘要：城市区域三维地图'],
  ],
}
for (const [title, texts] of Object.entries(cases))
  test(title, (t) => {
    for (const [text, expected] of texts) t.is(seen(text), expected, text)
  })

test('the birth date and the address in a record keep their labels', (t) => {
  const { text } = readRecord({ fullName: 'Tilda Samt', birthDate: '1985-12-19', address: 'Anger 1B, 39122 Wels' })
  t.is(seen(text), '[NAME]\nBirth date: [BIRTH_DATE]\nAddress: [ADDRESS]')
})
