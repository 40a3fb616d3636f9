/** Preferences are distinguished from requirements, both in a posting's words and in a model's. */
import test from 'ava'
import { wishIn, type Wish } from '../../src/kit/wishes.ts'

const rows: [Wish | null, string[]][] = [
  [
    'FACT_TO_CONFIRM',
    [
      'Willing to work rotating shifts',
      'Ability to work any shift, weekends and holidays',
      'Ability to work flexible hours including nights, weekends and holidays',
      'Open availability on nights and weekends',
      'Weekend and holiday availability',
      'Available to work evenings',
      'Able to work overtime',
      'Bereitschaft zu Schichtarbeit',
      'Willing and able to travel',
      'Ability to travel by car within the region',
      'Travel up to 25%',
      'Occasional overnight travel by boat is expected',
      'Reisebereitschaft',
      'Disponibilidad para viajar',
      'Must be willing to relocate',
      'Relocation to Yakima is required',
      'Work permit for Germany',
      'Minimum age 18',
    ],
  ],
  [
    'PROTECTED',
    ['Native-level English', 'Native fluency in German', 'English (native)', 'Aged 25-35', 'Native Japanese speaker'],
  ],
  [
    null,
    [
      'Experience planning shifts',
      'Ability to plan shifts',
      'Three years as a shift supervisor',
      'Night shift nursing experience',
      'Able to stand and walk for a full shift',
      'Ability to work with weekend guests',
      'Experience as a travel agent',
      'Ability to manage travel',
      'Required: travel management software',
      'Experience with relocation services',
      'Home every weekend',
      'Near-native English',
      'Cloud-native development',
    ],
  ],
]

for (const [wish, texts] of rows) {
  test(`preferences of the kind ${wish} are recognised, and other text is not mistaken for one`, (t) => {
    for (const text of texts) t.is(wishIn(text), wish, text)
  })
}
