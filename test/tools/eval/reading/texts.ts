/** Resumes of invented people in several languages and scripts, to be written in every format. */

/** `encodings` are encodings older than UTF-8 that contain the sample's letters. */
export type Sample = { language: string; lines: string[]; encodings: string[] }

export const samples: Sample[] = [
  {
    language: 'English',
    lines: [
      'Maria Schneider',
      'Senior Backend Engineer',
      'Experience',
      'Acme Payments, 2019 - 2024: built a settlement service in Go on Kubernetes.',
      'Globex, 2015 - 2019: ran PostgreSQL clusters and wrote Terraform modules.',
      'Education: MSc Computer Science, 2014',
    ],
    encodings: ['windows-1252'],
  },
  {
    language: 'German',
    lines: [
      'Jörg Müller',
      'Pflegefachkraft für Intensivmedizin',
      'Berufserfahrung',
      'Städtisches Klinikum Köln, seit 2018: Betreuung beatmeter Patienten, Anleitung der Schüler.',
      'Größere Projekte: Einführung der elektronischen Pflegeakte.',
      'Ausbildung: Staatsexamen, 2012',
    ],
    encodings: ['windows-1252'],
  },
  {
    language: 'French',
    lines: [
      'Hélène Lefèvre',
      'Chef pâtissière',
      'Expérience professionnelle',
      'Maison Gâteau, Genève, depuis 2016 : création de la carte des desserts et formation de l’équipe.',
      'Hôtel de la Forêt, 2011 à 2016 : responsable des commandes et de l’hygiène.',
      'Formation : brevet de maîtrise, 2010',
    ],
    encodings: ['windows-1252'],
  },
  {
    language: 'Polish',
    lines: [
      'Łukasz Wiśniewski',
      'Starszy księgowy',
      'Doświadczenie',
      'Zakłady Tłuszczowe, Kraków, od 2017: sprawozdania miesięczne, rozliczenia podatkowe.',
      'Biuro rachunkowe „Źródło”, 2011 - 2017: obsługa trzydziestu firm.',
      'Wykształcenie: magister ekonomii, 2010',
    ],
    encodings: ['windows-1250', 'iso-8859-2'],
  },
  {
    language: 'Russian',
    lines: [
      'Иван Петров',
      'Старший инженер',
      'Опыт работы',
      'Завод «Вектор», Казань, с 2016: наладка станков с программным управлением.',
      'Ремонтная мастерская, 2010 - 2016: сварка и токарные работы.',
      'Образование: Технический университет, 2010',
    ],
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
  },
  {
    language: 'Greek',
    lines: [
      'Γιώργος Παπαδόπουλος',
      'Μηχανικός λογισμικού',
      'Εμπειρία',
      'Εταιρεία Πληρωμών, Αθήνα, από το 2018: ανάπτυξη συστημάτων πληρωμών.',
      'Πανεπιστήμιο Πατρών, έως το 2018: βοηθός διδασκαλίας.',
    ],
    encodings: ['windows-1253'],
  },
  {
    language: 'Chinese',
    lines: [
      '张伟',
      '高级软件工程师',
      '工作经历',
      '北京支付科技有限公司,2018年至今:负责支付系统的设计与开发,管理五人团队。',
      '上海数据公司,2013年至2018年:负责数据库的运行与维护。',
      '教育背景:清华大学计算机科学专业,2013年毕业',
    ],
    encodings: ['gbk'],
  },
  {
    language: 'Japanese',
    lines: [
      '山田太郎',
      '上級エンジニア',
      '職歴',
      '東京決済株式会社、2018年から現在:決済システムの設計と開発を担当し、五人のチームを率いた。',
      '大阪データ株式会社、2013年から2018年:データベースの運用を担当した。',
      '学歴:京都大学工学部卒業',
    ],
    encodings: ['shift_jis', 'euc-jp'],
  },
]
