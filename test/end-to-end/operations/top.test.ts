/** `cli top` shows queues, rates, the oldest job, the model and webhooks on one screen. */
import test from 'ava'
import { MINUTE } from '../../../src/kit/time.ts'
import { draw, type Look } from '../../../src/cli/top.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'
import { submitBatch } from '../../support/scoring.ts'
import { runProcess } from '../../tools/services/process.ts'
import { still } from '../../support/still-timings.ts'

test('without a terminal, top prints one screen: queues from the database, the rest from the processes that respond', async (t) => {
  const clock = new HandClock()
  clock.instant -= 10 * MINUTE
  const { server, settings, client: make } = await startHarness(t, { overrides: { timings: still, clock } })
  const client = await make()
  await client.generate('job-1')
  server.services.dispatch = () => {}
  await submitBatch(client, ['strong', 'weak'])
  const top = (at: string) => runProcess(t, settings, ['node', 'src/cli.ts', 'top', '--at', at])
  const { code, stdout, stderr } = await top(`${server.adminUrl},http://127.0.0.1:9`)
  t.is(code, 0, stderr)
  t.regex(stdout, /^Candidate screening .* 1 of 2 processes answer; list all admin ports/)
  t.regex(stdout, /^ {2}batches +0 +2 +0 +0$/m)
  t.regex(stdout, /^ {2}oldest +waiting 6\d\d s, running -$/m)
  t.regex(stdout, /^Degraded +nothing$/m)
  t.regex(stdout, /^ {2}requests \d+, 429 0, 500 0, 503 0$/m)
  t.regex(stdout, /^Model +0 of \d+ calls running, 0 waiting$/m)
  t.true(stdout.split('\n').length <= 24, 'the screen fits a terminal')
  t.regex((await top('ftp://elsewhere')).stderr, /--at contains "ftp:\/\/elsewhere": give http:\/\/HOST:PORT/)
})

test('on a terminal, rates cover the time since the last screen and all processes, and are never negative after a restart', (t) => {
  const backlog = {} as Look['backlog']
  const process = (value: number) => [{ name: 'http_requests_total', labels: { status: '200' }, value }]
  const before = { at: 0, backlog, asked: 2, scrapes: [process(10), process(20)] }
  const requests = (look: Look) => /requests (\S+),/.exec(draw(look, before))?.[1]
  t.is(requests({ ...before, at: 2_000, scrapes: [process(15), process(25)] }), '5.0')
  t.is(requests({ ...before, at: 2_000, scrapes: [process(1), process(2)] }), '0.0')
})
