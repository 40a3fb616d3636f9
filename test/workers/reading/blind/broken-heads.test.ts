/** Names, dates and numbers that a layout or an icon font separates from their usual surroundings. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'

const seen = (resume: string): string => blindApplication(resume, []).resume.redacted

const cases: Record<string, [text: string, expected: string][]> = {
  'a name and a birth date are found if a table was read column by column, away from their labels': [
    [
      'श्री\nPersonal Details\nName:-\nDOB:-\nTime:-\nHeight:-\nBlood Group:-\nRavi Ashok Velkar\n16/08/1998\n7.30 am\n5.10 inch\nO+\nFamily Details\nPlumber',
      'श्री\nPersonal Details\nName:-\nDOB:-\nTime:-\nHeight:-\nBlood Group:-\n[NAME]\n[BIRTH_DATE]\n7.30 am\n5.10 inch\nO+\nFamily Details\nPlumber',
    ],
    [
      '이력서\n과정명\n성명(영문/한자)\n연락처\n학력\n한국대학교 컴퓨터공학과 컴퓨터공학 전공 박사 졸업\n김도윤 (Kim Doyun)\n한국대학교\n조리사',
      '이력서\n과정명\n성명(영문/한자)\n연락처\n학력\n한국대학교 컴퓨터공학과 컴퓨터공학 전공 박사 졸업\n[NAME] ([NAME]\n한국대학교\n조리사',
    ],
    ['Nome:\nIdade:\nCidade:\nTilda Samt\n31\nOvar\nMotorista', 'Nome:\nIdade:\nCidade:\n[NAME]\n31\nOvar\nMotorista'],
  ],
  'a name after a heading or a job title on the same line is found': [
    ['PERSONAL INFORMATION Marta Samt\nmarta@mail.example\nWelder', 'PERSONAL INFORMATION [NAME]\n[EMAIL]\nWelder'],
    ['Contact Marta Samt\nWelder', 'Contact [NAME]\nWelder'],
    [
      'Pump/System Administrator Orlin Samtov\nCalls: 0932107210 E-mail: pumps@mail.example',
      'Pump/System Administrator [NAME]\nCalls: [PHONE] E-mail: [EMAIL]',
    ],
    ['Registered Nurse Intensive Care\nCalls: 0932107210', 'Registered Nurse Intensive Care\nCalls: [PHONE]'],
  ],
  'a name that lines of a side bar split in two is found if the e-mail address contains both words': [
    [
      'Tilda\nContact\ntilda.samt@mail.example\nSamt\nWelder at a yard',
      '[NAME]\nContact\n[EMAIL]\n[NAME]\nWelder at a yard',
    ],
  ],
  'a patronymic, a nickname after a label, and the name in another script or in capitals are part of the name': [
    ['Имя: Олег\nФамилия: Дьяков\nОтчество: Ильич\nСварщик', 'Имя: [NAME]\nФамилия: [NAME]\nОтчество: [NAME]\nСварщик'],
    ['Name : Md. Samtan (Tilo)\nWelder', 'Name : [NAME]\nWelder'],
    [
      'Nobu Sumi\nエンジニア・溶接\n神免 伸吉\n〒100-0000 東京都千代田区1-1\nnobu.sumi@mail.example',
      '[NAME]\nエンジニア・溶接\n[NAME]\n[ADDRESS]\n[EMAIL]',
    ],
    [
      'WELDER\nTILDA\nSAMT\nLinkedin: Tilda Samt\nMail: tildasamt@mail.example',
      'WELDER\n[NAME]\nLinkedin: [LINK] [NAME]\nMail: [EMAIL]',
    ],
  ],
  'a name below the buttons of a web page is found': [
    [
      'Download as word\nA.Tildamani\n5A/453, Samt Colony\nWelder',
      'Download as word\n[NAME]\n5A/453, Samt Colony\nWelder',
    ],
  ],
  'details in coloured boxes and tables of a LaTeX source are found': [
    [
      '\\begin{document}\n\\center\\colorbox{white}{\\fontsize{48}{40}\\textcolor{black}{\\textbf{TILDA SAMT}}}\\\\\n\\textbf{Date of Birth} & \\quad : \\quad & January 27, 1996\\\\\n\\textbf{Date of Birth:} & 16th of august 1982\\\\',
      '\\begin{document}\n\\center\\colorbox{white}{\\fontsize{48}{40}\\textcolor{black}{\\textbf{[NAME]}}}\\\\\n\\textbf{Date of Birth} & \\quad : \\quad & [BIRTH_DATE]\\\\\n\\textbf{Date of Birth:} & [BIRTH_DATE]\\\\',
    ],
  ],
  'a birth date or an age is found next to a name, next to a symbol, and without a space': [
    ['김도윤 1988. 10. 07.\n010 - 0000 - 0000\n조리사', '[NAME] [BIRTH_DATE]\n[PHONE]\n조리사'],
    [
      'Tilda Samt\n+ Thiene (VI), Italy { 18 Ottobre 2001\nSaldatrice',
      '[NAME]\n+ Thiene (VI), Italy { [BIRTH_DATE]\nSaldatrice',
    ],
    ['Tilda Samt\nHi, Iam 18 years old and weld', '[NAME]\nHi, Iam [BIRTH_DATE] years old and weld'],
    ['Tilda Samt\nVelda 1.0 - 18 ottobre 2001\nSaldatrice', '[NAME]\nVelda 1.0 - 18 ottobre 2001\nSaldatrice'],
  ],
  'a phone number next to symbols, or with half a parenthesis, is found': [
    [
      'Tilda Samt\n[ t@mail.example Ó (11) 95555-0142 ¯ site\nSoldadora',
      '[NAME]\n[ [EMAIL] Ó [PHONE] ¯ site\nSoldadora',
    ],
    ['Tilda Samt\nTel\n+82) 10-5550-7301\nWelder', '[NAME]\nTel\n[PHONE]\nWelder'],
  ],
  'the name of a language is not part of a name above it': [
    ['Tilda Samt C# developer\nTilda welds in C.', '[NAME] C# developer\n[NAME] welds in C.'],
  ],
}

for (const [title, texts] of Object.entries(cases))
  test(title, (t) => {
    for (const [text, expected] of texts) t.is(seen(text), expected, text)
  })
