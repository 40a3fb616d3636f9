/** The error middleware: every failure gets one response, with the contract's error body. */
import express, { type RequestHandler } from 'express'
import test from 'ava'
import request from 'supertest'
import { answerError } from '../../../../src/app/http/middleware/answer-error.ts'
import { securityHeaders } from '../../../../src/app/http/middleware/security-headers.ts'
import { ServiceError } from '../../../../src/kit/errors.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { createUnsentBytes } from '../../../../src/app/http/answers/unsent-bytes.ts'
import type { Services } from '../../../../src/platform/services.ts'

const contract = loadContract()

/** Returns an app in which only the error middleware is under test. `logged` contains the log messages. */
function appOf(handler: RequestHandler) {
  const logged: string[] = []
  const log = { error: (_fields: object, message: string) => void logged.push(message) } as Services['log']
  const app = express()
  app.use((_request, response, next) => {
    response.locals = { traceId: 'trace', owner: null, address: '127.0.0.1' }
    next()
  })
  app.use(securityHeaders, handler)
  app.use(
    answerError(
      { contract, log },
      createUnsentBytes(contract, () => {}),
    ),
  )
  return { app, logged }
}

test('a client error has the message from the catalogue and is not logged', async (t) => {
  const { app, logged } = appOf(() => {
    throw new ServiceError('NOT_FOUND')
  })
  const { status, body } = await request(app).get('/')
  t.is(status, 404)
  t.like(body, { code: 'NOT_FOUND', traceId: 'trace' })
  t.deepEqual(logged, [])
})

test('a defect is a 500 whose body does not reveal the cause, and the cause is logged', async (t) => {
  const { app, logged } = appOf(async () => {
    throw new Error('a secret')
  })
  const { status, text } = await request(app).get('/')
  t.is(status, 500)
  t.false(text.includes('secret'))
  t.is(logged.length, 1)
})

test('a header value with a line break makes the response a 500 without that header', async (t) => {
  const { app } = appOf((_request, response) => void response.set('ETag', 'a\r\nSet-Cookie: b').end())
  const { status, headers } = await request(app).get('/')
  t.is(status, 500)
  t.is(headers['set-cookie'], undefined)
  t.is(headers['x-content-type-options'], 'nosniff')
})

test('a failure after a response has started cuts the response off, because no second response can follow', async (t) => {
  const { app } = appOf((_request, response) => {
    response.write('{')
    throw new Error('half-way')
  })
  await t.throwsAsync(request(app).get('/'), { code: 'ECONNRESET' })
})
