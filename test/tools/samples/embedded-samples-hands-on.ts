/** The samples from `embedded-samples.ts` for manual trades. */
export const nurse = {
  trade: 'nurse',
  jobTitle: 'Registered Nurse, Intensive Care',
  jobDescription: `<h2>Your role</h2>
<p>St. Brigid's Hospital is looking for a Registered Nurse for its intensive care unit.</p>
<ul><li>Assess patients and administer medication</li><li>Work with doctors, therapists and families</li></ul>
<h2>Minimum qualifications</h2>
<ul>
<li>Current, active RN license</li>
<li>At least 2 years of experience in an intensive care or emergency department</li>
<li>BLS and ACLS certification required</li>
<li>Experience with electronic health records (Epic, Cerner)</li>
<li>Able to work rotating shifts, including nights and weekends</li>
</ul>
<h2>Preferred qualifications</h2>
<ul><li>Bachelor of Science in Nursing (BSN)</li><li>Experience with ventilated patients</li></ul>
<h2>Bonus</h2>
<ul><li>Spanish language skills</li></ul>
<h2>Benefits</h2>
<ul><li>Sign-on payment of $5,000</li><li>Medical, dental and vision coverage</li></ul>`,
  resumes: {
    strong: `[NAME], RN, BSN
[ADDRESS] | [PHONE] | [EMAIL]

PROFILE
Registered Nurse with six years of critical care experience in a 24-bed intensive care unit.

LICENSES AND CERTIFICATIONS
Registered Nurse, active license, State of Ohio
Basic Life Support (BLS), valid until 2026
Advanced Cardiac Life Support (ACLS), valid until 2026

PROFESSIONAL EXPERIENCE
ICU Staff Nurse, Mercy General Hospital, June 2018 - present
• Care for two to three ventilated patients each shift and wean them from the ventilator
• Administer medication and titrate vasoactive drips
• Chart all assessments in Epic
• Work rotating day, night and weekend shifts; charge nurse on nights since 2022

Staff Nurse, Telemetry, Lakeside Hospital, July 2016 - May 2018
• Monitored cardiac patients and taught families about heart failure

EDUCATION
Bachelor of Science in Nursing, Ohio State University, 2016

LANGUAGES
English, Spanish (conversational)`,
    middling: `[NAME]
Registered Nurse

Experience
Registered Nurse, Green Meadow Nursing Home, 2022 - 2024
- Cared for 25 residents on the dementia ward
- Gave medication and changed wound dressings
- Wrote care plans on paper and, lately, in an electronic medical record
- Covered weekend shifts

Education
Associate Degree in Nursing, 2021

Certifications
RN license (active), BLS`,
    unrelated: `[NAME]
Motor Mechanic

Experience
Mechanic, Autohaus Meyer, 2014 - 2024
- Repaired engines, brakes and gearboxes of all makes
- Diagnosed faults with electronic testers
- Ordered spare parts and advised customers at the counter

Education
Vocational training as a motor vehicle mechanic, 2014`,
  },
}

export const warehouse = {
  trade: 'warehouse worker',
  jobTitle: 'Warehouse Operative',
  jobDescription: `WAREHOUSE OPERATIVE - NIGHT SHIFT

RESPONSIBILITIES:
* Pick and pack customer orders
* Load and unload trailers

WHAT YOU NEED:
* Valid forklift licence (must have)
* 1+ years of experience in a warehouse
* Experience with RF scanners or a warehouse management system
* Ability to lift 50 lbs
* Willing to work night shifts

NICE TO HAVE:
* Reach truck experience
* Knowledge of health and safety rules

WE OFFER:
* $19.50 per hour plus overtime
* Free parking`,
  resumes: {
    strong: `[NAME]
Forklift driver

Work history
Warehouse Operative, Nordic Distribution, 2020 - 2024
- Drove counterbalance forklift and reach truck, licence renewed in 2023
- Picked and packed 120 orders a shift with an RF scanner
- Loaded and unloaded trailers, lifting up to 50 lbs
- Worked permanent night shifts
- Safety representative of the night crew; gave the health and safety briefing

Warehouse Assistant, Parcel Depot, 2018 - 2020
- Counted stock in the warehouse management system`,
    middling: `[NAME]
Shop assistant

Work history
Shop assistant, Foodmart, 2021 - 2024
- Filled shelves and unloaded deliveries at night and in the morning
- Lifted crates of up to 20 kg
- Counted stock with a handheld scanner

No forklift licence yet.`,
    unrelated: `[NAME]
Violin teacher

Work history
Teacher at the Municipal School of Music, 2010 - 2024
- Gave lessons to 40 pupils a week
- Conducted the youth orchestra on two concert tours

Education
Master of Music, Conservatory, 2010`,
  },
}
