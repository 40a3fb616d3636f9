/** The statistics, compared with published worked examples. */
import test from 'ava'
import {
  fisherExact,
  isSmall,
  rateInterval,
  ratioInterval,
  type Count,
  type Interval,
} from '../../../../src/features/scoring/impact/statistics.ts'

const of = (selected: number, applicants: number): Count => ({ selected, applicants })
const digits = (count: number, { low, high }: Interval) => [low.toFixed(count), high.toFixed(count)]

test('the interval of a rate matches the examples in Newcombe, Statistics in Medicine 1998, table I, method 3', (t) => {
  t.deepEqual(digits(4, rateInterval(of(81, 263))), ['0.2553', '0.3662'])
  t.deepEqual(digits(4, rateInterval(of(15, 148))), ['0.0624', '0.1605'])
  t.deepEqual(digits(4, rateInterval(of(0, 20))), ['0.0000', '0.1611'])
  t.deepEqual(digits(4, rateInterval(of(1, 29))), ['0.0061', '0.1718'])
})

test('the interval of a ratio matches the example of the aspirin trial in Agresti, Categorical Data Analysis', (t) => {
  // Of 11,034 people with placebo, 189 had a heart attack; of 11,037 with aspirin, 104. SAS's PROC FREQ prints these
  // digits.
  t.deepEqual(digits(4, ratioInterval(of(189, 11_034), of(104, 11_037))), ['1.4330', '2.3059'])
})

test('the interval of a ratio exists even if a group has no selected applicant', (t) => {
  const { low, high } = ratioInterval(of(0, 20), of(10, 20))
  t.true(low > 0 && low < high && high < 1, `${low} ${high}`)
})

test("Fisher’s test gives the p-values of Fisher's own examples, as R computes them", (t) => {
  // The lady tasting tea, from Fisher, The Design of Experiments, 1935.
  t.is(fisherExact(of(3, 4), of(1, 4)).toFixed(4), '0.4857')
  // Convictions of same-sex twins of criminals, from Fisher 1962, as in R's help page for fisher.test.
  t.is(fisherExact(of(10, 12), of(3, 18)).toFixed(7), '0.0005367')
  t.is(fisherExact(of(5, 10), of(5, 10)), 1)
  t.true(Math.abs(fisherExact(of(500, 5_000), of(100, 2_000)) - 1.898319e-12) < 1e-17)
})

test('numbers are considered small if the expected count of a cell is below five', (t) => {
  t.true(isSmall(of(3, 4), of(1, 4)))
  t.true(isSmall(of(1, 100), of(2, 100)))
  t.false(isSmall(of(10, 20), of(12, 20)))
})
