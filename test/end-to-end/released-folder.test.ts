/**
 * Opens, with the current code, an embedded database's folder from each released version.
 * `test/data/releases/<version>/` contains the database of a stopped server that has scored one application for the
 * partner `demo`, and the response with the score at that time. A new release adds a folder.
 */
import test from 'ava'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startServer } from '../../src/app/server.ts'
import { issueKey } from '../../src/features/access/api-keys.ts'
import { readConfig } from '../../src/kit/config.ts'
import { createLog } from '../../src/kit/log.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'

const releases = join(import.meta.dirname, '../data/releases')

test('there is a folder for each release of the contract', (t) => {
  const released = readdirSync(join(import.meta.dirname, '../../spec/releases')).map((name) =>
    name.replace('.yaml', ''),
  )
  t.deepEqual(readdirSync(releases).sort(), released.sort())
})

for (const version of readdirSync(releases))
  test(`the folder of ${version} can be opened, and its score is unchanged`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'screening-released-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    const [packed, score] = ['screening.sqlite.gz', 'score.json'].map((name) =>
      readFileSync(join(releases, version, name)),
    ) as [Buffer, Buffer]
    writeFileSync(join(folder, 'screening.sqlite'), gunzipSync(packed))
    const settings = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', DATA_DIR: folder }
    const log = createLog('silent', loadContract().sensitive)
    const server = await startServer(readConfig(settings, ['--role', 'all']), log)
    t.teardown(server.stop)
    const { services, url } = server
    const [partner] = await services.database.select<{ id: string }>("SELECT id FROM partners WHERE name = 'demo'")
    const owner = { partnerId: partner?.id as string, environment: 'SANDBOX' } as const
    const { key } = await issueKey(services, owner, {})
    const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'acme' }
    const answer = await fetch(`${url}/v1/jobs/job-1/applications/app-1/score`, { headers })
    t.is(answer.status, 200)
    t.deepEqual(await answer.json(), JSON.parse(String(score)))
  })
