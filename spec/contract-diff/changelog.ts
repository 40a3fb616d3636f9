/** The reviewer's changelog in Markdown. */
import type { Finding } from './judge.ts'
import { sourceOf } from './sources.ts'
import type { Waiver } from './waivers.ts'

const usersMax = 3

/**
 * Sorted findings: `refused` ones break clients, `waived` ones were agreed. `unused`: waivers without a matching break.
 */
export type Judged = { refused: Finding[]; waived: [Finding, Waiver][]; unused: Waiver[]; harmless: Finding[] }
export type Compared = { name: string; version: string }

/** Breaking changes first; each line begins with its pointer. The last line is the verdict, with a line break. */
export function changelog(judged: Judged, base: Compared, current: string): string {
  const { refused, waived, unused, harmless } = judged
  const isSame = refused.length + waived.length + harmless.length === 0
  return [
    `# Changes to the contract since ${base.name}`,
    ...section('Breaking', refused.map(line)),
    ...section(
      'Breaking by agreement',
      waived.map(
        ([finding, { reason, date, agreedBy }]) => `${line(finding)} Agreed on ${date} by ${agreedBy}: ${reason}`,
      ),
    ),
    ...section(
      'Waivers without a break',
      unused.map(
        ({ pointer, date }) => `- \`${pointer}\`: remove the waiver of ${date}; the contract does not break this.`,
      ),
    ),
    ...section('Not breaking', harmless.map(line)),
    ...(isSame ? ['', 'No change that a client can notice.'] : []),
    ...['', verdict(judged, base.version, current)],
    '',
  ].join('\n')
}

/** Whether the comparison fails. */
export function fails({ refused, unused }: Judged): boolean {
  return refused.length + unused.length > 0
}

/** The last line: the result, its exit code (which `make` does not pass on), and the next version number. */
function verdict(judged: Judged, base: string, current: string): string {
  const { refused, waived, harmless, unused } = judged
  if (refused.length > 0)
    return `Result: breaks clients (exit code 1). Undo these changes, or add waivers that the affected users have agreed to (waivers.yaml); otherwise the next version is ${bump(base, 0)}.`
  if (unused.length > 0) return 'Result: waivers to remove (exit code 1).'
  const next = bump(base, waived.length + harmless.length > 0 ? 1 : 2)
  return `Result: breaks nothing (exit code 0). The next version is ${next}${current === base ? '' : `; the contract says ${current}`}.`
}

/**
 * Semantic Versioning 2.0.0: a breaking change raises the first number, an addition the second, a change of texts the
 * third.
 */
function bump(version: string, place: 0 | 1 | 2): string {
  const numbers = version.split('.').map(Number)
  return numbers.map((number, index) => (index < place ? number : index === place ? number + 1 : 0)).join('.')
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}: ${lines.length}`, '', ...lines]
}

function line({ pointer, sentence, users }: Finding): string {
  const named = users.slice(0, usersMax).join(', ')
  const more = users.length > usersMax ? ` and ${users.length - usersMax} more` : ''
  const source = sourceOf(pointer)
  const at = source ? ` (${source})` : ''
  return `- \`${pointer}\`${at}: ${sentence}${users.length > 0 ? ` (${named}${more})` : ''}`
}
