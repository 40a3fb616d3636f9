/** Reads lists of phrases from a file in this folder. Each line has the name of a kind, a colon and its phrases. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the phrases for each kind. Lines that begin with a number sign are comments. */
export function phraseLists(file: string): Map<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')
  return new Map(
    lines.flatMap((line): [string, string[]][] => {
      const { name, phrases } = /^(?<name>\w+): (?<phrases>.+)/.exec(line)?.groups ?? {}
      return name && phrases ? [[name, phrases.split('; ')]] : []
    }),
  )
}
