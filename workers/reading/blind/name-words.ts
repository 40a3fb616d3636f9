/**
 * Word lists for finding a person's name. Data only, in lower case.
 */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Capitalised words at the head of a resume that are not part of a name: titles, headings, skills, places. */
export const neverNames = words(`
  resume résumé resumé curriculum vitae cv lebenslauf portfolio profile summary objective overview introduction
  contact contacts details personal information data about me page confidential application candidate applicant
  cover letter experience employment history work working professional career education skills competencies
  qualifications languages references projects certifications certificates achievements awards interests hobbies
  publications volunteering training engineer engineering developer development programmer architect architecture
  designer design manager management director head lead leader leadership senior junior principal staff chief
  officer executive president founder cofounder owner consultant consulting consultancy analyst analysis analytics
  scientist science researcher research specialist expert administrator administration assistant associate
  coordinator supervisor technician operator representative advisor accountant accounting finance financial auditor
  banker lawyer attorney nurse doctor physician teacher professor lecturer student graduate intern internship
  trainee apprentice freelancer freelance contractor writer editor journalist recruiter sales marketing product
  project program operations operational human resources business customer support service services success account
  quality assurance test tester testing security network networks system systems software hardware web mobile cloud
  data database machine learning deep artificial intelligence ai ml devops frontend front-end backend back-end
  fullstack full-stack full stack end back embedded infrastructure platform reliability site technology technologies
  technical tech information it digital media content creative graphic ux ui user interface research java javascript
  typescript python ruby rails php go golang rust kotlin swift scala react angular vue node spring django docker
  kubernetes linux windows android ios aws azure google microsoft amazon oracle sap salesforce sql mysql postgresql
  mongodb redis kafka terraform university universität université college school institute academy faculty
  department bachelor master masters phd msc bsc mba degree diploma of and the for in at with to from inc ltd llc
  gmbh corp company group street road avenue united states kingdom america germany france spain italy netherlands
  poland india china canada australia remote city new york san francisco los angeles london paris berlin munich
  hamburg vienna zurich zürich madrid barcelona rome milan amsterdam brussels warsaw prague dublin lisbon stockholm
  oslo copenhagen helsinki moscow kyiv istanbul dubai singapore tokyo beijing shanghai bangalore bengaluru mumbai
  delhi hyderabad sydney melbourne toronto vancouver montreal seattle boston chicago texas california january
  february march april june july august september october november december present current email e-mail mail phone
  mobile telephone tel address website linkedin github date birth nationality berufserfahrung ausbildung kenntnisse
  sprachen entwickler ingenieur leiter profil kontakt persönliche daten expérience formation compétences langues
  ingénieur développeur experiencia educación habilidades ingeniero kein keine keinen no not never without
`)

/** Degrees, licences and memberships that follow a name, without their points. */
export const postNominals = words(`
  aat aca acca acma aia aicp apn aprn aprnbc arnp asa ba bba bcom beng bm bs bsc bsn btech ccc ccie ccna ccnp
  ccrn cen cfa cfe cfp cgma chfc chrp cia cima cipd cipp cisa cism cissp cma cna cnm cnp cpa cpc cphr cpim crna
  cscp cspo csm cta dba dds dmd dnp do dphil dsc dvm eit emba emt esq fcca fca fcma fcipd fnp fnpbc frcp frcs
  frics frm gphr hons jd llb llm lcsw lmft lmsw lpc lpn lvn ma march mba mbbs mbchb mbcs mciob mcips mcipd md med
  meng mfa mha mict miet mmath mph mphil mpa mphys mrcgp mrcp mrcs mres mrics ms msc msn msw np ocn otr pa pe pgce
  phd pharmd phr pmhnp pmp psyd pt qts rcdd rd rdn rgn rmn rn rpn rrt shrm shrmcp shrmscp sphr
`)

/** Names that are also everyday words: on their own they are not redacted. */
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

/** Parts of an e-mail address that belong to an office and not to a person. */
export const roleMailboxes = words(`
  info contact mail email me hello hi office admin jobs job career careers hr work resume cv apply support sales
  team the dev developer engineer tech code coder pro official real its im iam my
`)

/** Small words inside a name. */
export const nameParticles = words(`
  de da do dos das del della di du des la le van von der den ter ten bin ibn al el y e zu vom zur abu ben bint af av
`)
