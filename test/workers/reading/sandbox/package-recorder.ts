/**
 * Preloaded into a thread or process. Writes the name of each package that is loaded afterwards to the file
 * LOADED_PACKAGES.
 */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name) appendFileSync(process.env['LOADED_PACKAGES']!, `${name}\n`)
    return nextLoad(url, context)
  },
})
