/**
 * The head of an answer: its headers are listed while the request is handled, and written at once with its body.
 *
 * Node's own `setHeader` checks each name, folds its case and files it under that, only to go through all of them again
 * in the end. Must stay a response like any other: what calls Node's methods, as Express does, gets what it expects.
 */
import { ServerResponse } from 'node:http'

/** On every answer: what is sent as JSON must never run as a page. */
export const noSniffing = ['X-Content-Type-Options', 'nosniff'] as const

/** A class of its own for each server: what its responses inherit from changes, see `Api.adopt`. */
export function createListedResponse() {
  return class extends ServerResponse {
    /** A name, its value, the next name. */
    readonly listed: string[] = [...noSniffing]

    /** Lists a header; one that is listed already, in the same spelling, gets the new value. */
    list(name: string, value: string): void {
      const { listed } = this
      for (let at = 0; at < listed.length; at += 2)
        if (listed[at] === name) {
          listed[at + 1] = value
          return
        }
      listed.push(name, value)
    }

    /** Hands what is listed to Node, for code that reads or changes headers by Node's own methods. */
    settle(): void {
      const { listed } = this
      for (let at = 0; at < listed.length; at += 2) this.setHeader(listed[at] as string, listed[at + 1] as string)
      listed.length = 0
    }

    /** Node calls it with the status alone when the body ends and no head was written before. */
    override writeHead(status: number, ...more: unknown[]): this {
      try {
        if (more.length === 0) return super.writeHead(status, this.listed)
        this.settle()
        return super.writeHead(status, ...(more as []))
      } catch (error) {
        // A value that cannot be sent must not stand in the way of the answer that says so.
        this.listed.length = noSniffing.length
        throw error
      }
    }
  }
}

export type ListedResponse = InstanceType<ReturnType<typeof createListedResponse>>

/** Lists headers for the answer, which must be one of our server's. */
export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const name in headers) (response as ListedResponse).list(name, headers[name] as string)
}
