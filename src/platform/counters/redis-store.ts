/**
 * What Redis stores, and the scripts that count in it: each is one command, and nothing comes between its parts.
 */
import type { Chain } from './chains.ts'
import type { Slots } from './counters.ts'

/** What each window of each chain has counted then, what each window that is read has, and the slots that are taken. */
export type Counts = { counts: number[][]; reads: number[]; slots: Slots[] }

/** What Redis stores. Its promises reject while Redis is away. */
export type RedisStore = {
  /** Counts chains, reads windows by name, and slots by key; in one command. */
  count: (chains: readonly Chain[], names: readonly string[], slots: readonly string[]) => Promise<Counts>
  takeSlot: (key: string, id: string, limit: number, leaseMs: number) => Promise<Slots & { taken: boolean }>
  freeSlot: (key: string, id: string) => Promise<unknown>
}

/**
 * Slots are a sorted set of lease ids by expiry in Redis's own time, the one clock that all processes share. How many are
 * taken, and the ms until the first lease ends.
 */
const slotsOf = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function slotsOf(key)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  return redis.call('ZCARD', key), first[2] and first[2] - now or 0
end`

/**
 * KEYS: the windows of all chains, windows to read, then sets of slots. ARGV: the number of chains; for each, its requests
 * and the number of its windows; for each of these, its limit and how many seconds a new one is kept; at the end the
 * number of windows to read. Returns the count of each window, then what `slotsOf` says of each set. See `letThrough`
 * for what reaches a chain's next window.
 */
const countScript = `${slotsOf}
local counts, key, at = {}, 0, 0
local function argument()
  at = at + 1
  return tonumber(ARGV[at])
end
local function read()
  key = key + 1
  counts[key] = tonumber(redis.call('GET', KEYS[key]) or 0)
end
for _ = 1, argument() do
  local asking, windows = argument(), argument()
  for _ = 1, windows do
    local limit, seconds = argument(), argument()
    if asking == 0 then
      read()
    else
      key = key + 1
      local used = redis.call('INCRBY', KEYS[key], asking)
      if used == asking then redis.call('EXPIRE', KEYS[key], seconds) end
      counts[key] = used
      asking = math.max(0, math.min(asking, limit - (used - asking)))
    end
  end
end
for _ = 1, argument() do read() end
for set = key + 1, #KEYS do
  local active, freeInMs = slotsOf(KEYS[set])
  counts[#counts + 1] = active
  counts[#counts + 1] = freeInMs
end
return counts`

/** ARGV: id, limit, duration in ms. Returns whether a slot was taken, and what `slotsOf` says then. */
const takeScript = `${slotsOf}
local taken = 0
if slotsOf(KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  taken = 1
end
return { taken, slotsOf(KEYS[1]) }`

/** What the store needs of Redis's client. */
type Client = {
  /** Makes a method of this name. */
  defineCommand(name: string, script: { lua: string }): void
  zrem(key: string, member: string): Promise<unknown>
}
type Script = (keys: number, ...rest: (string | number)[]) => Promise<number[]>

/** The store behind this connection; `prefix` goes before every key. */
export function createStore(redis: Client, prefix: string): RedisStore {
  const nameOf = (key: string) => `${prefix}:${key}`
  // A connection sends a script's text once, and its hash from then on.
  redis.defineCommand('countRequests', { lua: countScript })
  redis.defineCommand('takeSlot', { lua: takeScript })
  const { countRequests, takeSlot } = redis as unknown as { countRequests: Script; takeSlot: Script }
  return {
    async count(chains, names, slots) {
      const windows = chains.flatMap((chain) => chain.windows.map(({ name }) => name))
      const numbers = chains.flatMap((chain) => [
        chain.by,
        chain.windows.length,
        ...chain.windows.flatMap(({ limit, keptSeconds }) => [limit, keptSeconds]),
      ])
      const keys = [...windows, ...names, ...slots].map(nameOf)
      const answer = await countRequests.call(redis, keys.length, ...keys, chains.length, ...numbers, names.length)
      let at = 0
      const next = () => answer[at++] as number
      return {
        counts: chains.map((chain) => chain.windows.map(next)),
        reads: names.map(next),
        slots: slots.map(() => ({ active: next(), freeInMs: next() })),
      }
    },
    async takeSlot(key, id, limit, leaseMs) {
      const answer = await takeSlot.call(redis, 1, nameOf(key), id, limit, leaseMs)
      const [taken, active, freeInMs] = answer as [number, number, number]
      return { taken: taken === 1, active, freeInMs }
    },
    freeSlot: (key, id) => redis.zrem(nameOf(key), id),
  }
}
