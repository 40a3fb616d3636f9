/** Resumes of invented people, divided by where their lines are on a page. */

/** `head` is the name and title, `side` is a narrow column, and `foot` is the text below everything else. */
export type Parts = { language: string; head: string[]; side: string[]; main: string[]; foot: string[] }

/** A resume layout. `order` returns the reading order if it is not head, side, main, foot. */
export type Layout = { make(parts: Parts): Buffer | Promise<Buffer>; order?(parts: Parts): string[] }

/** Returns the lines in the reading order that most layouts have. */
export function linesOf({ head, side, main, foot }: Parts): string[] {
  return [...head, ...side, ...main, ...foot]
}

export const english: Parts = {
  language: 'English',
  head: ['Nora Lindqvist', 'Senior Software Engineer'],
  side: [
    'Skills',
    'Go and Rust',
    'Kubernetes',
    'PostgreSQL',
    'Languages',
    'Swedish, English',
    'Certificates',
    'CKA 2021',
  ],
  main: [
    'Experience',
    'Tech Lead, Northwind Traders, 2019 to 2024',
    'Designed the ledger service that settles four million payments a day.',
    'Cut the cost of storage by a third with partitioned tables.',
    'Software Engineer, Fabrikam, 2014 to 2019',
    'Maintained the build system and wrote its documentation.',
    'Education',
    'MSc in Computer Science, Uppsala, 2014',
  ],
  foot: ['References are available on request.'],
}

export const russian: Parts = {
  language: 'Russian',
  head: ['Анна Соколова', 'Главный бухгалтер'],
  side: ['Навыки', 'Налоговый учёт', 'Сводная отчётность', 'Языки', 'Английский язык'],
  main: [
    'Опыт работы',
    'Торговый дом «Заря», Самара, 2016 по настоящее время',
    'Составила отчётность двенадцати филиалов и провела три проверки.',
    'Бухгалтер, завод «Луч», 2009 по 2016',
    'Вела расчёты с поставщиками и склад.',
    'Образование: Самарский университет, 2009',
  ],
  foot: ['Рекомендации предоставляются по запросу.'],
}

export const chinese: Parts = {
  language: 'Chinese',
  head: ['李娜', '产品经理'],
  side: ['技能', '用户研究', '数据分析', '语言', '英语流利'],
  main: [
    '工作经历',
    '北京云图科技有限公司，2018年至今',
    '负责移动支付产品的规划与设计，用户增长三倍。',
    '上海远航信息公司，2013年至2018年',
    '管理八人团队，完成客户服务平台的改版。',
    '教育背景：复旦大学，2013年毕业',
  ],
  foot: ['可提供推荐信。'],
}

/** A resume that runs from right to left. Files store its letters in reading order. */
const hebrew: Parts = {
  language: 'Hebrew',
  head: ['נועה ברקוביץ', 'מהנדסת תוכנה בכירה'],
  side: ['כישורים', 'פיתוח שרתים', 'מסדי נתונים', 'שפות', 'אנגלית שוטפת'],
  main: [
    'ניסיון תעסוקתי',
    'חברת אלון מערכות, חיפה, 2017 עד 2024',
    'פיתחה שירות תשלומים והובילה צוות של שישה מהנדסים.',
    'חברת גל תקשורת, 2012 עד 2017',
    'תחזקה את מערכת החיוב וכתבה את בדיקותיה.',
    'השכלה: תואר ראשון במדעי המחשב, 2012',
  ],
  foot: ['המלצות יימסרו לפי בקשה.'],
}

export const arabic: Parts = {
  language: 'Arabic',
  head: ['ليلى منصور', 'مديرة مشاريع'],
  side: ['المهارات', 'إدارة الجودة', 'التخطيط', 'اللغات', 'الإنجليزية'],
  main: [
    'الخبرة العملية',
    'شركة النور للبناء، عمّان، من 2015 إلى 2024',
    'أشرفت على بناء ثلاثة مستشفيات في موعدها.',
    'مكتب الأفق الهندسي، من 2010 إلى 2015',
    'أعدت جداول العمل وميزانيات المواقع.',
    'التعليم: بكالوريوس هندسة مدنية، 2010',
  ],
  foot: ['تُقدَّم المراجع عند الطلب.'],
}

export const resumes = [english, russian, chinese, hebrew, arabic]
