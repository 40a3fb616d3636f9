/** A licence or certificate earns full credit if it is valid: neither expired nor pending. */
import { promise } from './drafting.ts'

const today = Date.UTC(2024, 5, 1)

promise(
  'a licence that states an expiry date in the past is NOT_MET',
  [
    ['BLS certification', 'AHA BLS Provider, exp. 03/2024', 'NOT_MET'],
    ['First aid certificate', 'First aid certificate, ran out June 2020', 'NOT_MET'],
    ['Forklift licence', "Forklift licence, valid until Jan '23", 'NOT_MET'],
    ['Registered Nurse license', 'License: RN, Maine (lapsed 2018, not renewed)', 'NOT_MET'],
    ['BLS certification', 'BLS certification expired in 2017', 'NOT_MET'],
  ],
  today,
)

promise(
  'a licence with a future expiry date, or with only an issue date, is held',
  [
    ['BLS certification', 'AHA BLS Provider, exp. 03/2031', 'MET'],
    ['Forklift licence', 'Forklift licence, issued 05/2020, valid to 2026', 'MET'],
    ['CPA license', 'Licensed CPA, Illinois (issued 2015, active through 9/30/2031)', 'MET'],
  ],
  today,
)

promise('a credential that is not yet earned is PARTIAL', [
  ['AWS Certified Solutions Architect', 'AWS Certified Solutions Architect, exam scheduled for May', 'PARTIAL'],
  ['CPIM certification', 'APICS CPIM: part 1 passed in January, part 2 open', 'PARTIAL'],
  [
    'Certified evaluator in the Danielson framework',
    'Danielson evaluator course under way, two of five modules',
    'PARTIAL',
  ],
  ['Principal license', 'Principal license: coursework complete, exam to be taken in August', 'PARTIAL'],
])

promise('one name is enough when names are examples or in brackets', [
  ['ERP literacy, e.g. SAP TM, Oracle OTM, CargoWise', 'Booked every file in CargoWise, from order to invoice', 'MET'],
  ['Culinary qualification (NVQ, CAP cuisine, City & Guilds)', 'CAP cuisine, Dijon, 2013', 'MET'],
  ['Warehouse management system (Manhattan, SAP EWM or similar)', 'Planned waves in Manhattan SCALE', 'MET'],
])
