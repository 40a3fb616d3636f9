import test from 'ava'
import { AnswerDebts } from '../../../src/features/access/answer-debts.ts'

const bucket = { key: 'reads:p', limit: 60, windowMs: 1_000 }

test('each token owed for a large response is taken once, from later windows, and no window loses more tokens than its limit', (t) => {
  const debts = new AnswerDebts()
  debts.owe(bucket, 130, 500)
  t.deepEqual(debts.due(bucket, 900), { tokens: 0, restMs: 2_000 })
  t.true(debts.isIn(bucket.key))
  t.deepEqual(debts.due(bucket, 1_100), { tokens: 60, restMs: 1_000 })
  t.deepEqual(debts.due(bucket, 1_900), { tokens: 0, restMs: 1_000 })
  t.deepEqual(debts.due(bucket, 2_000), { tokens: 60, restMs: 0 })
  t.deepEqual(debts.due(bucket, 3_000), { tokens: 10, restMs: 0 })
  t.false(debts.isIn(bucket.key))
  t.deepEqual(debts.due(bucket, 3_100), { tokens: 0, restMs: 0 })
})

test('a window without requests also pays off tokens that are owed', (t) => {
  const debts = new AnswerDebts()
  debts.owe(bucket, 200, 0)
  t.deepEqual(debts.due(bucket, 3_000), { tokens: 60, restMs: 0 })
  t.deepEqual(debts.due(bucket, 60_000), { tokens: 0, restMs: 0 })
})

test('tokens owed for several responses add up in their bucket, and other buckets owe nothing', (t) => {
  const debts = new AnswerDebts()
  debts.owe(bucket, 10, 0)
  debts.owe(bucket, 20, 100)
  const other = { ...bucket, key: 'reads:q' }
  t.deepEqual(debts.due(other, 1_000), { tokens: 0, restMs: 0 })
  t.deepEqual(debts.due(bucket, 1_000), { tokens: 30, restMs: 0 })
})
