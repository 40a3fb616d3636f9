/** Which passages are evidence of leading or teaching people: who was led or taught, and how many. */
import { promise } from './drafting.ts'

promise('leadership can be described in many ways', [
  ['Experience leading a team', 'Ran the grill with three cooks under me at a steakhouse.', 'MET'],
  ['Experience leading a team', 'Head of a creative department of six at a studio.', 'MET'],
  ['Experience leading a team', 'Oversaw three helpers on the maintenance floor.', 'MET'],
  ['Experience leading a team', 'Built services in a team of six engineers at a bank.', 'NO_EVIDENCE'],
  ['Mentored junior analysts', 'Taught two junior analysts how to model data.', 'MET'],
])

promise('an applicant who reports to a leader has not led', [
  ['Experience leading a team', 'Prepared slides for the department head at a bank.', 'NO_EVIDENCE'],
  ['Experience leading a team', 'Settled disputes between staff and supervisors at a plant.', 'NO_EVIDENCE'],
  ['Managed direct reports', 'Managed monthly reports for the board of a bank.', 'NO_EVIDENCE'],
  ['Experience leading a team of at least 10', 'Manager of 12 associates at a shop.', 'MET'],
  ['Supervises apprentices', 'Two apprentices worked under my direction at a plant.', 'MET'],
])

promise('the "or" in "10 or more" does not separate two alternatives', [
  ['Led a shift of 10 or more machinists', 'Led a brigade of twelve cooks at a hotel.', 'NO_EVIDENCE'],
  ['Led a shift of 10 or more machinists', 'CNC operator, ran mills for a valve maker.', 'NO_EVIDENCE'],
  ['Led a shift of 10 or more machinists', 'Led second shift of 14 machinists in a plant.', 'MET'],
])

promise('years of leading another kind of group earn no credit', [
  ['At least one year leading a design team', 'Shift lead, Bean There, Hamburg, 2018 – 2024', 'NO_EVIDENCE'],
])

promise('the size of the largest group led is used, whichever line mentions it', [
  [
    'Led a shift of 10 or more machinists',
    'Machinist and shift lead in a plant.\nLed second shift of 14 machinists at the same plant.',
    'MET',
  ],
])

promise('managing a project team is leading', [
  ['Managed project teams of 5 or more', 'Lead a project team of six designers and surveyors', 'MET'],
])

promise('managing something for people is not leading them', [
  ['Managing freelance writers', 'Managed hosting for freelance designers and writers', 'NO_EVIDENCE'],
  ['Experience leading a team of at least 5', 'Ran monthly pay runs for 210 staff', 'NO_EVIDENCE'],
  ['Managing freelance writers', 'Directed photo shoots and mentored designers; freelance writer', 'NO_EVIDENCE'],
  ['Supervised event staff', 'Direct 12 event staff on site', 'MET'],
  ['Trained new analysts', 'Taught the methods to four new analysts', 'MET'],
])

promise('leadership can be described in the third person, by the size of the team, and by the people developed', [
  ['Experience leading a team', 'Two legal assistants report to her', 'MET'],
  ['Managed a staff of 25 or more', 'Team of 60. Own the budget.', 'MET'],
  ['Experience leading a team', 'In charge of nine crew on the closing shift', 'MET'],
  ['Managed a staff of 25 or more', 'In charge of nine crew on the closing shift', 'NOT_MET'],
  ['Supervised a crew of at least 15', 'Shift Supervisor, Frost Foods, 2018 - today\n- 28 associates at night', 'MET'],
  [
    'Supervised a crew of at least 15',
    'Shift Supervisor, Frost Foods, 2018 - today\n- Pay runs for 28 associates',
    'PARTIAL',
  ],
  ['Supervised a crew of at least 15', 'Team lead, Nordfit, 2022 - 2023\nLead for 6 pickers', 'NOT_MET'],
  ['Mentoring', 'Brought three colleagues up to speed on the new scanner', 'MET'],
])
