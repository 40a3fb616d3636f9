/** The data in Redis, and the scripts that update it. Each script is one atomic command. */
import type { Chain } from './cohorts.ts'
import type { Slots } from './counters.ts'

/** The counts in each chain's windows and in the windows to read, and the numbers of slots taken. */
export type Counts = { counts: number[][]; reads: number[]; slots: Slots[] }

/** Reads and changes the data in Redis, under its full names. Promises reject while Redis is unavailable. */
export type RedisStore = {
  /** Counts chains, then reads windows and sets of slots: at most two commands, sent together. */
  count: (chains: readonly Chain[], names: readonly string[], slots: readonly string[]) => Promise<Counts>
  takeSlot: (key: string, id: string, limit: number, leaseMs: number) => Promise<Slots & { taken: boolean }>
  freeSlot: (key: string, id: string) => Promise<unknown>
}

/**
 * Slots are a sorted set of lease ids. Their score is the time of expiry by Redis's clock, which all processes share.
 * `slotsOf` returns the number of slots taken, and the milliseconds until the first lease ends. Usually no lease has
 * expired, so one or two commands suffice.
 */
const slotsOf = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function slotsOf(key)
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  if not first[2] then return 0, 0 end
  local freeInMs = first[2] - now()
  if freeInMs > 0 then return redis.call('ZCARD', key), freeInMs end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now())
  return slotsOf(key)
end`

/**
 * KEYS: the windows of all chains, then the sets of slots. ARGV: the number of chains. For each chain: the number of
 * its requests, and the number of its windows. For each window: its limit, and the lifetime of a new window in seconds.
 * Returns the count of each window, and the result of `slotsOf` for each set. `admittedOf` defines how many requests
 * reach a chain's next window.
 */
const countScript = `${slotsOf}
local counts, slots, key, at = {}, {}, 0, 0
local function argument()
  at = at + 1
  return tonumber(ARGV[at])
end
for _ = 1, argument() do
  local asking, windows = argument(), argument()
  for _ = 1, windows do
    local limit, seconds = argument(), argument()
    key = key + 1
    if asking == 0 then
      counts[key] = tonumber(redis.call('GET', KEYS[key]) or 0)
    else
      local used = redis.call('INCRBY', KEYS[key], asking)
      if used == asking then redis.call('EXPIRE', KEYS[key], seconds) end
      counts[key] = used
      asking = math.max(0, math.min(asking, limit - (used - asking)))
    end
  end
end
for set = key + 1, #KEYS do
  slots[#slots + 1] = { slotsOf(KEYS[set]) }
end
return { counts, slots }`

/** ARGV: id, limit, duration in ms. Returns whether a slot was taken, then the result of `slotsOf`. */
const takeScript = `${slotsOf}
local taken = 0
if slotsOf(KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now() + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  taken = 1
end
return { taken, slotsOf(KEYS[1]) }`

/** The methods of the Redis client that the store uses. */
type Client = {
  /** Adds a method of this name. */
  defineCommand(name: string, script: { lua: string }): void
  mget(keys: string[]): Promise<(string | null)[]>
  zrem(key: string, member: string): Promise<unknown>
  /** The connection. */
  stream: { cork(): void; uncork(): void }
}
type Script<Answer> = (keys: number, ...rest: (string | number)[]) => Promise<Answer>
type Scripts = {
  countRequests: Script<[counts: number[], slots: [active: number, freeInMs: number][]]>
  takeSlot: Script<[taken: number, active: number, freeInMs: number]>
}

/** Creates the store over this client. */
export function createStore(redis: Client): RedisStore {
  // The client sends a script's text once per connection, then only its hash.
  redis.defineCommand('countRequests', { lua: countScript })
  redis.defineCommand('takeSlot', { lua: takeScript })
  const { countRequests, takeSlot } = redis as unknown as Scripts
  return {
    async count(chains, names, slots) {
      const windows = chains.flatMap((chain) => chain.windows.map(({ name }) => name))
      const numbers = chains.flatMap((chain) => [
        chain.by,
        chain.windows.length,
        ...chain.windows.flatMap(({ limit, keptSeconds }) => [limit, keptSeconds]),
      ])
      const keys = [...windows, ...slots]
      // The script could also read the windows, but that would take Redis twice as long. Corking sends both commands in
      // one packet.
      redis.stream.cork()
      const counting = countRequests.call(redis, keys.length, ...keys, chains.length, ...numbers)
      const reading = names.length > 0 ? redis.mget([...names]) : []
      redis.stream.uncork()
      const [[counted, states], reads] = await Promise.all([counting, reading])
      let at = 0
      return {
        counts: chains.map((chain) => chain.windows.map(() => counted[at++] as number)),
        reads: reads.map(Number),
        slots: states.map(([active, freeInMs]) => ({ active, freeInMs })),
      }
    },
    async takeSlot(key, id, limit, leaseMs) {
      const [taken, active, freeInMs] = await takeSlot.call(redis, 1, key, id, limit, leaseMs)
      return { taken: taken === 1, active, freeInMs }
    },
    freeSlot: (key, id) => redis.zrem(key, id),
  }
}
