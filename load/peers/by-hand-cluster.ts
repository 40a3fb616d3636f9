/**
 * The peer of `make bench-scale`: the same service as a team would write it by hand in a week, over the same MariaDB and
 * RabbitMQ: insert a row, publish its id, consume it, fetch the resume, ask the model, update the row.
 *
 * No keys, limits, contract, dedupe, fairness, retries, rescue, quotes, events, bills; so its figure is what the way
 * itself costs. `--role api | worker`, as the service.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import { createPool } from 'mysql2/promise'

const { DATABASE_URL = '', AMQP_URL = '', GROQ_BASE_URL = '' } = process.env
const isWorker = process.argv.includes('worker')
/** As many as a worker of the service takes at once. */
const prefetch = 24
const criteria = [
  'Several years of professional experience in the field',
  'Has led a project from start to finish',
  'A relevant degree or certificate',
]

const database = createPool({ uri: DATABASE_URL, connectionLimit: 10 })
await database.query(`CREATE TABLE IF NOT EXISTS by_hand (id CHAR(36) PRIMARY KEY, application VARCHAR(128) NOT NULL,
  resumeUrl TEXT NOT NULL, status VARCHAR(16) NOT NULL, result LONGTEXT, queuedAt BIGINT NOT NULL, KEY (application),
  KEY (status, queuedAt))`)
const connection = await connect(AMQP_URL)
const queue = `screening.${new URL(DATABASE_URL).pathname.slice(1)}.singles`
const channel = await connection.createConfirmChannel()
await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })

async function serve(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { resumeUrl } = (await json(request)) as { resumeUrl: string }
    const application = /applications\/([^/]+)/.exec(request.url ?? '')?.[1] ?? ''
    const id = randomUUID()
    await database.execute('INSERT INTO by_hand VALUES (?, ?, ?, ?, NULL, ?)', [
      ...[id, application, resumeUrl, 'PENDING', Date.now()],
    ])
    channel.sendToQueue(queue, Buffer.from(id), { persistent: true })
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id, status: 'queued' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function work(id: string): Promise<void> {
  const [rows] = await database.execute('SELECT resumeUrl FROM by_hand WHERE id = ?', [id])
  const [row] = rows as { resumeUrl: string }[]
  if (!row) return
  const resume = await (await fetch(row.resumeUrl)).text()
  const verdicts = await ask(resume)
  await database.execute("UPDATE by_hand SET status = 'COMPLETED', result = ? WHERE id = ?", [verdicts, id])
}

async function ask(resume: string): Promise<string> {
  const fence = (label: string, text: string) =>
    `<<<BEGIN ${label} ${boundary}>>>\n${text}\n<<<END ${label} ${boundary}>>>`
  const listed = criteria.map((text, index) => JSON.stringify({ id: `c${index}`, text })).join('\n')
  const answer = await fetch(`${GROQ_BASE_URL}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer by-hand', 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'any',
      messages: [
        { role: 'system', content: 'Judge the resume by each criterion, with a quote.' },
        { role: 'user', content: `${fence('CRITERIA', listed)}\n${fence('RESUME', resume)}` },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'verdicts', strict: true, schema: {} } },
    }),
  })
  const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] }
  return choices[0]?.message.content ?? ''
}

/** What the model of the bench knows a section by. */
const boundary = '0'.repeat(24)

let url = 'worker'
if (isWorker) {
  await channel.prefetch(prefetch)
  await channel.consume(queue, (message) => {
    if (message) void work(message.content.toString()).finally(() => channel.ack(message))
  })
} else url = await serve()
process.on('SIGTERM', () => process.exit(0))
console.log(`by hand is ready: ${url}, health on none`)
