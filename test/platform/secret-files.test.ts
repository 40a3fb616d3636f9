import test from 'ava'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../src/kit/config.ts'
import { withSecretFiles } from '../../src/platform/secret-files.ts'
import { privateFolder } from '../tools/services/process.ts'

test('a secret is read from the file in its setting, without the last line break', (t) => {
  const file = join(privateFolder(t), 'database-url')
  writeFileSync(file, 'mysql://u:p@h/d\n')
  const read = withSecretFiles({ DATABASE_URL_FILE: file, GROQ_API_KEY: 'k' })
  t.deepEqual([read.DATABASE_URL, read.GROQ_API_KEY], ['mysql://u:p@h/d', 'k'])
})

test('unreadable files and settings that are given twice are all listed in one error', (t) => {
  const file = join(privateFolder(t), 'key')
  writeFileSync(file, 'k')
  const missing = join(privateFolder(t), 'missing')
  const error = t.throws(() => withSecretFiles({ SECRET_KEY: 'a', SECRET_KEY_FILE: file, AMQP_URL_FILE: missing }), {
    instanceOf: ConfigError,
  })
  t.deepEqual(error?.faults, [
    'SECRET_KEY and SECRET_KEY_FILE are both set: keep one of them.',
    `AMQP_URL_FILE cannot be read (ENOENT): ${missing}`,
  ])
})
