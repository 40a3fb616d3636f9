/**
 * Compares the contract with its last release, or with another base, and refuses what breaks a client of /v1.
 *
 *   node spec/contract-diff/main.ts [<git ref or file>]
 *
 * Prints the changelog in Markdown. Exit code 0: nothing breaks; 1: something does; 2: wrong use.
 */
import { join } from 'node:path'
import { bundled, lastRelease, namedBase, readContract, root } from './base.ts'
import { changelog } from './changelog.ts'
import { findingsOf } from './judge.ts'

function run(words: string[]): number {
  if (words.length > 1) throw new Error('Give one base at most: BASE=<git ref or file>.')
  const base = words[0] ? namedBase(words[0]) : lastRelease()
  if (!base) {
    console.log('There is no release in spec/releases/ yet, so there is nothing to compare with.')
    return 0
  }
  const findings = findingsOf(base.contract, readContract(join(root, bundled)))
  process.stdout.write(changelog(findings, base.name))
  return findings.some(({ breaks }) => breaks) ? 1 : 0
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
