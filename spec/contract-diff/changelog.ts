/** The reviewer's changelog in Markdown. */
import type { Finding } from './judge.ts'

const usersMax = 3

/** Breaking changes first; each line begins with its pointer. Ends with a line break. */
export function changelog(findings: Finding[], baseName: string): string {
  const breaking = findings.filter((finding) => finding.breaks)
  const rest = findings.filter((finding) => !finding.breaks)
  return [
    `# Changes of the contract since ${baseName}`,
    ...section('Breaking', breaking),
    ...section('Not breaking', rest),
    ...(findings.length === 0 ? ['', 'None that a client can notice.'] : []),
    '',
  ].join('\n')
}

function section(title: string, findings: Finding[]): string[] {
  return findings.length === 0 ? [] : ['', `## ${title}: ${findings.length}`, '', ...findings.map(line)]
}

function line({ pointer, sentence, users }: Finding): string {
  const named = users.slice(0, usersMax).join(', ')
  const more = users.length > usersMax ? ` and ${users.length - usersMax} more` : ''
  return `- \`${pointer}\`: ${sentence}${users.length > 0 ? ` (${named}${more})` : ''}`
}
