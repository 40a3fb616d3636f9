/**
 * Runs several test files as one. ava gives each file a thread, so these files share their imports, compiled code and
 * pool of threads. Their tests run one after the other. GATE_FILES lists the files. The gate chooses files that leave
 * nothing behind in their process (see `items.ts`).
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { declared } from './declared.ts'

const files = (process.env.GATE_FILES ?? '').split(' ')
const urls = new Map(files.map((file) => [pathToFileURL(file).href, file]))

registerHooks({
  resolve(specifier, context, next) {
    const file = specifier === 'ava' && urls.get(context.parentURL ?? '')
    return next(file ? new URL(`titled-test.ts?file=${file}`, import.meta.url).href : specifier, context)
  },
})

for (const url of urls.keys()) await import(url)
for (const declare of declared) declare()
