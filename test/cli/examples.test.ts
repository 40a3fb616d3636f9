/** The help of each command ends with an example, which must work as it is. */
import test from 'ava'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../../src/cli/command.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'

const folder = join(import.meta.dirname, '../../src/cli')

test('every example has valid arguments', async (t) => {
  const modules = await Promise.all(
    globSync('*.ts', { cwd: folder }).map((file) => import(join(folder, file)) as Promise<object>),
  )
  const commands = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      name.endsWith('Commands') ? Object.entries(value as Record<string, Command>) : [],
    ),
  )
  t.true(commands.length > 20)
  for (const [name, { read, example }] of commands)
    t.notThrows(() => read(example.split(' ').filter(Boolean), loadContract()), `${name} ${example}`)
})
