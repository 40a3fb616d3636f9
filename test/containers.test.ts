/** What the image and compose.yaml promise about every container. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import test from 'ava'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { settings } from '../src/kit/settings.ts'
import { readBase } from './tools/image/base.ts'

type Container = {
  image: string
  environment: Record<string, string>
  security_opt: string[]
  mem_limit: string
  pids_limit: number
}
type Compose = { services: Record<string, Container>; [extension: `x-${string}`]: unknown }

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose
const dockerfile = readFileSync('Dockerfile', 'utf8')
const containers = Object.entries(compose.services)

/** The Compose specification's own schema, from compose-go 2.16.2 (Apache 2.0; its licence is in the same folder). */
const schema = JSON.parse(readFileSync('test/data/compose-spec/compose-spec.json', 'utf8')) as object

test('compose.yaml is valid against the schema of the Compose specification', (t) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const validate = ajv.compile(schema)
  t.true(validate(compose), ajv.errorsText(validate.errors))
  t.false(
    validate({ ...compose, services: { ...compose.services, api: { imgae: 'x' } } }),
    'the check finds a wrong name',
  )
})

test('every container has limits for memory and processes, and gains no privileges', (t) => {
  t.deepEqual(
    containers.map(([name]) => name),
    ['api', 'worker', 'operator', 'mysql', 'rabbitmq', 'redis'],
  )
  for (const [name, { mem_limit, pids_limit, security_opt }] of containers) {
    t.regex(mem_limit, /^\d+[gm]$/, name)
    t.true(pids_limit > 0, name)
    t.true(security_opt.includes('no-new-privileges:true'), name)
  }
})

/**
 * Settings that compose.yaml need not pass on, because the image sets them or because they make no sense with MySQL.
 */
const fixedSettings = ['HOST', 'PORT', 'ADMIN_HOST', 'ADMIN_PORT', 'DATA_DIR', 'NODE_ENV']

test('compose.yaml passes on every setting', (t) => {
  for (const name of ['api', 'worker', 'operator']) {
    const passed = Object.keys(compose.services[name]!.environment)
    const missing = settings.map((setting) => setting.name).filter((setting) => !passed.includes(setting))
    t.deepEqual(missing, fixedSettings, name)
  }
})

test('every external image has an exact version', (t) => {
  const [, node] = /^ARG NODE=(.*)$/m.exec(dockerfile)!
  const images = new Set(containers.map(([, { image }]) => image))
  t.true(images.delete('candidate-screening'))
  t.is(images.size, 3)
  for (const image of [node!, ...images]) t.regex(image, /^\w+:\d+\.\d+\.\d+(-[\w-]+)?$/)
  for (const [, from] of dockerfile.matchAll(/^FROM (\S+)/gm)) t.is(from, '${NODE}')
})

test('the image installs no program other than Node', (t) => {
  t.notRegex(dockerfile, /apt-get/)
})

test('the image has the Node version that npm ci installs, and a base that image-check can build', (t) => {
  t.is(readBase(dockerfile).node, process.versions.node)
  t.throws(() => readBase('ARG NODE=node:latest'), { message: /names no base such as node:26/ })
})

test('image-check prints in one line which tool is missing, and exits with the code for "no verdict"', (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/tools/image/check.ts'], {
    env: { PATH: import.meta.dirname },
    encoding: 'utf8',
  })
  t.is(status, 2)
  t.is(stdout, '')
  t.regex(stderr, /^(buildah not found: install it|buildah builds in a chroot).*\n$/)
})
