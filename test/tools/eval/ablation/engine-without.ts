/**
 * Loads the built-in engine without one of its parts, next to the whole engine in the same process. For each part,
 * Node's module hooks load a separate copy of `workers/`, in which neutral declarations replace the part's own. The
 * product's code contains no switches for this.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Engine } from '../../../../workers/engine.ts'
import { parts } from './parts.ts'

const workers = pathToFileURL(join(import.meta.dirname, '../../../../workers/')).href
const partOf = (url: string | undefined): string | null => (url ? new URL(url).searchParams.get('without') : null)

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const without = partOf(context.parentURL)
    if (without !== null && found.url.startsWith(workers) && found.url.endsWith('.ts'))
      found.url = `${found.url.split('?')[0]}?without=${encodeURIComponent(without)}`
    return found
  },
  load(url, context, next) {
    const without = partOf(url)
    if (without === null) return next(url, context)
    const source = readFileSync(fileURLToPath(url.split('?')[0]!), 'utf8')
    const here = without.split('+').map((name) => parts[name]!)
    const meant = here.filter(({ file }) => url.startsWith(`${workers}${file}?`))
    const neutral = meant.reduce((text, part) => withNeutral(text, part.neutral), source)
    return { format: 'module-typescript', source: neutral, shortCircuit: true }
  },
})

/**
 * Returns the engine without the named part, or without several parts whose names are joined by `+`, such as
 * `places+synonyms`. @throws Error if the part's file no longer declares what it replaces
 */
export async function engineWithout(name: string): Promise<Engine> {
  const copy = (await import(`${workers}engines/embedded/engine.ts?without=${encodeURIComponent(name)}`)) as {
    embeddedEngine: Engine
  }
  return copy.embeddedEngine
}

function withNeutral(source: string, neutral: Record<string, string>): string {
  return Object.entries(neutral).reduce((text, [name, value]) => {
    const declaration = new RegExp(`^(export )?(const|function) ${name}(?=[ :(<])`, 'm')
    const [found, exported = ''] = declaration.exec(text) ?? []
    if (found === undefined) throw new Error(`no module declares ${name} any more: correct parts.ts`)
    const renamed = text.replace(found, found.replace(name, `whole_${name}`))
    // A function declaration is hoisted: the module may call the replacement before its last line.
    const isCalled = value.includes('=>')
    const neutral = isCalled ? `function ${name}(...given) { return (${value})(...given) }` : `const ${name} = ${value}`
    return `${renamed}\n${exported}${neutral}\n`
  }, source)
}
