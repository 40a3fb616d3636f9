import test from 'ava'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { curlLines, paste, poll } from '../tools/services/pasted-lines.ts'
import { freePort, privateFolder, runProcess, startProcess } from '../tools/services/process.ts'
import { startResumeHost, type Behaviour } from '../tools/fakes/resume-host.ts'
import { resumeLines } from '../tools/samples/resumes.ts'

test('the first start prints three commands that score a resume when pasted, and a second start keeps all data', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const first = await startProcess(t, { DATA_DIR })
  t.regex(first.stdout(), /sk_test_\w{38}/)
  t.false(first.stdout().includes('sk_live_'), 'standard output often goes to a log, so the key is not in it')
  const [generate, submit, read] = curlLines(first.stdout()) as [string, string, string]
  t.is((await paste(generate)).status, 201)
  t.is((await paste(submit)).status, 202)
  const scored = await poll(read)
  t.is(scored.result?.score, 10)
  first.child.kill('SIGTERM')
  t.is(await first.ended, 0)

  const second = await startProcess(t, { DATA_DIR })
  t.deepEqual(curlLines(second.stdout()), [])
  t.false(second.stdout().includes('sk_'))
  t.deepEqual((await paste(read.replace(first.url, second.url))).body, scored)
})

test('the data folder, the database and the secret key are readable only by their owner', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  await startProcess(t, { DATA_DIR })
  t.is(statSync(DATA_DIR).mode & 0o077, 0)
  for (const name of readdirSync(DATA_DIR)) t.is(statSync(join(DATA_DIR, name)).mode & 0o077, 0, name)
})

test('a job that was in progress when the server was killed is scored after the next start', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const arrivals = new EventTarget()
  const hold: Behaviour = () => void arrivals.dispatchEvent(new Event('arrival'))
  const host = await startResumeHost({ '/cv.txt': hold })
  t.teardown(() => host.stop())
  const env = { DATA_DIR, OUTBOUND_ALLOW: host.pair }
  const first = await startProcess(t, env)
  const [generate, submit, read] = curlLines(first.stdout()) as [string, string, string]
  await paste(generate)
  const arrival = once(arrivals, 'arrival')
  t.is((await paste(submit.replace('https://fixtures.sandbox.invalid/strong', `${host.origin}/cv.txt`))).status, 202)
  await arrival
  first.child.kill('SIGKILL')
  await first.ended
  host.routes.set('/cv.txt', (response) => void response.end(resumeLines.join('\n')))
  const second = await startProcess(t, env)
  t.is((await poll(read.replace(first.url, second.url))).status, 'completed')
})

test('on SIGTERM a server answers running requests, releases jobs and exits with 0, even if npm started it', async (t) => {
  const host = await startResumeHost({ '/cv.txt': () => {} })
  t.teardown(() => host.stop())
  for (const command of [
    ['sh', 'src/start.sh'],
    ['npm', 'start'],
  ] as [string, string][]) {
    const running = await startProcess(
      t,
      { DATA_DIR: join(privateFolder(t), 'data'), OUTBOUND_ALLOW: host.pair },
      command,
    )
    const [generate] = curlLines(running.stdout()) as [string]
    const answer = paste(generate)
    await new Promise((resolve) => setImmediate(resolve))
    process.kill(-(running.child.pid as number), 'SIGINT')
    t.true([201, 503].includes((await answer.catch(() => ({ status: 503 }))).status))
    t.is(await running.ended, 0, `${command} ${running.stderr()}`)
  }
})

test('an incomplete request on either port does not delay a shutdown', async (t) => {
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const running = await startProcess(t, { DATA_DIR: join(privateFolder(t), 'data'), ...ports })
  for (const port of Object.values(ports)) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n')
  }
  t.is((await paste(`curl -s ${running.url}/livez`)).status, 200, 'the incomplete requests have arrived')
  running.child.kill('SIGTERM')
  t.is(await running.ended, 0)
})

test('a failed start prints one line with the reason and the fix, exits with 1 and writes no data', async (t) => {
  const folder = privateFolder(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const secret = Buffer.alloc(32).toString('base64')
  const cases: [string, Record<string, string>, string[], RegExp][] = [
    ['a taken port', { PORT: port }, [], /is taken: set PORT/],
    ['a taken admin port', { PORT: '0', ADMIN_PORT: port }, [], /is taken: set ADMIN_PORT/],
    ['a data folder that is a file', { PORT: '0', ADMIN_PORT: '0', DATA_DIR: file }, [], /DATA_DIR .* cannot be used/],
    [
      'a data folder that cannot be created',
      { PORT: '0', ADMIN_PORT: '0', DATA_DIR: '/proc/never/data' },
      [],
      /DATA_DIR .* cannot be used/,
    ],
    ['an address of another machine', { HOST: '192.0.2.1', PORT: '0' }, [], /set HOST to an address/],
    [
      'a database that refuses connections',
      { PORT: '0', ADMIN_PORT: '0', DATABASE_URL: 'mysql://u:p@127.0.0.1:1/none', SECRET_KEY: secret },
      [],
      /DATABASE_URL|database/i,
    ],
    [
      'a database URL with another scheme',
      { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: secret },
      [],
      /DATABASE_URL is not of the form/,
    ],
    ['an unknown role', {}, ['--role', 'king'], /--role is "king"/],
    ['an unknown flag', {}, ['--fast'], /--fast/],
    ['a role of its own on the embedded database', {}, ['--role', 'api'], /--role api needs DATABASE_URL and AMQP_URL/],
    ['a database without a secret key', { DATABASE_URL: 'mysql://u:p@127.0.0.1:1/none' }, [], /SECRET_KEY is required/],
    ['an exemption that is not a host:port pair', { OUTBOUND_ALLOW: 'localhost' }, [], /OUTBOUND_ALLOW/],
    ['a port out of range', { PORT: '99999' }, [], /PORT is "99999"/],
  ]
  for (const [name, env, flags, line] of cases) {
    const DATA_DIR = join(folder, 'never')
    const { code, stdout, stderr } = await runProcess(t, { DATA_DIR, ...env }, ['node', 'src/main.ts', ...flags])
    t.is(code, 1, name)
    t.regex(stderr, line, name)
    t.is(stderr.trim().split('\n').length, 1, `${name}: ${stderr}`)
    t.is(stdout, '', name)
    t.false(existsSync(DATA_DIR), name)
    t.false(stderr.includes('u:p'), name)
  }
})

test('all faults in the settings are listed together', async (t) => {
  const { code, stderr } = await runProcess(
    t,
    { PORT: 'x', LOG_LEVEL: 'loud', SECRET_KEY: 'short', AMQP_URL: 'http://a' },
    ['node', 'src/main.ts', '--role', 'x'],
  )
  t.is(code, 1)
  t.is(stderr.trim().split('\n').length, 5, stderr)
})

test('a second server on a data folder does not start, and the first keeps running', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const first = await startProcess(t, { DATA_DIR })
  const { code, stderr } = await runProcess(t, { DATA_DIR, PORT: '0', ADMIN_PORT: '0' }, ['node', 'src/main.ts'])
  t.is(code, 1)
  t.is(stderr.trim().split('\n').length, 1, stderr)
  t.regex(stderr, /another server is running/)
  t.is((await paste(`curl -s ${first.url}/readyz`)).status, 200)
})

test('--help lists every setting and starts nothing', async (t) => {
  const { code, stdout } = await runProcess(t, {}, ['node', 'src/main.ts', '--help'])
  t.is(code, 0)
  for (const name of [
    'HOST',
    'PORT',
    'ADMIN_HOST',
    'ADMIN_PORT',
    'DATA_DIR',
    'SECRET_KEY',
    'DATABASE_URL',
    'AMQP_URL',
    'REDIS_URL',
    'GROQ_API_KEY',
    'GROQ_BASE_URL',
    'GROQ_MODEL',
    'LOG_LEVEL',
    'OUTBOUND_ALLOW',
    '--role',
  ])
    t.true(stdout.includes(name), name)
})
