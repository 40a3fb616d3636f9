/**
 * Words that say the same in a resume as in a posting, and forms that a stemmer does not unite, as data.
 *
 * One group a line: the word that stands for all, then the others. None may name a skill of the tables.
 */
const groups = `
lead: led
build: built
sale: sales sold sell selling seller
teach: teaches teaching taught educate educated educating instruct instructed instructing
write: wrote written draft drafts drafted drafting author authored
run: ran running
grow: grew grown
drive: drove driven
hold: held
speak: spoke spoken
win: won
keep: kept
child: children kid kids
supervise: supervising supervision oversee overseeing oversaw overseen superintendent
lawyer: lawyers attorney attorneys
physician: physicians doctor doctors
medicine: medicines medication medications drug drugs meds
pupil: pupils student students learner learners
parent: parents guardian guardians
customer: customers client clients clientele guest guests patron patrons shopper shoppers
employee: employees personnel
payment: payments
pay: paid
wage: wages salary salaries
invoice: invoices invoiced invoicing bill bills billed billing
inventory: inventories stock stocks stocked stocktake
buy: buys bought buying purchase purchases purchased purchasing procure procured procurement
cost: costs costing costed spend spending expense expenses
reduce: reduced reducing reduction cut cuts cutting decrease decreased lowered
repair: repairs repaired repairing fix fixes fixed fixing mend mended
inspect: inspects check checks checked checking examine examined examining examination
defect: defects fault faults
blueprint: blueprints drawing drawings schematic schematics
specification: specifications spec specs
subcontractor: subcontractors subs contractor contractors
freight: cargo haul hauls hauled hauling haulage
truck: trucks lorry lorries
dental: dentist dentists dentistry
surgery: surgeries surgical surgeon surgeons
vehicle: vehicles car cars van vans automobile automobiles
refrigerate: refrigerated reefer chilled
explain: explains explained explaining presents presented presenting
finding: findings insight insights
conflict: conflicts dispute disputes disputed grievance grievances disagreement disagreements
resolve: resolves resolved resolving resolution mediate mediated mediating mediation settle settled
complaint: complaints complain complained unhappy upset dissatisfied
confidential: confidentiality sensitive discreet discretion
crisis: crises emergency emergencies
schedule: schedules scheduled scheduling calendar calendars roster rosters rota
weekend: weekends saturday saturdays sunday sundays
night: nights nightly overnight
holiday: holidays
shop: shops store stores outlet outlets boutique
exact: exactly precise precisely
entry: enter enters entered entering
representative: representatives rep reps
military: army navy marines veteran
law: laws statute statutes legislation
lesson: lessons class classes
injury: injuries injured
record: records recorded log logs logged
business: business
hospitality: hospitality
internal: internal
server: server servers
officer: officer officers
news: news
series: series
thesis: thesis`

/** The word that stands for another, folded. */
export const synonyms = new Map(
  groups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [head = '', others = ''] = line.split(': ')
      return [head, ...others.split(' ')].map((word): [string, string] => [word, head])
    }),
)
