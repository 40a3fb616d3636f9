/** What a text holds that resumes are made of: sections, periods, schools, roles, skills, contact, facts of a person. */
import { resumeSectionOf } from '../../language/headings.ts'

/** The signs that only resumes have. */
export type SureSigns = { sections: number; periods: number; title: number }

/** How much of each there is. */
export type ResumeSigns = SureSigns & {
  education: number
  roles: number
  skills: number
  work: number
  contact: number
  person: number
}

const words = (text: string): string =>
  text
    .trim()
    .split(/\s*;\s*/)
    .join('|')
const wordsOf = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(text)})(?![\\p{L}\\p{N}])`, 'giu')

/** Headings in languages that `headings.ts` does not have. */
const foreignHeading = new RegExp(
  `^[^\\p{L}]{0,4}(?:${words(`
    esperienz[ae](?: professional[ei]| lavorativ[ae])?; istruzione(?: e formazione)?; formazione; competenze; lingue;
    doświadczenie(?: zawodowe)?; wykształcenie; umiejętności; języki(?: obce)?; zainteresowania; dane osobowe;
    erfarenhet; arbetslivserfarenhet; utbildning; kompetens(?:er)?; språk; erfaring; arbejdserfaring; uddannelse; sprog;
    arbeidserfaring; utdanning(?:er)?; ferdigheter; työkokemus; koulutus; osaaminen; kielitaito;
    iş deneyimi; deneyim; eğitim(?: bilgileri)?; beceriler; yetenekler; yabancı dil; kişisel bilgiler;
    praxe; pracovní zkušenosti; vzdělání; dovednosti; jazyky; tapasztalat; munkatapasztalat; tanulmányok; végzettség;
    nyelvtudás; experiență(?: profesională)?; educație; studii; aptitudini; limbi străine; εμπειρία; εκπαίδευση;
    опыт(?: работы)?; образование; навыки; ключевые навыки; языки; о себе; личная информация; досвід(?: роботи)?; освіта;
    навички; experiência(?: profissional)?; formação(?: académica)?; educação; habilidades; competências; idiomas;
    experiencia(?: laboral| profesional)?; formación(?: académica)?; educación; expériences?(?: professionnelles?)?;
    formations?; compétences; langues; 職歴; 学歴; 学歴・職歴; 資格; 免許・資格; スキル; 自己pr; 志望動機; 工作经历; 工作經歷; 教育背景;
    教育经历; 项目经验; 专业技能; 技能; 自我评价; 语言能力; 경력(?: ?사항)?; 학력(?: ?사항)?; 자격증; 보유 ?기술; 자기소개;
    الخبرات?(?: العملية)?; التعليم; المهارات; اللغات; ניסיון(?: תעסוקתי)?; השכלה; כישורים; שפות; अनुभव; शिक्षा; कौशल;
    kinh nghiệm(?: làm việc)?; học vấn; kỹ năng; pengalaman(?: kerja)?; pendidikan; keahlian; keterampilan;
    (?:berufliche )?(?:erfahrung|stationen); schulbildung; persönliche daten; edv-kenntnisse; clinical rotations; internships?
  `)})[^\\p{L}]{0,4}$`,
  'iu',
)

const now = words(`
  present; now; current(?:ly)?; today; date; ongoing; till date; heute; jetzt; aktuell; laufend; présent; aujourd.hui;
  actuel(?:lement)?; ce jour; actual(?:idad|mente)?; presente; hoy; oggi; attuale; in corso; atual(?:mente)?; heden; nu; nuvarande;
  nåværende; obecnie; teraz; současnost; dosud; günümüz; halen; devam; настоящее(?: время)?; н\\.?в\\.?; сейчас; теперішній;
  現在; 至今; 现在; 現時; 현재; الآن; حتى الآن; היום; כיום; nay; hiện tại; sekarang; jelen`)
const year = String.raw`(?:(?:19|20)\d\d|['’]\d\d)`
const dash = String.raw`(?:[-–—‐‑‒―−~～→]|to|until|till|through|bis|au|à|a|al|hasta|até|tot|till|do|по|до|-|から|到|至|까지)`
const periodPattern = new RegExp(
  String.raw`(?<!\d)${year}[^\S\n]?(?:年)?[^\n\d]{0,12}?[^\S\n]?${dash}[^\S\n]?(?:[^\n\d]{0,14}?(?:\d{1,2}[./-]){0,2}${year}|(?:${now})(?!\p{L}))`,
  'giu',
)
const monthPeriod = /(?<!\d)(?:\d{1,2}[./-])?(?:19|20)\d\d\D{1,8}\d{1,2}[./-](?:19|20)\d\d(?!\d)/giu
/** `05/17 – 06/19` */
const shortPeriod = /(?<![\d/.])(?:0?[1-9]|1[0-2])[/.]\d\d\s?[-–—]\s?(?:0?[1-9]|1[0-2])[/.]\d\d(?![\d/.])/gu
const sincePattern =
  /(?<!\p{L})(?:since|from|seit|ab|depuis|desde|dal|sinds|od|sedan|с)\s(?:\p{L}{3,10}\.?\s)?(?:\d{1,2}[./])?(?:19|20)\d\d(?!\d)/giu
const yearsPattern =
  /(?<!\p{L})(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|zwei|drei|vier|fünf)\+?[\s-](?:or more |plus )?(?:(?:full )?years?|yrs?|months?|jahren?|ans|années|años|anni|anos|jaar|lat|år|let|лет|года)(?!\p{L})/giu

const education = wordsOf(`
  university; college; polytechnic; institute of; academy; high school; secondary school; grammar school; school of;
  bachelor(?:['’]?s)?; master(?:['’]?s)? (?:of|degree|in); b\\.?sc; m\\.?sc; b\\.?a\\.?; m\\.?b\\.?a; b\\.?tech; m\\.?tech; b\\.?e\\.?; b\\.?com; m\\.?eng; ph\\.?d;
  degree; diploma; gcses?; a-levels?; gpa; graduated?; major(?:ing|ed)? in; minor in; coursework; certified; certification; licen[sc]ed?; apprenticeship;
  universität; hochschule; fachhochschule; abitur; realschule; gymnasium; ausbildung; studium; diplom; lehre; gesellenbrief;
  université; lycée; licence; baccalauréat; école; bts; dut; universidad; instituto; licenciatura; bachillerato; grado;
  università; liceo; laurea; diploma; universidade; faculdade; universiteit; hogeschool; mbo; hbo; uniwersytet; politechnika; liceum;
  universitet; gymnasieskola; högskola; univerzita; üniversitesi; lisesi; университет; институт; колледж; бакалавр; магистр; університет`)
const cjkEducation =
  /大学|大學|学院|高校|高等学校|卒業|本科|硕士|学士|대학교|고등학교|졸업|جامعة|אוניברסיטה|विश्वविद्यालय/gu
const roles = wordsOf(`
  engineer; developer; programmer; architect; analyst; manager; director; supervisor; foreman; coordinator; administrator; consultant; specialist;
  technician; mechanic; electrician; plumber; welder; machinist; carpenter; painter; driver; operator; labou?rer; cashier; clerk; secretary;
  receptionist; assistant; associate; intern; trainee; apprentice; volunteer; student; teacher; tutor; lecturer; professor; researcher; scientist;
  nurse; doctor; physician; surgeon; dentist; pharmacist; therapist; carer; caregiver; paramedic; midwife; chef; cook; baker; barista; bartender; waiter; waitress; server;
  accountant; auditor; bookkeeper; banker; broker; lawyer; attorney; paralegal; designer; artist; writer; editor; journalist; photographer; translator;
  recruiter; salesman; sales(?:person|woman| representative| executive); seller; representative; agent; officer; guard; cleaner; housekeeper; gardener; farmer; pilot; sailor; soldier; captain; coach;
  head of; chief; vp; president; founder; owner; lead; freelancer?; contractor; self-employed; team leader; stylist; hairdresser; packer; picker; warehouse;
  entwickler(?:in)?; ingenieur(?:in)?; kauffrau; kaufmann; leiter(?:in)?; mitarbeiter(?:in)?; verkäufer(?:in)?; krankenpfleger(?:in)?; pflegefachkraft; lehrer(?:in)?; elektroniker(?:in)?; mechaniker(?:in)?; praktikum; werkstudent(?:in)?; auszubildender?;
  ingénieure?; développeur; développeuse; responsable; chargée?; vendeu(?:r|se); infirmi(?:er|ère); enseignante?; stagiaire; comptable; technicien(?:ne)?; chef de; gestionnaire;
  ingeniero; ingeniera; desarrollador(?:a)?; gerente; encargado; encargada; vendedor(?:a)?; enfermer[oa]; profesor(?:a)?; contador(?:a)?; técnico; auxiliar; ingegnere; sviluppatore; impiegat[oa]; infermier[ea]; insegnante;
  engenheir[oa]; desenvolvedor(?:a)?; analista; estagiári[oa]; medewerker; ontwikkelaar; verpleegkundige; inżynier; programista; kierownik; specjalista; pielęgniarka; nauczyciel;
  ingenjör; utvecklare; sjuksköterska; lärare; mühendis(?:i)?; yazılım; öğretmen; инженер; разработчик; менеджер; программист; специалист; директор; учитель; бухгалтер; водитель`)
const cjkRoles =
  /エンジニア|開発|営業|主任|部長|工程师|经理|开发|主管|엔지니어|개발자|팀장|매니저|مهندس|مدير|מהנדס|מנהל/gu
const skills = wordsOf(`
  microsoft office; ms office; excel; powerpoint; word; outlook; photoshop; autocad; sap; salesforce; quickbooks; python; java; javascript; typescript; node(?:\\.js)?; react; angular; php; c\\+\\+; c#; sql; mysql; postgres(?:ql)?; oracle; linux; aws; azure; docker; kubernetes; terraform; cobol; git; html; css;
  customer service; communication skills; teamwork; team player; leadership; problem[- ]solving; time management; project management; forklift; driving licen[cs]e; driver['’]?s licen[cs]e; first aid; cpr; fluent; native; bilingual; intermediate; proficient; skilled in; knowledge of; familiar with; führerschein; fließend; muttersprache; grundkenntnisse; permis b; courant; bilingue; langue maternelle; carnet de conducir; nativo; fluente; madrelingua; prawo jazdy`)
const work = wordsOf(`
  hard[- ]?working; motivated; reliable; punctual; eager to; willing to learn; years of; skills?; experience in; worked (?:as|at|for|in|with|on); working (?:as|at|for); work experience; experienced?; employed; promoted; responsible for; reported to; looking for (?:a |an )?(?:job|work|position|role|opportunit(?:y|ies)); seeking (?:a|an) ; job; career; internship; shifts?; employer; supervised; managed; led; developed; designed; implemented; created; built; coordinated; maintained; trained; organi[sz]ed; delivered; assisted; prepared; conducted; achieved; increased; reduced; improved; launched; taught; served; operated; installed; repaired; tested; migrated; administered; analy[sz]ed; negotiated; handled; processed; provided; performed; established; spearheaded; oversaw; mentored; collaborated;
  berufserfahrung; tätig; gearbeitet; verantwortlich; entwickelt; betreut; geleitet; expérience; travaillé; géré; développé; experiencia; trabajé; trabajo; desarrollé; gestión de; esperienza; lavorato; experiência; trabalhei; ervaring; gewerkt; doświadczenie; pracował[ae]?m?; erfarenhet; deneyim; опыт; работал[аи]?; разработка`)
const person = wordsOf(`
  date of birth; d\\.?o\\.?b\\.?; place of birth; nationality; marital status; married; single; gender; passport; father['’]?s name; languages known; hobbies; interests; references (?:available )?(?:up)?on request; declaration; geburtsdatum; geboren; geburtsort; staatsangehörigkeit; familienstand; ledig; verheiratet; né le; née le; date de naissance; nationalité; célibataire; fecha de nacimiento; nacionalidad; estado civil; data di nascita; nazionalità; data de nascimento; geboortedatum; nationaliteit; data urodzenia; doğum tarihi; uyruk; дата рождения; гражданство; 生年月日; 出生年月; 性别; 籍贯; 생년월일`)
const title =
  /(?<![\p{L}\p{N}_/.-])(?:r[eé]sum[eé]|cv|c\.v\.|curriculum(?: vitae)?|biodata|lebenslauf|hoja de vida|currículo|履歴書|職務経歴書|简历|簡歷|이력서|резюме|życiorys|özgeçmiş|životopis|önéletrajz)(?![\p{L}\p{N}_/.])/iu
const mail = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}]{2,}/u
const phone = /(?<![\d.,])(?:\+|00|\(?0|\(?\d{3}\)?)[\d\s()./-]{7,18}\d(?!\d)/u
const profile = /linkedin\.com|github\.com|gitlab\.com|xing\.com|behance\.net|portfolio/iu

/** The longest line that may be the title of a resume, and how many lines are looked at for it. */
const [titleWords, titleLines] = [5, 8]
const headingUnits = 80

/** Counts the surest signs, each different one once. Nearly every resume has enough of them. */
export function sureSigns(text: string): SureSigns {
  const lines = text.split('\n').map((line) => line.trim())
  const sections = lines.flatMap((line) => headingOf(line) ?? [])
  const found = [periodPattern, monthPeriod, shortPeriod, sincePattern].flatMap((pattern) => distinct(text, pattern))
  const head = lines.filter((line) => line !== '').slice(0, titleLines)
  return {
    sections: new Set(sections).size,
    periods: new Set(found).size,
    title: head.some((line) => line.split(/\s+/).length <= titleWords && title.test(line)) ? 1 : 0,
  }
}

/** Counts all signs, each different one once: a millisecond for a text of two pages. */
export function resumeSigns(text: string): ResumeSigns {
  return {
    ...sureSigns(text),
    education: distinct(text, education).length + distinct(text, cjkEducation).length,
    roles: distinct(text, roles).length + distinct(text, cjkRoles).length,
    skills: distinct(text, skills).length,
    work: distinct(text, work).length + distinct(text, yearsPattern).length,
    contact: [mail, phone, profile].filter((pattern) => pattern.test(text)).length,
    person: distinct(text, person).length,
  }
}

function headingOf(line: string): string | null {
  if (line === '' || line.length > headingUnits) return null
  const section = resumeSectionOf(line)
  if (section !== null) return section === 'OTHER' ? null : section
  return foreignHeading.test(line) ? line.toLowerCase() : null
}

function distinct(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([found]) => found.toLowerCase()))]
}
