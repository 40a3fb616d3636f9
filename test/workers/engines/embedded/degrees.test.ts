/** How the embedded engine reads degrees and their subjects. */
import { promise } from './drafting.ts'

promise('a degree is recognised by its abbreviations, whatever follows them', [
  ["Bachelor's degree", 'BA, History, Loyola University', 'MET'],
  ["Bachelor's degree", 'BS, 2016', 'MET'],
  ["Bachelor's degree in Civil Engineering", 'BSCE, Purdue University, 2016', 'MET'],
  ["Bachelor's degree in Finance", 'B.B.A. Finance', 'MET'],
])

promise("a master craftsman is not a master's degree", [
  ['Journeyman or master plumber license', 'Master Plumber #2231, State of Oregon', 'MET'],
  ["Master's degree", 'Electrical work as a journeyman or master electrician', 'NO_EVIDENCE'],
])

promise('the lower of two alternative degrees is enough', [
  ["Associate or Bachelor's degree in Chemistry or Biology", 'B.S. Chemistry, Rutgers University, 2018', 'MET'],
  ["Associate or Bachelor's degree in Chemistry or Biology", 'A.S. Biology, 2018', 'MET'],
])

promise('a language can be the subject of a degree', [
  ["Bachelor's degree in English, Journalism or Communications", 'B.A. Journalism, Ohio State, 2020', 'MET'],
  ["Bachelor's degree in English, Journalism or Communications", 'B.A. English, 2018', 'MET'],
  ["Bachelor's degree in English, Journalism or Communications", 'Fluent in Spanish and English', 'NO_EVIDENCE'],
  ["Bachelor's degree in History and fluent English", 'B.A. History, 2018', 'PARTIAL'],
])

promise('an abbreviation such as MBA includes the field of the degree, in a resume and in a criterion', [
  ['MBA', 'MBA, Duke University, 2016', 'MET'],
  ['MBA', 'M.A. Psychology, 2015', 'NOT_MET'],
  ['Doctor of Physical Therapy (DPT)', 'DPT, May 2024, University of Utah', 'MET'],
  ['Master of Library Science (MLS or MLIS)', 'MLIS, University of Washington, 2016', 'MET'],
  ['Associate degree in Dental Hygiene', 'Dental Hygiene, A.S., Cape Fear Community College, 2024', 'MET'],
])

promise('a certificate is an alternative to a degree, not its field', [
  ["Bachelor's degree or paralegal certificate", 'B.A. History, Villanova University', 'MET'],
  ["Bachelor's degree or paralegal certificate", 'Paralegal certificate, Boston, 2014', 'MET'],
])

promise('honors do not make a degree unfinished, and teaching at a school is not a diploma', [
  ["Bachelor's degree in Accounting", "Bachelor's degree : Accounting, Cum Laude - Graduating With Honors", 'MET'],
  ['3+ years of high school teaching', 'Education\nAssociate of Arts, 2010', 'NO_EVIDENCE'],
  ["Bachelor's degree in Interior Design", 'Bachelor of Fine Arts in Fashion Design', 'NOT_MET'],
  ['Culinary degree or diploma', 'Associate of Science : Culinary Arts, 2012', 'MET'],
])

promise('the word before "management" determines the field of a degree', [
  ["Bachelor's degree in Construction Management", 'B.S. Human Resource Management, Example College', 'NOT_MET'],
  ["Bachelor's degree in Construction Management", 'B.S. Construction Management, Example College', 'MET'],
])
