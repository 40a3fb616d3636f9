/**
 * Lists of words with little or no meaning in a resume or a job description.
 *
 * These words are ignored or have a lower weight, so a list must not contain a skill.
 */

const list = (text: string): string[] => text.trim().split(/\s+/)

/** Function words in English, German, French and Spanish, which are never content words. */
export const functionWords = list(`
  a about above across after again all also although am among an and another any are as at be because been before
  being below between both but by can cannot could did do does doing done during each either etc few for from further
  had has have having he her here hers him his how i if in into is it its itself just less let like may me might more
  most much must my near need needs neither nor not now of off on once one only onto or other others our ours out over
  own per please rather s same shall she should since so some such t than that the their theirs them then there these
  they this those through throughout to too toward towards under until up upon us use used uses using via very was we
  well were what when where whether which while who whom whose why will with within without would yes you your yours e
  g i.e aber als am an auch auf aus bei bis das dass dem den der des die du ein eine einem einen einer eines er es fur
  haben hat ich ihr ihre im ist kann mit muss nach oder sein sich sie sind uber um und uns unser von vor wie wir wird
  zu zum zur au aux avec ce ces cette dans de elle en est et il ils la le les leur mais nous ou par pas pour qui sa se
  ses son sont sur un une vos votre vous al como con cual del desde donde el ella entre esta este las lo los mas o
  para pero por que ser su sus tu una uno unos y`)

/** Words that only say that something is required, not what. */
export const fillerWords = list(`
  ability able advanced applicant available background basic candidate capable competence deep degree demonstrate
  desire diploma eight equivalent essential excellent experience expert expertise exposure extensive exceptional
  experienced familiarity field five four good great hands have hold ideal important include in-depth intermediate
  job kind knowledge least level mandatory minimum must nice nine outstanding overall plus possess practical prefer
  previous prior proficiency profile professional proven qualification recognised recognized related relevant require
  role seven similar six skill solid sound strong successful suitable superior ten three total two track record type
  understanding valid willing willingness work year yrs month erfahrung erfahrungen kenntnis kenntnisse fundierte
  gute sehr mehrjahrige fahigkeit jahre mindestens idealerweise annees ans connaissance maitrise bonne experiencia
  conocimiento anos dominio minimo buen buena`)

/** Content words that most resumes contain. They weigh less than words that distinguish trades. */
export const genericWords = list(`
  achieve active charter apply area assist base build business certificate change client collaborate colleague
  company complex contribute control coordinate create current daily deliver department develop different drive
  effective efficient generalist specialist representative ensure environment establish fast focus goal group handle
  help high impact implement improve independent individual industry initiative issue key large lead licence maintain
  make manage meet member monitor motivate multiple new operate order organisation people perform plan positive
  problem process produce product project provide quality report responsibility result run scale sector service set
  small software solution solve staff standard support system task team technical technology time tool train user
  various`)
