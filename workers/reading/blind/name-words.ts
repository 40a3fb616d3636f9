/**
 * Word lists for finding a person's name. Data only, in lower case.
 */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Roles in languages that put the noun first: two words before one of them are a name, 'Marta Puig Desarrolladora'. */
export const nounFirstRoles = words(`
  ingénieur ingénieure développeur développeuse physicien infirmier infirmière ingeniero ingeniera desarrollador
  desarrolladora enfermero enfermera engenheiro engenheira desenvolvedor desenvolvedora ingegnere sviluppatore
  infermiere infermiera inżynier programista księgowy księgowa pielęgniarka инженер разработчик программист менеджер
  бухгалтер медсестра физик аналитик адвокат юрист учитель врач abogado abogada avocat avocate avvocato advogado
  advogada adwokat contador contadora médico médica profesor profesora maestra cocinero comptable vendeur vendeuse
  cuisinier professeur médecin cameriere cuoco kucharz nauczyciel nauczycielka cocinera camarero camarera técnico
  técnica vendedor vendedora contable analista motorista professora professor cozinheiro cozinheira enseignante
  enseignant boulanger technicien technicienne électricien électricienne spawacz magazynier kierownik specjalista
  muhasebeci hemşire öğretmen mühendis aşçı elektrikçi avukat
`)

/**
 * Nouns that end a job title. Directly after two unknown words they make all three a title: 'Wardrobe Crew Stylist'.
 */
export const roles: ReadonlySet<string> = new Set([
  ...nounFirstRoles,
  ...words(`
  engineer developer programmer architect designer manager director head lead leader officer executive president
  founder cofounder owner consultant analyst scientist researcher specialist expert administrator assistant associate
  coordinator supervisor technician operator representative advisor adviser accountant auditor banker lawyer attorney
  nurse doctor physician surgeon dentist pharmacist therapist teacher professor lecturer tutor student graduate
  intern trainee apprentice freelancer contractor writer editor journalist photographer recruiter tester tech
  administratorin mechanic electrician plumber welder fitter machinist foreman inspector surveyor draftsman
  draughtsman estimator planner buyer secretary receptionist cashier clerk driver artist stylist hairstylist musician
  actor nanny caregiver entwickler entwicklerin ingenieur ingenieurin leiter leiterin berater beraterin fachkraft
  pflegefachkraft krankenschwester kaufmann kauffrau advocate barrister solicitor paralegal notary bookkeeper
  bartender waiter waitress housekeeper concierge barista chef nutritionist dietitian radiographer sonographer
  phlebotomist paramedic firefighter veterinarian optometrist optician psychologist psychiatrist psychotherapist
  counsellor counselor physiotherapist radiologist cardiologist midwife caretaker janitor custodian cleaner gardener
  landscaper roofer plasterer bricklayer joiner glazier locksmith seamstress dressmaker economist statistician
  biologist chemist physicist mathematician geologist biochemist microbiologist archaeologist historian librarian
  archivist curator translator interpreter proofreader copywriter blogger reporter broadcaster presenter
  cinematographer filmmaker animator illustrator choreographer dancer singer composer vocalist actress novelist
  dispatcher courier trucker steward stewardess sailor millwright assembler loader merchandiser salesperson salesman
  saleswoman telemarketer broker trader underwriter actuary adjuster appraiser realtor fundraiser diplomat chaplain
  coach trainer instructor educator babysitter carer homemaker entrepreneur businessman businesswoman superintendent
  scaffolder rigger driller cartographer geographer agronomist fisherman detective investigator soldier policeman
  policewoman prosecutor magistrate registrar typist stenographer scheduler webmaster sommelier dishwasher
  rechtsanwalt rechtsanwältin notar steuerberater lehrer lehrerin arzt ärztin verkäufer verkäuferin
`),
])

/** Trades that are also family names: alone at the head of a resume they are a title. */
export const trades = words(`
  baker cook mason butler barber carpenter potter porter judge pilot tailor miller farmer forester fisher painter
  sculptor weaver shepherd gardiner clark smith plumer turner glover pastor priest deacon steward marshal koch müller
  schmidt schneider fischer weber bäcker becker metzger zimmermann maurer boucher boulanger charpentier herrero zapatero
`)

/** Towns, countries, tools and months: some are also names of people, so one alone does not rule out a name. */
export const softWords = words(`
  united states kingdom america germany france spain italy netherlands poland india china canada australia new york san
  francisco los angeles london paris berlin munich hamburg vienna zurich zürich madrid barcelona rome milan amsterdam
  brussels warsaw prague dublin lisbon stockholm oslo copenhagen helsinki moscow kyiv istanbul dubai uae singapore tokyo
  beijing shanghai bangalore bengaluru mumbai delhi hyderabad chennai kolkata pune sydney melbourne toronto vancouver
  montreal seattle boston chicago texas california january february march april june july august september october
  november december java javascript typescript python ruby rails php golang kotlin swift scala react angular vue node
  spring django docker kubernetes linux windows android ios aws azure google microsoft amazon oracle sap salesforce sql
  mysql postgresql mongodb redis kafka terraform page art bay valley coast county greater metro
  english german french spanish italian portuguese russian ukrainian polish chinese japanese korean hindi arabic dutch
  turkish keen learner plains public speaking accounts payable payables receivable receivables
`)

/** Capitalised words at the head of a resume that are not part of a name: titles, headings, skills. */
export const neverNames: ReadonlySet<string> = new Set([
  ...roles,
  ...words(`
  senior junior principal staff chief vice deputy certified registered licensed freelance former aspiring experienced
  professional global regional national senior-level full-stack fullstack full-time part-time
  resume résumé resumé curriculum vitae cv biodata lebenslauf portfolio profile profil summary synopsis objective
  objectives overview introduction highlights contact contacts details detail personal information data about me
  confidential application applied apply applying candidate applicant position post cover letter experience
  experiences employment history work working career carrier education educational academic skills skill
  competencies qualification qualifications qualified languages references projects certifications certificates
  achievements awards interests hobbies publications volunteering training engineering development architecture
  design management leadership consulting consultancy analysis analytics science research administration accounting
  finance financial internship sales marketing product production program operations operational human resources
  business customer support service services success account quality assurance control test testing security network
  networks system systems software hardware web mobile mob cell cellular cloud database machine learning deep
  artificial intelligence ml devops frontend front-end backend back-end full stack end back embedded infrastructure
  platform reliability site technology technologies technical digital media content creative graphic ux ui user
  interface university universität université college school institute academy faculty department bachelor
  master masters phd msc bsc mba degree diploma of and the for at with to from our inc ltd llc gmbh corp company
  group building nagar colony village vill district dist distt state pin zip code remote city present permanent current
  correspondence email emails e-mail mail phone ph house street road avenue block telephone tel fax whatsapp skype address website linkedin github
  date dob birth born age gender sex male female marital status nationality passport religion number id last first
  updated father father's fathers mother mother's husband spouse wife name names dear sir madam hiring declaration
  signature place location preference mechanical civil electrical electronics electronic structural chemical
  industrial aeronautical automobile automotive marine mining petroleum biomedical environmental maintenance safety
  area region remote onsite hybrid extract transform load reconciliation balance code codes courses course interests certification
  planning procurement logistics supply chain warehouse admin administrative clinical medical surgical pediatric
  paediatric dental legal corporate commercial retail wholesale hospitality hotel restaurant kitchen banking insurance
  investment tax payroll audit hse hvac mep qa qc cad bim it team project projects key core main strategic
  makeup hair wardrobe grooming driving licence license years year months seeking looking dedicated motivated hard
  results results-driven detail-oriented dynamic passionate proud woman geek interior exterior visual motion
  game games physics chemistry biology mathematics statistics economics nursing teaching pharmacy law arts music theater
  theatre journalism communication communications relations social worker health care healthcare
  om mig hakkımda ensino médio medio utbildning erfarenhet geburtsdatum geburtsort geburtstag anschrift wohnort staatsangehörigkeit familienstand berufserfahrung ausbildung kenntnisse sprachen kontakt persönliche daten angaben zur expérience expériences
  formation compétences langues coordonnées experiencia educación habilidades formación datos personales
  perfil contacto experiência formação competências dados pessoais esperienza istruzione competenze lingue
  doświadczenie wykształcenie umiejętności języki резюме опыт работы образование навыки контакты контактная информация
  личные данные о себе цель старший младший ведущий главный kein keine keinen not never without
`),
])

/** Halves of product and company names that are written as one word: 'MailChimp', 'QuickBooks'. */
export const brandParts = words(`
  java type coffee post live power word share head data dev git hub lab labs linked face tube you mail chimp spot quick books
  fresh sales force docu sign web flow air table base camp snow flake team viewer click house fire big query cloud front
  light room premiere photo shop after effects solid works auto desk code pen spring boot action script soft tech corp
  net suite work day pay pal bank care med space point link press board cast sound go any connect zen smart sheet slack
  note pad visual studio magic draw hash map node red open stack shift play station game maker unity door
`)

/** Degrees, licences and memberships that follow a name, without full stops. */
export const postNominals = words(`
  aat aca acca acma aia aicp apn aprn aprnbc arnp asa ba bba bcom be beng bm bs bsc bsn btech ccc ccie ccna ccnp
  ccrn cen cfa cfe cfp cgma chfc chrp cia cima cipd cipp cisa cism cissp cma cna cnm cnp cpa cpc cphr cpim crna
  cscp cspo csm cta dba dds dmd dnp do dphil dsc dvm eit emba emt esq fcca fca fcma fcipd fnp fnpbc frcp frcs
  frics frm gphr hons jd llb llm lcsw lmft lmsw lpc lpn lvn ma march mba mbbs mbchb mbcs mca mciob mcips mcipd md me
  med meng mfa mha mict miet mmath mph mphil mpa mphys mrcgp mrcp mrcs mres mrics ms msc msn msw mtech np ocn otr pa pe
  pgce phd pharmd phr pmhnp pmp psyd pt qts rcdd rd rdn rgn rmn rn rpn rrt shrm shrmcp shrmscp sphr
`)
/** Names that are also everyday words: alone they are not redacted. */
export const everydayNames = words(`
  will mark may grace hope faith joy rose art bill rich frank grant drew jack max page king young long little price
  cook baker swift ruby rust julia perl scala dart crystal elm jade ember jasmine jest karma sage june april august
  summer autumn dean earl guy miles chase chance gene pat sue ray rob nick penny ivy iris violet olive amber pearl
  ginger daisy lily hunter mason tanner archer banks bank brown black white green gray grey gold silver stone wood
  woods hill field fields brook rivers lake bush forest park parks street lane bridge church castle hall house mills
  day knight bishop pope marshall major best good sharp strong wise love power powers case cash bond fox wolf bird
  crane swan fish bass pike lamb bull reed moss frost snow winter rain storm cloud wind west east north south london
  paris berlin sydney austin madison houston dallas washington lincoln florence charlotte victoria georgia virginia
  carolina jordan chad israel india china ford tesla bosch siemens dell wells morgan goldman ernst walker fisher
  carpenter shepherd porter gates jobs lean scrum star sky storm bell head heads hand foot post court law laws word
  words cross ward warden pack pace paine pine ash berry rice bean root roots branch stack hook hooks spring golden
  noble prince duke baron abbot parish temple marsh moor heath glen dale vale ridge merit sterling constant patience
  prudence charity justice liberty harmony melody carol viola lance spike rusty dusty sandy rocky buck bunny robin
  jay martin drake finch falcon hawk wren raven lark dove colt bear node shell bash vim django pascal ada haskell
  erlang curry eiffel euler gauss kent cobb newton kelvin watt volt tech key page reader writer tester coder jenkins
  travis hudson cassandra athena apollo phoenix luigi hugo cypress flask chef vault packer consul nomad edison
  hermes gatsby celery java python oracle azure vertex apex quest summit pioneer global first last sun moon mars
  venus
`)

/** Parts of an e-mail address that belong to an office, not to a person. */
export const roleMailboxes = words(`
  info contact mail email me hello hi office admin jobs job career careers hr work resume cv apply support sales
  team the dev developer engineer tech code coder pro official real its im iam my
`)

/** Short words inside a name. */
export const nameParticles = words(`
  de da do dos das del della di du des la le van von der den ter ten bin ibn al el y e zu vom zur abu ben bint af av ur ul ud un o'g'li o‘g‘li o’g’li qizi oglu oğlu qızı kyzy uulu
`)

/** Capitalised words after a family name that make it an employer's: a score may rest on 'Schneider Electric'. */
export const companyWords = words(`
  inc ltd limited llc llp plc gmbh ag kg se sa sas srl bv nv ab oy corp corporation company co group holding holdings
  industries electric electronics systems technologies software solutions consulting partners associates bank
  insurance pharma pharmaceuticals motors energy foods logistics university college school hospital clinic institute
  foundation
`)
