/**
 * Heads of resumes by language and layout, with gaps for what identifies a person, and what to fill the gaps with.
 * All people, numbers and places are invented.
 */

/** `{name}`, `{NAME}` in capitals, `{family}`, `{email}`, `{phone}`, `{link}`, `{birth}`, `{address}` are the gaps. */
export type Head = {
  title: string
  script: 'Latin' | 'Cyrillic' | 'Han' | 'Hangul' | 'Arabic' | 'Devanagari'
  text: string
}

const english = `
Experience
Acme Payments, 2019 - 2024: built a settlement service in Go on Kubernetes for 10 000 000 users.
{family} led a team of six at Globex, 2015 - 2019. Order 1234567890, build 10.0.19041.`

const body: Record<Head['script'], string> = {
  Latin: english,
  Cyrillic: '\nОпыт работы\nЗавод «Вектор», Казань, с 2016: наладка станков.',
  Han: '\n工作经历\n北京支付科技有限公司,2018年至今:负责支付系统的设计与开发。',
  Hangul: '\n경력\n주식회사 결제, 2018년부터: 결제 시스템 설계와 개발, 다섯 명의 팀을 이끌었습니다.',
  Arabic: '\nالخبرة\nشركة المدفوعات، 2018: تطوير أنظمة الدفع.',
  Devanagari: '\nअनुभव\nभुगतान कंपनी, 2018: भुगतान प्रणाली का विकास।',
}

const written: [script: Head['script'], title: string, text: string][] = [
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

/** First the name, then the part of it that stands for it alone. */
export const names: Record<Head['script'], [name: string, family: string][]> = {
  Latin: [
    ...[
      ['Maria Schneider', 'Schneider'],
      ['Amara Okonkwo', 'Okonkwo'],
      ['Nguyễn Thị Hoa', 'Nguyễn'],
    ],
    ...[
      ['Søren Østergård', 'Østergård'],
      ['Zoë García-López', 'García-López'],
      ['Siobhán O’Connor', 'O’Connor'],
    ],
    ...[
      ['Willem van der Meer', 'van der Meer'],
      ['João da Silva', 'da Silva'],
      ['Þóra Jónsdóttir', 'Jónsdóttir'],
    ],
    ...[
      ['Łukasz Wiśniewski', 'Wiśniewski'],
      ['Mehmet Yılmaz', 'Yılmaz'],
      ['Björn Åkesson', 'Åkesson'],
    ],
    ...[
      ['Jane Q. Doe', 'Doe'],
      ['K. R. Venkatesan', 'Venkatesan'],
      ['Priyanka Raghunathan', 'Raghunathan'],
    ],
    ...[
      ['Ioannis Papadopoulos', 'Papadopoulos'],
      ['Eszter Szabó', 'Szabó'],
      ['Chinedu Eze', 'Eze'],
    ],
    ...[
      ['Thandiwe Ndlovu', 'Ndlovu'],
      ['Fatima al-Zahrani', 'al-Zahrani'],
      ['Jean-Luc d’Artois', 'd’Artois'],
    ],
    ...[
      ['Giovanna De Luca', 'De Luca'],
      ['Li Weimin', 'Weimin'],
      ['Kim Min-jun', 'Min-jun'],
      ['Yuki Tanaka', 'Tanaka'],
    ],
    ...[
      ['Mohammed Abdul Rahman', 'Rahman'],
      ['Hélène Lefèvre', 'Lefèvre'],
      ['Dmitri Sokolov', 'Sokolov'],
    ],
  ] as [string, string][],
  Cyrillic: [
    ...[
      'Иван Петров',
      'Мария Соколова',
      'Олександр Шевченко',
      'Анна Сергеевна Иванова',
      'Петров Иван Ильич',
      'Елена Ким',
    ],
    ...['Ёлкин Фёдор', 'Гульнара Ахметова', 'Тигран Саркисян', 'Нино Беридзе', 'Азиз Каримов', 'Милица Јовановић'],
    ...['Татьяна Белова', 'Руслан Хасанов', 'Ольга Римская-Корсакова', 'Николай Жуков', 'Юлия Чернова', 'Яна Щукина'],
    ...['Айгуль Сатпаева', 'Богдан Мельник'],
  ].map((name) => [name, name]),
  Han: [
    ...[
      '张伟',
      '王芳',
      '李明',
      '刘洋',
      '陈静',
      '杨秀英',
      '赵磊',
      '黄丽',
      '周杰',
      '吴敏',
      '徐志强',
      '孙悦',
      '马超',
      '朱琳',
      '胡军',
      '林小雨',
    ],
    ...['欧阳娜', '司马光远', '诸葛明', '上官婉儿'],
  ].map((name) => [name, name]),
  Hangul: [
    ...[
      '김민준',
      '이서연',
      '박지훈',
      '최수빈',
      '정예은',
      '강동원',
      '조하늘',
      '윤서준',
      '장미란',
      '임재현',
      '한지민',
      '오세훈',
      '서유나',
      '신동혁',
    ],
    ...['권나라', '황민호', '안소희', '송지호', '류현우', '홍길순', '남궁민수'],
  ].map((name) => [name, name]),
  Arabic: [
    ...[
      'محمد أحمد',
      'فاطمة الزهراء',
      'علي حسن',
      'سارة خالد',
      'يوسف إبراهيم',
      'ليلى منصور',
      'عمر فاروق',
      'نور الدين',
      'هدى سالم',
      'كريم ناصر',
    ],
    ...[
      'زينب علوي',
      'طارق زياد',
      'مريم يعقوب',
      'سمير عادل',
      'رنا حداد',
      'بلال قاسم',
      'دينا فؤاد',
      'وليد جابر',
      'أمل رشيد',
      'حسين كاظم',
    ],
  ].map((name) => [name, name]),
  Devanagari: [
    ...[
      'राहुल शर्मा',
      'प्रिया सिंह',
      'अमित कुमार',
      'नेहा गुप्ता',
      'विकास यादव',
      'अंजलि वर्मा',
      'संजय पटेल',
      'कविता जोशी',
      'मनोज तिवारी',
      'दीपा नायर',
    ],
    ...[
      'रवि मिश्रा',
      'सुनीता देवी',
      'अर्जुन राव',
      'पूजा मेहता',
      'किरण देसाई',
      'गीता रानी',
      'मोहन लाल',
      'लक्ष्मी अय्यर',
      'सूरज चौहान',
      'आशा भट्ट',
    ],
  ].map((name) => [name, name]),
}

/** What fills the other gaps, whatever the script. */
export const details = {
  email: [
    ...[
      'jane.doe@example.com',
      'j_doe42@mail.example.org',
      'info@schneider.example',
      'amara.o@example.ng',
      'x@y.example',
    ],
    ...[
      'maria-schneider@example.co.uk',
      'søren@example.dk',
      'li.wei@example.cn',
      'kim+jobs@example.kr',
      '9876543210@example.in',
    ],
    ...[
      'jean.dartois@example.fr',
      'zoe@garcia.example.es',
      'me@thandiwe.example.za',
      'ivan%petrov@example.ru',
      'J.DOE@EXAMPLE.COM',
    ],
    ...[
      'engineer.doe@example.com',
      'nurse.jane@example.com',
      'hello@doe.dev',
      'a.b.c.d@example.museum',
      'yilmaz1990@example.com.tr',
    ],
  ],
  phone: [
    ...[
      '(555) 123-4567',
      '555-123-4567',
      '+1 555 123 4567',
      '5551234567',
      '+49 (0)30 1234567',
      '030 1234567',
      '030/1234567',
    ],
    ...[
      '+33 6 12 34 56 78',
      '06 12 34 56 78',
      '+91-98765-43210',
      '9876543210',
      '+91 9876543210',
      '020 7946 0958',
      '+44 20 7946 0958',
    ],
    ...[
      '+86 138 0013 8000',
      '13800138000',
      '+81-90-1234-5678',
      '090-1234-5678',
      '010-1234-5678',
      '+55 (11) 91234-5678',
      '+971 50 123 4567',
    ],
    ...['0301 1234567', '+27 61 719 2902', '8 (912) 345-67-89'],
  ],
  link: [
    ...[
      'linkedin.com/in/jane-doe-94473811',
      'https://www.linkedin.com/in/mschneider/',
      'github.com/jdoe',
      'https://github.com/x42',
    ],
    ...[
      'www.example.com',
      'https://example.org/cv?id=7',
      'janedoe.dev',
      'schneider.me',
      'x.com/okonkwo',
      'https://t.me/tanaka',
    ],
    ...[
      'gitlab.com/sokolov',
      'behance.net/lefevre',
      'medium.com/@silva',
      'https://orcid.org/0000-0002-1825-0097',
      'jdoe.github.io',
    ],
    ...[
      'stackoverflow.com/users/12854948',
      'https://kaggle.com/eze',
      'http://szabo.hu/~eszter',
      'facebook.com/ndlovu',
      'https://xing.com/profile/M_S',
    ],
  ],
  birth: [
    ...[
      '12 March 1985',
      'March 12, 1985',
      '12.03.1985',
      '12/03/1985',
      '1985-03-12',
      '3/12/85',
      '12-Mar-1985',
      '12th of March 1985',
    ],
    ...[
      '1985',
      '12. März 1985',
      '12 mars 1985',
      '12 de marzo de 1985',
      '12 de março de 1985',
      '12 марта 1985',
      '1985年3月12日',
      '1985년 3월 12일',
    ],
    ...['06th Sep 1990', '18th July, 1979', '1990.05.06', '1990/5/6', '5 6 1990'.replaceAll(' ', '.')],
  ],
  address: [
    ...[
      '123 Main Street, Apt 4B, Springfield, IL 62704',
      '10 Downing Street, London SW1A 2AA',
      '4489 Oxford Lane, San Antonio, PA 90024',
    ],
    ...[
      'Musterstraße 12, 10115 Berlin',
      'Lange Gasse 7, 1080 Wien',
      '12 rue de la Paix, 75002 Paris',
      '3 bis avenue Foch, 69006 Lyon',
    ],
    ...[
      'Calle Mayor 5, 28013 Madrid',
      'Avenida da Liberdade 110, 1250 Lisboa',
      'Via Roma 22, 00184 Roma',
      'Kerkstraat 9, 1017 Amsterdam',
    ],
    ...[
      'ul. Długa 14, 31147 Kraków',
      '5 High Street, Oxford OX1 4AA',
      '77 Massachusetts Avenue, Cambridge, MA 02139',
      '1 Queens Road, Bristol BS8 1QU',
    ],
    ...[
      'Hauptstr. 3a, 80331 München',
      '8 chemin des Vignes, 1203 Genève',
      'P.O. Box 4711',
      '900 Elm Drive, Portland, OR 97201',
      'Storgatan 21, 11145 Stockholm',
    ],
  ],
}
