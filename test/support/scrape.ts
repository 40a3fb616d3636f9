/** Reads the metrics that Prometheus would read from a server's admin port. */
import { readExposition, sumOf, type Series } from '../../src/platform/metrics/exposition.ts'
import { until } from '../tools/until.ts'

export async function scrapeText(adminUrl: string): Promise<string> {
  return (await fetch(`${adminUrl}/metrics`)).text()
}

export async function scrape(adminUrl: string): Promise<Series[]> {
  return readExposition(await scrapeText(adminUrl))
}

/** Returns a metric's value, summed over the labels that are not given. */
export async function valueOf(adminUrl: string, name: string, labels: Record<string, string> = {}): Promise<number> {
  return sumOf(await scrape(adminUrl), name, labels)
}

/** Runs `work`, and waits until each of these metrics has changed by this amount. */
export async function moves(
  adminUrl: string,
  expected: [name: string, labels: Record<string, string>, by: number][],
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await scrape(adminUrl)
  await work()
  for (const [name, labels, by] of expected) {
    const hasMoved = async () => sumOf(await scrape(adminUrl), name, labels) - sumOf(before, name, labels) === by
    await until(`${name}${JSON.stringify(labels)} moves by ${by}`, hasMoved)
  }
}
