/** Loaded before a thread or process: writes the name of each package that it loads to the file LOADED_PACKAGES. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name) appendFileSync(process.env['LOADED_PACKAGES']!, `${name}\n`)
    return nextLoad(url, context)
  },
})
