/** Reads secrets from files, as Docker and Kubernetes provide them. */
import { readFileSync } from 'node:fs'
import { ConfigError } from '../kit/config.ts'
import { settings } from '../kit/settings.ts'

type Environment = Record<string, string | undefined>

/**
 * Returns the environment, plus the secrets whose files are given in settings `<name>_FILE`. A secret is the file's
 * content without the last line break.
 * @throws ConfigError that lists unreadable files, and settings that are given twice
 */
export function withSecretFiles(environment: Environment): Environment {
  const faults: string[] = []
  const read = ({ name }: { name: string }): [string, string][] => {
    const file = environment[`${name}_FILE`]
    if (!file) return []
    if (environment[name]) faults.push(`${name} and ${name}_FILE are both set: keep one of them.`)
    try {
      return [[name, readFileSync(file, 'utf8').replace(/\r?\n$/, '')]]
    } catch (error) {
      faults.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
      return []
    }
  }
  const secrets = settings.filter(({ isSecret }) => isSecret).flatMap(read)
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...environment, ...Object.fromEntries(secrets) }
}
