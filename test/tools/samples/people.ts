/**
 * Values for the gaps in the first lines of resumes: names by script, and other details for all scripts. All people,
 * numbers and places are invented.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Script = 'Latin' | 'Cyrillic' | 'Han' | 'Hangul' | 'Arabic' | 'Devanagari'
export type Detail = 'email' | 'phone' | 'link' | 'birth' | 'address'

/** Returns a file's lines by the heading above them, which has the form `# <heading>`. */
function linesByHeading<Heading extends string>(file: string): Record<Heading, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../data/people', file), 'utf8')
  const sections = text.split(/^# /m).slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const [heading, ...lines] = section.trim().split('\n')
      return [heading, lines]
    }),
  ) as Record<Heading, string[]>
}

/**
 * A line contains a full name and, after `|`, the part that may stand for the name alone. Without a second part, the
 * full name is used.
 */
function nameOf(line: string): [name: string, family: string] {
  const [name = '', family = name] = line.split(' | ')
  return [name, family]
}

const lines = linesByHeading<Script>('names.txt')

export const names = Object.fromEntries(
  Object.entries(lines).map(([script, each]) => [script, each.map(nameOf)]),
) as Record<Script, [name: string, family: string][]>

export const details = linesByHeading<Detail>('details.txt')
