/**
 * Skills, licences and settings of other trades, as data, in the format of skills-software.ts.
 */
export const tradeSkills = `
Registered nurse; =RN; registered general nurse; =RGN; staff nurse; pflegefachkraft > Nursing
Nursing; nurse; krankenpflege; infirmier; infirmiere; enfermera; enfermero
Licensed practical nurse; =LPN; =LVN; enrolled nurse > Nursing
Nurse practitioner; =FNP > Registered nurse
Nursing assistant; =CNA; healthcare assistant; care assistant; patient care assistant
BLS certification; =BLS; basic life support > CPR certification
ACLS certification; =ACLS; advanced cardiac life support; advanced cardiovascular life support > CPR certification
PALS certification; =PALS; pediatric advanced life support; paediatric advanced life support
CPR certification; =CPR; cardiopulmonary resuscitation
First aid; first aider; first aid certificate
Intensive care; =ICU; critical care; intensive care unit; intensivstation > Acute care
Emergency department; =ER nurse; =ED nurse; emergency room; =A&E; accident and emergency;
  emergency nursing > Acute care
Acute care; acute setting; acute hospital; med surg; medical surgical; telemetry unit; step down unit
Electronic health records; =EHR; =EMR; electronic medical record; electronic patient record;
  electronic charting | cerner; meditech; allscripts
Epic EHR; =Epic; epic systems > Electronic health records
Medication administration; administering medication; medication management; medication ~ administration
IV therapy; iv insertion; iv line; venipuncture; phlebotomy; cannulation; infusion therapy
Wound care; wound management; wound dressing
Patient assessment; assess ~ patient; nursing assessment; vital signs
Patient care; bedside care; direct patient care; care ~ patients; cared for ~ patients; inpatient care
Patient education; educate ~ patient; health education; educating patients
Care planning; nursing care plan; plans of care
Infection control; infection prevention; hygiene protocol
Triage
Paediatrics; pediatrics; paediatric; pediatric; neonatal; =NICU; =PICU
Geriatrics; geriatric; elderly care; dementia care; aged care; long term care; nursing home
Mental health; psychiatric; psychiatry; behavioral health; behavioural health
Oncology; chemotherapy
HIPAA; patient confidentiality; patient privacy
Medical terminology; icd 10; medical coding
Clinical trials; clinical research; good clinical practice
Pharmacy; pharmacist; dispensing
CPA; certified public accountant > Professional accounting qualification
ACCA; chartered certified accountant > Professional accounting qualification
CIMA; cma; certified management accountant; chartered management accountant > Professional accounting qualification
Chartered accountant; =ACA; icaew; wirtschaftsprufer > Professional accounting qualification
Professional accounting qualification; qualified accountant; accounting certification
CFA; chartered financial analyst
Accounting; accountant; accountancy; buchhaltung; finanzbuchhaltung; buchhalter; buchhalterin; comptabilite;
  comptable; contabilidad
Bookkeeping; bookkeeper; book keeping > Accounting
GAAP; us gaap; uk gaap; hgb; generally accepted accounting principles > Accounting standards
IFRS; international financial reporting standards > Accounting standards
Accounting standards; accounting principles
Accounts payable; =AP; supplier invoices; purchase ledger; kreditorenbuchhaltung; invoice processing;
  supplier payments
Accounts receivable; =AR; credit control; sales ledger; debitorenbuchhaltung; debt collection; collections
General ledger; =GL; nominal ledger; journal entries
Month-end close; month end; monthly close; period end close; financial close; year end close; closing the books
Account reconciliation; reconciliation; reconciled; reconciling; bank reconciliation; balance sheet reconciliation;
  reconcile ~ accounts; reconcile ~ bank
Financial statements; financial reporting; balance sheet; income statement; statutory accounts; annual accounts;
  management accounts
Payroll; payroll processing; lohnabrechnung
Tax; tax return; tax compliance; taxation; vat; sales tax; corporate tax; steuerrecht
Audit; auditing; external audit; internal audit; auditor; audit preparation
Internal controls; =SOX; sarbanes oxley
Budgeting; budget preparation; budget planning; annual budget; managing budgets; budget management
Forecasting; financial forecasting; forecast; cash flow forecasting
Variance analysis; budget variance; variances
Financial analysis; financial modelling; =FP&A; valuation
Cost accounting; costing; cost analysis
QuickBooks; quick books > Accounting software
Accounting software; accounting system; accounting package | xero; sage 50; sage accounting; netsuite; datev;
  freshbooks; peachtree
Microsoft Excel; =Excel; ms excel; pivot tables; vlookup; xlookup; spreadsheets > Microsoft Office
Microsoft Word; ms word > Microsoft Office
PowerPoint; power point > Microsoft Office
Microsoft Office; ms office; office suite; office 365; microsoft 365; google workspace; google sheets
B2B sales; b2b; business to business; enterprise sales > Sales
SaaS sales; saas; software as a service
Sales; salesperson; sales representative; account executive; vertrieb; vente; ventas;
  business development representative
Retail; retailer; retail sales; shop assistant; store associate; einzelhandel
CRM software; =CRM; customer relationship management; crm system | zoho; pipedrive; dynamics crm
Salesforce; salesforce com; =SFDC > CRM software
HubSpot; hub spot > CRM software
Prospecting; cold calling; cold outreach; outbound sales; lead generation; outbound prospecting;
  new business development; kaltakquise
Quota attainment; sales quota; quota; exceeding targets; sales target; revenue target; over target
Pipeline management; sales pipeline; deal pipeline; pipeline of deals; deal flow; sales funnel
Account management; key account; client relationship management; managing accounts | customer success
Negotiation; negotiating; negotiate; contract negotiation; negotiated
Closing deals; deal closing; closed ~ deals; full sales cycle; closing contracts
Upselling; upsell; cross selling
Product demonstrations; product demos; demos; demonstrated products
Presentation skills; presentation; presenting; public speaking
Customer service; customer support; customer care; call center; call centre; contact centre; kundenservice
Marketing; digital marketing; marketing campaigns; content marketing; email marketing
SEO; search engine optimisation > Marketing
Paid search; google ads; adwords; =SEM; =PPC > Marketing
Google Analytics; web analytics
Social media; social media marketing; community management
Copywriting; content writing; copy editing; content creation
Forklift operation; forklift; fork lift; forklift driver; gabelstapler; cariste; carretilla elevadora
Forklift licence; forklift certificate; licensed forklift; certified forklift; certified ~ forklift;
  licence ~ forklift; staplerschein; gabelstaplerschein; caces; rtitb > Forklift operation
Reach truck; counterbalance truck; pallet truck > Forklift operation
Pallet jack; hand pallet truck; powered pallet truck
Order picking; picking and packing; order picker; picker; picking; packing; kommissionierung
Inventory management; inventory control; cycle count; stocktake; stock taking; inventory; lagerhaltung
Warehouse management system; =WMS; manhattan wms
RF scanner; rf scanning; barcode scanner; handheld scanner; scanning device
Shipping and receiving; receiving goods; goods in; goods out; dispatch; inbound and outbound; wareneingang
Loading and unloading; unloading; loaded ~ trucks; unloaded ~ trucks; loading trucks; loading goods; loading trailers
Warehousing; warehouse; distribution center; distribution centre; fulfilment center; lager; lagerist; entrepot;
  almacen
Logistics; logistics operations; freight; logistik; logistique; logistica
Supply chain; supply chain management; procurement; purchasing; sourcing
Health and safety; workplace safety; safety procedures; safety regulations; safety standards; safe working;
  arbeitsschutz | =OSHA; iosh; nebosh
Food safety; food hygiene | haccp; servsafe
Heavy lifting; lift ~ lbs; lift ~ lb; lift ~ pounds; lift ~ kg; lifting; manual handling; physical stamina
Shift work; shifts; night shift; rotating shifts; shift pattern; schichtarbeit; schichtsystem; schichtdienst;
  schichtbetrieb; wechselschicht
Overtime; flexible hours
On-call duty; on call; on call rotation; pager; standby duty; rufbereitschaft; astreinte
Weekend work; weekend; saturday; sunday; wochenende; wochenendarbeit; wochenenddienst; samstagsarbeit
Driving licence; full clean licence; fuhrerschein; permis de conduire; carnet de conducir; permis b
Commercial driving licence; =CDL; hgv; lgv; class a license; class c1e > Driving licence
Work authorisation; authorised to work; right to work; work permit; work visa; eligible to work; legally work;
  arbeitserlaubnis; permis de travail; permiso de trabajo
UK work authorisation; right to work ~ uk; right to work ~ united kingdom; eligible to work ~ uk; work ~ in the uk;
  authorised to work ~ uk; uk work permit; indefinite leave to remain; settled status;
  right to live and work in the uk; british passport > Work authorisation
British citizenship; british citizen; uk citizen; british national; nationality british > UK work authorisation
US work authorisation; authorized to work ~ us; authorized to work ~ united states; eligible to work ~ us;
  eligible to work ~ united states; right to work ~ us; right to work ~ united states; work ~ in the united states;
  us work permit; green card; us permanent resident > Work authorisation
US citizenship; us citizen; u s citizen; american citizen; united states citizen > US work authorisation
EU work authorisation; right to work ~ eu; right to work ~ european union; eligible to work ~ eu;
  authorised to work ~ eu; eu work permit; eu blue card; eu passport > Work authorisation
EU citizenship; eu citizen; eu national; austrian citizen; belgian citizen; bulgarian citizen; croatian citizen;
  czech citizen; danish citizen; dutch citizen; estonian citizen; finnish citizen; french citizen; german citizen;
  greek citizen; hungarian citizen; irish citizen; italian citizen; latvian citizen; lithuanian citizen;
  polish citizen; portuguese citizen; romanian citizen; slovak citizen; slovenian citizen; spanish citizen;
  swedish citizen; eu burger > EU work authorisation
Background check; criminal record check; dbs check; enhanced dbs; clean criminal record
Security clearance; security cleared; sc clearance; top secret clearance
Travel; willing to travel; travelling; business travel; reisebereitschaft
Relocation; relocate; willing to relocate
Project management; manage ~ project; led ~ project; delivered ~ projects; projektleitung; gestion de projet
CCNA; ccnp > Cisco
PMP; project management professional; prince2; prince 2 > Project management
Product management; product owner; product roadmap; roadmap ownership
Stakeholder management; stakeholder; stakeholder communication; stakeholder engagement
Change management; organisational change
Process improvement; continuous improvement; process optimisation | lean manufacturing; six sigma; kaizen
Quality control; quality inspection; quality management | iso 9001
Team leadership; team lead; team leader; people management; line management; staff management; personnel management;
  people leadership; mitarbeiterfuhrung; personalfuhrung; teamleitung; management d'equipe; liderazgo
Charge nurse; charge duty > Team leadership
Preceptor; precepted; preceptorship; precept > Mentoring
Mentoring; mentor; mentored; mentorship; coaching; coached
Teamwork; team player; team work; collaboration; collaborate; collaborative; collaborated; worked closely with;
  teamfahigkeit; travail en equipe; trabajo en equipo
Communication; communication skills; communicator; communicate; communicated; communicating; verbal and written;
  written and verbal; kommunikation
Problem solving; problem solver; solve ~ problems; troubleshooting; troubleshoot; root cause analysis
Time management; organisational skills; prioritisation; prioritization; prioritise; prioritize; multitasking;
  multi tasking; meeting deadlines; well organised
Attention to detail; detail oriented; accuracy; meticulous; precision
Remote work; distributed team; work from home; hybrid working
Recruitment; recruiting; recruiter; talent acquisition; hiring; candidate sourcing
Human resources; =HR; employee relations; personalwesen | =CIPD; shrm
Teaching; teacher; classroom; lesson planning; curriculum; lehrkraft
Classroom management; behaviour management; behavior management
Special education; special needs; =SEN
Teaching qualification; teaching certificate; teaching license; qualified teacher status; =QTS; =PGCE;
  state teaching certification
Childcare; child care; early years; nursery; safeguarding
Social work; social worker; casework
Case management
Legal work | legal research; lawyer; attorney; solicitor; paralegal
Litigation; litigator
Contract law; drafting contracts; contract drafting; contract review
Office administration; administrative assistant; administrative support; office manager; secretary;
  executive assistant
Data entry; data capture; typing
Reception; receptionist; front desk; front of house
Hospitality; restaurant; hotel; catering
Cooking; chef; line cook; kitchen; sous chef; food preparation
Food service; waiting tables; server at restaurant | barista; bartender; waiter; waitress
Cash handling; cashier; till operation; point of sale; =POS
Cleaning; housekeeping; janitorial; sanitation
Construction; construction site; building site; site manager; baustelle
Electrical work; electrician; electrical installation; wiring; elektriker
Plumbing; plumber; pipefitting
HVAC; =HVAC; heating and air; air conditioning; =RTU | refrigeration
Carpentry; carpenter; joinery; joiner
Welding; welder; =MIG; =TIG; schweissen
CNC machining; =CNC; machinist; machining; cnc mill; cnc lathe; 5 axis; machining center
CAD software; =CAD; computer aided design | autocad; solidworks; revit; catia; inventor 3d
Mechanical engineering; maschinenbau
Electrical engineering; elektrotechnik
Civil engineering; structural engineering
Manufacturing; production line; assembly line; factory; produktion
Maintenance; preventive maintenance; maintenance technician; equipment maintenance; instandhaltung
PLC programming; =PLC | scada; industrial automation
Real estate; property management; lettings
Banking | bank teller; loan processing; credit analysis; mortgage
Insurance | underwriting; claims handling; claims processing
Compliance; regulatory compliance; regulatory affairs | =AML; =KYC; =GDPR; data protection
Risk management; risk assessment; risk analysis
Market research; competitive analysis; market analysis
Event management; event planning; event coordination; organised events
Journalism; journalist; copy editor; proofreading
Translation; translator; interpreting; interpreter
Graphic design; graphic arts
Photography; photographer | videography; video editing
Security guard; security officer | surveillance; loss prevention
Personal training; fitness instructor; personal trainer
Agriculture; farming; horticulture; gardening; landscaping
`
