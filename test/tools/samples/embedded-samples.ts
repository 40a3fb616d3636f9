/**
 * Job descriptions for several trades, each with a strong, a middling and an unrelated resume. The texts are invented,
 * in the style of employers and applicants.
 */
import { nurse, warehouse } from './embedded-samples-hands-on.ts'

export type Sample = {
  trade: string
  jobTitle: string
  jobDescription: string
  resumes: { strong: string; middling: string; unrelated: string }
}

const engineer: Sample = {
  trade: 'software engineer',
  jobTitle: 'Senior Backend Engineer',
  jobDescription: `About us
Parcelway moves two million parcels a day. We were founded in 2014 and are backed by people who care about logistics.

What you'll do
- Design and build services that route parcels in real time
- Take part in code reviews and on-call rotations

Requirements
- 5+ years of professional experience with TypeScript and Node.js
- Strong knowledge of PostgreSQL or MySQL
- Experience with Docker and Kubernetes in production
- Bachelor's degree in Computer Science or a related field
- You have excellent communication skills in English

Preferred qualifications
- Experience with AWS or another cloud provider
- Familiarity with event-driven systems such as Kafka or RabbitMQ

Nice to have
- Knowledge of Terraform
- Experience mentoring junior engineers

What we offer
- Competitive salary and 30 days of paid holiday
- Health insurance, a gym membership and free lunch

Parcelway is an equal opportunity employer. We decide regardless of race, religion or gender identity.`,
  resumes: {
    strong: `[NAME]
Senior Software Engineer
[EMAIL] | [PHONE]

Summary
Backend engineer with 8 years of experience building TypeScript and Node.js services for logistics companies.

Experience
Senior Software Engineer, Shipfast
Mar 2019 – present
- Built the routing platform in TypeScript on Node.js; it answers 4,000 requests a second
- Designed the PostgreSQL schema and tuned its slowest queries
- Moved 30 services to Kubernetes (EKS) on AWS with Docker images of under 100 MB
- Introduced Kafka for parcel events and wrote the team's guide to it
- Mentored four junior engineers and reviewed their code

Software Engineer, Webhaus
2015 – 2019
- Wrote Node.js back ends in JavaScript and, from 2016 on, TypeScript
- Automated all environments with Terraform
- Presented architecture decisions to customers in English and German

Education
B.Sc. Computer Science, Technical University, 2015

Languages
English (C1), German (native)

Certificates
AWS Solutions Architect, 2023`,
    middling: `[NAME]
Web Developer

Experience
Web Developer, Agentur Nord, 2021 - 2024
- Built web shops in JavaScript and TypeScript with a Node.js back end
- Looked after MySQL databases for twelve customers
- Packaged the shops with Docker

Junior Developer, Klick GmbH, 2020 - 2021
- Maintained PHP sites

Education
Bachelor of Arts in History, 2019

Skills
JavaScript, TypeScript, Node.js, PHP, HTML, CSS, Git

I have no experience with Kubernetes, but I am eager to learn Terraform.
English: fluent`,
    unrelated: `[NAME]
Pastry Chef

Experience
Head Pastry Chef, Hotel Seeblick, 2016 - 2024
- Created the dessert menu for a restaurant of 120 seats
- Ordered flour, fruit and chocolate and kept the cost of goods at 24 percent
- Trained two apprentices

Pastry Cook, Café Rose, 2012 - 2016
- Baked bread, cakes and tarts from four in the morning

Education
Apprenticeship as a pastry cook, 2012`,
  },
}

const accountant: Sample = {
  trade: 'accountant',
  jobTitle: 'Senior Accountant',
  jobDescription: [
    'We are a family-owned maker of garden tools with 400 employees.',
    'We are looking for a Senior Accountant who owns our monthly close.',
    "You must have a Bachelor's degree in Accounting or Finance and at least 4 years of accounting experience.",
    'A CPA is required.',
    'You need to know US GAAP well and have hands-on experience with general ledger, account reconciliations',
    'and month-end close.',
    'Advanced Excel skills (pivot tables, lookups) are essential.',
    'Experience with NetSuite or SAP is preferred.',
    'Experience in a manufacturing company would be a plus.',
    'Ideally, you have led external audits.',
    'We offer a competitive salary, a pension plan and 25 days of paid vacation.',
    'To apply, send us your resume and a cover letter.',
  ].join(' '),
  resumes: {
    strong: `[NAME], CPA

Professional Experience
Senior Accountant, Borwick Tools Inc., a manufacturing company
January 2018 to present
- Own the general ledger and the month-end close of three entities, down from nine days to four
- Reconcile bank, inventory and intercompany accounts every month
- Prepare US GAAP financial statements and lead the external audit with Hale & Partners
- Built a cash forecast in Excel with pivot tables and XLOOKUP
- Moved the books from QuickBooks to NetSuite in 2021

Staff Accountant, Miller & Sons, 2014 to 2017
- Accounts payable, payroll and sales tax returns

Education
Bachelor of Science in Accounting, State University, 2014`,
    middling: `[NAME]
Bookkeeper

Experience
Bookkeeper, Dr. Patel Dental Practice, 2021 - 2024
- Entered supplier invoices and reconciled the bank account weekly
- Ran payroll for eleven employees
- Kept lists of open items in Excel

Education
Associate Degree in Business Administration, 2020

I am not a CPA and have worked with QuickBooks only.`,
    unrelated: `[NAME]
Landscape Gardener

Experience
Gardener, City Parks, 2013 - 2024
- Planted and pruned trees, hedges and beds
- Drove small tractors and mowers
- Supervised school groups on planting days

Education
Apprenticeship as a gardener, 2013`,
  },
}

const sales: Sample = {
  trade: 'sales',
  jobTitle: 'Account Executive',
  jobDescription: `**The role**

You will own the full sales cycle for mid-market customers.

**What you bring**

1. 3-5 years of B2B sales experience, ideally in SaaS
2. A track record of exceeding sales targets
3. Experience with a CRM such as Salesforce or HubSpot
4. Cold calling and prospecting
5. Strong negotiation skills
6. Fluent English; German is a plus

**Why join us?**

Uncapped commission, stock options, and a dog-friendly office.`,
  resumes: {
    strong: `[NAME]
Account Executive

Experience
Account Executive, Cloudbooks (SaaS), 2020 - 2024
- Sold accounting software to mid-market companies, B2B, with deals of 20 to 80 thousand euros
- Exceeded my sales targets in 14 of 16 quarters
- Ran the full sales cycle, from cold calling to contract negotiation
- Kept every deal in Salesforce and trained new colleagues on it

Sales Development Representative, Hirely, 2018 - 2020
- Prospecting by phone and e-mail: 60 cold calls a day

Languages
English (native), German (B1)`,
    middling: `[NAME]
Retail sales assistant

Experience
Sales assistant, Sports World, 2021 - 2024
- Advised customers on running shoes and reached the monthly sales target most months
- Handled complaints and returns

Languages
English: fluent`,
    unrelated: `[NAME]
Laboratory technician

Experience
Laboratory technician, Institute of Soil Science, 2012 - 2024
- Prepared and analysed soil samples by mass spectrometry
- Calibrated instruments and kept the laboratory journal

Education
Vocational training as a laboratory technician, 2012`,
  },
}

export const samples: Sample[] = [engineer, nurse, accountant, warehouse, sales]
