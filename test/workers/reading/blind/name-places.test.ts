/** Names that are not at the very top of a resume, and the different forms in which people write their names. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'

const work = '\n\nExperience\n2019 - 2024 Forklift operator at Harbour Systems, Bristol. Planned stock rotation.\n'

/** Returns the head as an engine sees it, and checks that the text about work is unchanged. */
function seenHead(head: string): string {
  const { redacted } = blindApplication(head + work, []).resume
  return redacted.endsWith(work) ? redacted.slice(0, -work.length) : `changed: ${redacted}`
}

const cases: Record<string, [head: string, expected: string][]> = {
  'a name on two lines is found in full': [
    ['Marta\nQuillfeather, RN\nNurse', '[NAME], RN\nNurse'],
    ['Marta\nQuillfeather | Driver | Leeds', '[NAME] | Driver | Leeds'],
    ['Marta Elise\nQuillfeather\nDriver\nLeeds', '[NAME]\nDriver\nLeeds'],
    ['MARTA ELISE BERTRAM\nQUILLFEATHER\nDriver\nLeeds', '[NAME]\nDriver\nLeeds'],
    ['Marta Quillfeather\nElektroniker\nmq@mail.example', '[NAME]\nElektroniker\n[EMAIL]'],
    ['ABU MD SALIM HASSAN\nLeeds', '[NAME]\nLeeds'],
    ['Санин Вадим\nОлегович\nКонтакты', '[NAME]\nКонтакты'],
    ['Резюме. Санин Вадим Олегович.\nE-mail: x1@mail.example', 'Резюме. [NAME]\nE-mail: [EMAIL]'],
    ['MARTA ELISE (MATTI) QUILLFEATHER\nmq@mail.example', '[NAME]\n[EMAIL]'],
    ['LÓPEZ QUILLAU, MARTA ELISE\nExperiencia', '[NAME]\nExperiencia'],
    ['Jane Quill MD\nPhysician', '[NAME] MD\nPhysician'],
  ],
  'an address on the line of a name does not hide the name': [
    ['Abu Talib github.com/abtalib\nRajshahi, Bangladesh', '[NAME] [LINK]\nRajshahi, Bangladesh'],
    ['Wendra Quosin wq@mail.example\nLeeds', '[NAME] [EMAIL]\nLeeds'],
    ['Adriana Batista\nDesigner\nFacebook: adriana batista', '[NAME]\nDesigner\nFacebook: [LINK] [NAME]'],
  ],
  'a name in other letters is found in brackets, in an address and after a title': [
    ['Yurui MU（穆钰蕊）\nGender: Female', '[NAME]（[NAME]）\nGender: Female'],
    ['орехова Дарья\norekhova_da01@mail.example', '[NAME]\n[EMAIL]'],
    ['グエン バン タイ ビン\n036 550 3545', '[NAME]\n[PHONE]'],
    ['个人简历\n甘志远\n我的专业：控制工程', '个人简历\n[NAME]\n我的专业：控制工程'],
    ['前端工程师-王小明', '前端工程师-[NAME]'],
    ['이름 : 이창우\n데이터를 활용하여 금리를 예측', '이름 : [NAME]\n데이터를 활용하여 금리를 예측'],
    [
      '성실한 정보통신과 김하늘입니다\n김하늘 1993년 (29세/만 28세)',
      '성실한 정보통신과 [NAME]입니다\n[NAME] [BIRTH_DATE] ([BIRTH_DATE]세/만 [BIRTH_DATE]세)',
    ],
    ['ふりがな\nむらもと つばさ\n村元 翼\n現住所', 'ふりがな\n[NAME]\n[NAME]\n現住所'],
    ['氏 名 川崎 淳市\n履歴書', '氏 名 [NAME]\n履歴書'],
    ['안녕하세요, 김하늘입니다.', '안녕하세요, [NAME]입니다.'],
  ],
  'a name far from the top is found above contact details, by its label and by the address': [
    [
      'ОБРАЗОВАНИЕ\n2023 - 2027\nБакалавриат\nИнженерия\nSKILLS\nJava\n\nЛЬДИНА МАРИЯ\nПрограммист\n\nmm@mail.example',
      'ОБРАЗОВАНИЕ\n2023 - 2027\nБакалавриат\nИнженерия\nSKILLS\nJava\n\n[NAME]\nПрограммист\n\n[EMAIL]',
    ],
    [
      'Beruflicher Werdegang\nseit 2016 Lagerarbeiter\nLeeds\n\nb.quillau@mail.example\n\nSPRACHEN\nDeutsch\n\nBenjamin Quillau',
      'Beruflicher Werdegang\nseit 2016 Lagerarbeiter\nLeeds\n\n[EMAIL]\n\nSPRACHEN\nDeutsch\n\n[NAME]',
    ],
    ['이력서\n\n개발자\n성함: Ravsha Jokhongir/ 존', '이력서\n\n개발자\n성함: [NAME]/ 존'],
    ['Имя\nНомер телефона\nemail\nМария Льдина\n89270000085', 'Имя\nНомер телефона\nemail\n[NAME]\n[PHONE]'],
    [
      'NOMBRES\nAPELLIDOS\nESTADO CIVIL\nMarta\nQuillau Roda\nSoltera',
      'NOMBRES\nAPELLIDOS\nESTADO CIVIL\n[NAME]\nSoltera',
    ],
    ['Forklift Fleet Operator\nMarta Quillfeather\nLeeds', 'Forklift Fleet Operator\n[NAME]\nLeeds'],
  ],
  'titles, marks, spaces and source code around a name do not hide it': [
    ['Lebenslauf\nvon Marta Quillfeather', 'Lebenslauf\nvon [NAME]'],
    ['<h1 align="center">Marta Quillfeather</h1>', '<h1 align="center">[NAME]</h1>'],
    ['1. Marta Quillfeather', '1. [NAME]'],
    ['M A R T A Q U I L L\nDriver', '[NAME]\nDriver'],
    ['NATALIA QUILLAU\nWeb Developer\nH A B I L I D A D E S', '[NAME]\nWeb Developer\nH A B I L I D A D E S'],
    [
      '\\documentclass{cv}\n\\name[Marta QUILL]{Marta QUILL \\large{Ph.D.}}\n\\begin{document}',
      '\\documentclass{cv}\n\\name[[NAME]]{[NAME] \\large{Ph.D.}}\n\\begin{document}',
    ],
    ['marta quillfeather\nDriver', '[NAME]\nDriver'],
    ['Dr. rer. nat. Marta Quillfeather', 'Dr. rer. nat. [NAME]'],
    ['Name: N.quillana', 'Name: [NAME]'],
    ['Surname(s) / First name(s) Quillfeather, Marta', 'Surname(s) / First name(s) [NAME]'],
    [
      '\\documentclass{cv}\n\\firstname{Marta}\\familyname{Quillfeather}\n\\begin{document}',
      '\\documentclass{cv}\n\\firstname{[NAME]}\\familyname{[NAME]}\n\\begin{document}',
    ],
    [
      '\\documentclass{cv}\n\\newcommand{\\name}{Marta Quillfeather}\n\\begin{document}',
      '\\documentclass{cv}\n\\newcommand{\\name}{[NAME]}\n\\begin{document}',
    ],
  ],
}

for (const [title, heads] of Object.entries(cases)) {
  test(title, (t) => {
    for (const [head, expected] of heads) t.is(seenHead(head), expected)
  })
}
