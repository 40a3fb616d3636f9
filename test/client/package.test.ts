/** The package as a partner uses it: packed, installed into empty projects, and run against a server. */
import test, { type ExecutionContext } from 'ava'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startHarness } from '../support/harness.ts'
import { privateFolder, runProcess } from '../tools/services/process.ts'

const root = join(import.meta.dirname, '../..')

/** How each project's program begins: `client` and its errors come from the package. */
const firstHour = `
  const client = createClient({ baseUrl: process.env.BASE, apiKey: process.env.KEY, tenantId: 'acme' })
  const jobId = 'job-1'
  const jobContext = { jobTitle: 'Gardener', jobDescription: 'Requirements: a driving licence' }
  await client.createCriteriaGeneration({ jobId, body: { jobContext } })
  const body = { resumeUrl: 'https://fixtures.sandbox.invalid/strong' }
  await client.submitScoringJob({ jobId, applicationId: 'app-1', body })
  const { result } = await client.waitForScore({ jobId, applicationId: 'app-1' })
  const jobs = []
  for await (const { status } of client.listAll('listScoringJobs', { jobId })) jobs.push(status)
  const error = await client.getCurrentCriteria({ jobId: 'job-2' }).catch((error) => error)
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
  const forged = await verifyWebhook({ body: '{}', headers, secrets: 'whsec_AAAA', now: 1000 }).catch((error) => error)
  const failures = [error instanceof ScreeningError, error.code, forged instanceof WebhookVerificationError]
  console.log(JSON.stringify([result.score, jobs, ...failures]))
`
const told = [10, ['COMPLETED'], true, 'JOB_NOT_FOUND', true]
const names = 'createClient, ScreeningError, verifyWebhook, WebhookVerificationError'

const projects: Record<string, { file: string; text: string }> = {
  import: { file: 'first.mjs', text: `import { ${names} } from 'candidate-screening-client'\n${firstHour}` },
  require: {
    file: 'first.cjs',
    text: `const { ${names} } = require('candidate-screening-client')\nvoid (async () => {${firstHour}})()`,
  },
}

async function succeed(t: ExecutionContext, command: [string, ...string[]], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runProcess(t, env, command)
  t.is(code, 0, stdout + stderr)
  return stdout
}

/** Creates an empty project in which the packed client is installed, without network access. */
async function emptyProject(t: ExecutionContext): Promise<string> {
  const folder = privateFolder(t)
  const packed = await succeed(t, ['npm', 'pack', '--silent', '--pack-destination', folder, join(root, 'generated')])
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true }\n')
  const tarball = join(folder, packed.trim())
  await succeed(t, ['npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball])
  t.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['candidate-screening-client'],
  )
  return folder
}

test('a program in an empty JavaScript project scores an application, with import and with require', async (t) => {
  const folder = await emptyProject(t)
  const { url, key } = await (await startHarness(t)).client()
  for (const { file, text } of Object.values(projects)) {
    writeFileSync(join(folder, file), text)
    const printed = await succeed(t, ['node', join(folder, file)], { BASE: url, KEY: key })
    t.deepEqual(JSON.parse(printed), told, file)
  }
})

test("the code in the package's README scores an application when pasted into an empty project", async (t) => {
  const folder = await emptyProject(t)
  const { url, key } = await (await startHarness(t)).client()
  const readme = readFileSync(join(folder, 'node_modules/candidate-screening-client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block as string)
  t.true(blocks.length >= 4)
  const text = blocks.join('\n').replace('http://127.0.0.1:8080', url).replace('sk_test_your_key', key)
  writeFileSync(join(folder, 'readme.mjs'), text)
  const { code, stdout, stderr } = await runProcess(t, {}, ['node', join(folder, 'readme.mjs')])
  t.is(code, 0, stderr)
  t.regex(stdout, /^10\nsj_[\w-]+ COMPLETED\n$/)
  t.regex(stderr, /^APPLICATION_NOT_FOUND: .* [0-9a-f]{32}\n$/)
})

test('an empty TypeScript project compiles in strict mode, but not with wrong calls or misspelt members', async (t) => {
  const folder = await emptyProject(t)
  const right = `
import { createClient, ScreeningError, verifyWebhook, type ScoringJobReply, type WebhookEvent } from 'candidate-screening-client'
const client = createClient({ baseUrl: 'https://screening.example', apiKey: 'sk_test_a', tenantId: 'acme' })
const body = { resumeUrl: 'https://a.example/cv.pdf' }
const delivery = { body: '', headers: new Headers(), secrets: '' }
export async function first(): Promise<number | undefined> {
  const reply: ScoringJobReply = await client.submitScoringJob({ jobId: 'j', applicationId: 'a', body }, { idempotencyKey: 'k' })
  const { data, response } = await client.getCurrentCriteria({ jobId: 'j' }).withResponse()
  await client.addCriterion({ jobId: 'j', body: { text: data.criteria.id, importance: 'PREFERRED' } }, { ifMatch: response.headers.get('ETag') ?? '' })
  for await (const event of client.listAll('listEvents', { limit: 10 })) if (event.type === 'a.kind.of.tomorrow') return 0
  await client.getUsage().catch((error: unknown) => error instanceof ScreeningError && error.retryable)
  return reply.status === 'a status of tomorrow' ? undefined : (await client.waitForScore({ jobId: 'j', applicationId: 'a' })).result?.score
}
export async function receive(text: string, headers: Headers): Promise<string> {
  const event: WebhookEvent = await verifyWebhook({ body: text, headers, secrets: ['whsec_a', 'whsec_b'] })
  return event.type === 'score.failed' ? event.data.errorCode : event.id
}
`
  const wrong = [
    "client.submitScoringJob({ jobId: 'j', body })",
    "client.submitScoringJob({ jobId: 'j', applicationId: 'a' })",
    "client.submitScoringJob({ jobId: 'j', applicationId: 'a', body: {} })",
    'client.getUsage({ limit: 1 })',
    "client.getUsage({}, { ifMatch: 'a' })",
    "client.addCriterion({ jobId: 'j', body: { text: 'a', importance: 'SOME' } })",
    "client.listAll('getUsage')",
    'client.getWhatever()',
    'client.getUsage().then(({ usde }) => usde)',
    "client.getLatestScore({ jobId: 'j', applicationId: 'a' }).then(({ result }) => result?.assesment)",
    "verifyWebhook(delivery).then((event) => event.type === 'score.failed' && event.data.errorKode)",
  ]
  const check = wrong.map((call) => `// @ts-expect-error\nvoid ${call}`).join('\n')
  writeFileSync(join(folder, 'first.ts'), `${right}${check}\n`)
  for (const module of ['nodenext', 'preserve']) {
    const compilerOptions = { module, target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['first.ts'] }))
    await succeed(t, ['tsc', '-p', folder])
  }
})

test('import and require each get types in their own module format', async (t) => {
  const folder = await emptyProject(t)
  const use =
    "const client = createClient({ baseUrl: '', apiKey: '' })\nexport const usage: Promise<object> = client.getUsage()\n"
  const files = {
    'use.mts': `import { createClient } from 'candidate-screening-client'\n${use}`,
    'use.cts': `import client = require('candidate-screening-client')\nexport const make: typeof client.createClient = client.createClient\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const module of ['node16', 'nodenext']) {
    const compilerOptions = { module, target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
    const traced = await succeed(t, ['tsc', '-p', folder, '--traceResolution'])
    for (const notation of ['esm', 'cjs'])
      t.regex(traced, new RegExp(`was successfully resolved to '.*/client/${notation}/index\\.d\\.ts'`))
  }
})

test('the package does not depend on a platform or on other packages', (t) => {
  const folder = join(root, 'generated/client/esm')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const texts = scripts.map((name) => readFileSync(join(folder, name), 'utf8'))
  const imports = texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import\(?)\s*['"]([^'"]+)/g)].map(([, name]) => name as string),
  )
  t.deepEqual(
    imports.filter((name) => !name.startsWith('./')),
    [],
  )
  t.true(imports.length > 5)
  const { dependencies, private: isPrivate } = JSON.parse(readFileSync(join(root, 'generated/package.json'), 'utf8'))
  t.deepEqual([dependencies, isPrivate], [undefined, undefined])
})
