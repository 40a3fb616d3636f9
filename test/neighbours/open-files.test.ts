/** A client uses up all of the process's open files and sockets. */
import test, { type ExecutionContext } from 'ava'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { file, startResumeHost } from '../tools/fakes/resume-host.ts'
import { makeDocx } from '../tools/samples/resumes.ts'
import { privateFolder, startProcess } from '../tools/services/process.ts'
import { until } from '../tools/until.ts'

const openFiles = 200
const crowd = 180

/** Opens `crowd` connections that each send one request and stay open. */
async function openManyConnections(t: ExecutionContext, url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: crowd }, () => connect(Number(port), hostname))
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))
  let settled = 0
  for (const socket of sockets) {
    socket.on('error', () => {}).write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n')
    const isOver = new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
    void isOver.then(() => (settled += 1))
  }
  await until('each of the crowd is answered or refused', () => settled === crowd)
  return sockets
}

test('while many connections are idle, other callers can still connect, and their jobs can still open files', async (t) => {
  const host = await startResumeHost({ '/cv': file(await makeDocx()) })
  t.teardown(host.stop)
  const settings = { DATA_DIR: join(privateFolder(t), 'data'), OUTBOUND_ALLOW: host.pair, TRUST_PROXY: '1' }
  const command: [string, ...string[]] = ['bash', '-c', `ulimit -n ${openFiles}; exec node src/main.ts`]
  const server = await startProcess(t, settings, command)
  const [key] = /sk_test_\w+/.exec(server.stdout()) as unknown as [string]
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'a', 'Content-Type': 'application/json' }
  /** Sends a request on a new connection, and tries again while the connection is refused. */
  const ask = (method: string, path: string, body?: object) =>
    until(`${method} ${path} is answered`, async () => {
      const sent = { method, headers: { ...headers, Connection: 'close' }, body: body && JSON.stringify(body) }
      const answer = await fetch(server.url + path, sent).catch(() => null)
      return answer && { status: answer.status, body: (await answer.json()) as { status?: string } }
    })
  const sockets = await openManyConnections(t, server.url)
  t.true(sockets.some(({ destroyed }) => !destroyed))
  const criteria = [{ text: 'Go', importance: 'MUST_HAVE' }]
  t.is((await ask('PUT', '/v1/jobs/j/criteria', { criteria })).status, 200)
  const path = '/v1/jobs/j/applications/a/scoring-jobs'
  t.is((await ask('POST', path, { resumeUrl: `${host.origin}/cv` })).status, 202)
  await until(
    'the job is scored',
    async () => (await ask('GET', '/v1/jobs/j/applications/a/score')).body.status === 'completed',
  )
})
