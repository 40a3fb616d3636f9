/** What the image and compose.yaml promise about every container. */
import { readFileSync } from 'node:fs'
import test from 'ava'

const compose = readFileSync('compose.yaml', 'utf8')
const dockerfile = readFileSync('Dockerfile', 'utf8')

/** The definitions of containers by name: `x-service`, which our own share, and those of others. */
const containers = [
  ...compose.matchAll(/^(?:x-service|  (\w+)):(?: &service)?\n((?: {2,}.*\n|\n)+?)(?=\S|  \w+:\n|$(?!\n))/gm),
]
  .map(([, name = 'service', lines]) => ({ name, lines: lines! }))
  .filter(({ lines }) => /^ +image:/m.test(lines))

test('every container has limits of memory and processes, and gains no privileges', (t) => {
  t.deepEqual(
    containers.map(({ name }) => name),
    ['service', 'mysql', 'rabbitmq', 'redis'],
  )
  for (const { name, lines } of containers)
    for (const wanted of [
      /^ +mem_limit: \d+[gm]$/m,
      /^ +pids_limit: \d+$/m,
      /^ +security_opt: .*no-new-privileges:true/m,
    ])
      t.regex(lines, wanted, name)
})

test('every image of others is named by an exact version', (t) => {
  const images = [...compose.matchAll(/image: (.*:.*)/g), ...dockerfile.matchAll(/^ARG NODE=(.*)$/gm)]
  t.is(images.length, 4)
  for (const [, image] of images) t.regex(image!, /^\w+:\d+\.\d+\.\d+(-[\w-]+)?$/)
  for (const [, from] of dockerfile.matchAll(/^FROM (\S+)/gm)) t.is(from, '${NODE}')
})

test('the image holds no native converter', (t) => {
  t.notRegex(dockerfile, /apt-get|antiword|unrtf/)
})
