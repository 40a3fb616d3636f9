/**
 * Compares the contract with its last release, or with another base, and refuses changes that break a client of /v1.
 *
 *   node spec/contract-diff/main.ts [<git ref or file>]
 *
 * Prints the changelog in Markdown. Exit code 0: no breaks except those in `waivers.yaml`; 1: other breaks, or an
 * unused waiver; 2: wrong usage. The last line repeats the code, because `make` ends with 2 for any failure.
 */
import { join } from 'node:path'
import { bundled, lastRelease, namedBase, readContract, root } from './base.ts'
import { changelog, fails } from './changelog.ts'
import { findingsOf } from './judge.ts'
import { readWaivers, waive } from './waivers.ts'

function run(words: string[]): number {
  if (words.length > 1) throw new Error('Give one base at most: BASE=<git ref or file>.')
  const base = words[0] ? namedBase(words[0]) : lastRelease()
  if (!base) {
    console.log('There is no release in spec/releases/ yet, so there is nothing to compare with.')
    return 0
  }
  const { contract, version } = readContract(join(root, bundled))
  const findings = findingsOf(base.contract, contract)
  const breaking = findings.filter(({ breaks }) => breaks)
  const harmless = findings.filter(({ breaks }) => !breaks)
  const judged = { ...waive(breaking, readWaivers(base.name)), harmless }
  process.stdout.write(changelog(judged, base, version))
  return fails(judged) ? 1 : 0
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
