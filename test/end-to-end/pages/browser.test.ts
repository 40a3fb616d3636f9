/**
 * The HTML pages in a browser, in both themes and at a phone's width. The tests run if Chromium is installed (`apt-get
 * install chromium`, or set CHROMIUM to its path). Without it, only `end-to-end/docs-pages.test.ts` checks the pages'
 * HTML and policies.
 */
import test from 'ava'
import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { startHarness } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = programs.find((program) => program && existsSync(program))
const inChromium = executablePath === undefined ? test.skip : test.serial
/** On a busy machine, loading the reference's 4 MB script takes a long time. */
const patience = { timeout: 100_000 }

async function openBrowser(t: { teardown: (end: () => Promise<void>) => void }): Promise<Browser> {
  // For root, as in a container, Chromium starts only without its sandbox. This is safe, because it opens only our
  // pages.
  const browser = await puppeteer.launch({
    executablePath: executablePath as string,
    args: ['--no-sandbox'],
    protocolTimeout: patience.timeout,
    timeout: patience.timeout,
  })
  t.teardown(() => browser.close())
  return browser
}

/** Returns a page's faults: errors, violations of its policy, and requests to other hosts. */
function listen(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.setDefaultTimeout(patience.timeout)
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) faults.push(`a request to ${url}`)
  })
  return faults
}

const paths = [
  '/docs',
  '/docs/guides/first-score',
  '/docs/guides/limits',
  '/changelog',
  '/errors',
  '/errors/rate-limited',
]
const phone = { width: 390, height: 844, isMobile: true, hasTouch: true }
const desk = { width: 1280, height: 900 }

inChromium('every page loads without errors and only from this host, and fits a phone', async (t) => {
  t.timeout(400_000)
  const { url } = await (await startHarness(t)).client()
  const browser = await openBrowser(t)
  for (const theme of ['light', 'dark']) {
    for (const viewport of [desk, phone]) {
      const page = await browser.newPage()
      const faults = listen(page, url)
      await page.setViewport(viewport)
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
      for (const path of paths) {
        const label = `${path}, ${theme}, ${viewport.width} px`
        await page.goto(url + path, { waitUntil: 'load' })
        if (path === '/docs') await page.waitForSelector('#reference h1')
        const { wide, ground } = await page.evaluate(lookAround)
        t.true(wide <= 0, `${label}: ${wide} px too wide`)
        t.is(ground < 128, theme === 'dark', `${label}: a background of brightness ${ground}`)
        t.deepEqual(faults, [], label)
      }
      await page.close()
    }
  }
})

/**
 * Types for the globals that `lookAround` uses in a page. The compiler has no browser types, because the service does
 * not run in a browser.
 */
type PageGlobals = {
  document: { documentElement: { scrollWidth: number; clientWidth: number }; body: object }
  getComputedStyle: (element: object) => { backgroundColor: string }
}

/**
 * Runs in the page. Returns by how many pixels the page is wider than the window, and how bright its background is (0
 * to 255).
 */
function lookAround(): { wide: number; ground: number } {
  const { document, getComputedStyle } = globalThis as unknown as PageGlobals
  const { documentElement: root, body } = document
  const [red = NaN, green = NaN, blue = NaN] = getComputedStyle(body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
  return { wide: root.scrollWidth - root.clientWidth, ground: (red + green + blue) / 3 }
}

inChromium('the forms send requests with a sandbox key, and none with a live key', async (t) => {
  t.timeout(400_000)
  const client = await (await startHarness(t)).client()
  const browser = await openBrowser(t)
  const attempt = async (key: string) => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport(desk)
    const faults = listen(page, client.url)
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/v1/')) sent.push(request.headers().authorization)
    })
    await page.goto(`${client.url}/docs`, { waitUntil: 'load' })
    await (await page.waitForSelector('input[placeholder="Token"]'))?.type(key)
    // Operations are rendered only when they scroll into view.
    await page.evaluate('location.hash = "#tag/criteria/GET/v1/jobs/{jobId}/criteria"')
    await clickButton(page, 'Test Request')
    await clickButton(page, 'Send Request')
    await until('the form sends or refuses', () => sent.length > 0 || faults.length > 0)
    await context.close()
    return { sent, faults }
  }
  const sandbox = await attempt(client.key)
  t.deepEqual(sandbox.sent, [`Bearer ${client.key}`])
  const live = await attempt('sk_live_0123456789')
  t.deepEqual(live.sent, [])
  t.regex(live.faults.join(), /Use a sandbox key/)
})

inChromium('a form can be sent twice, because no optional header is filled in', async (t) => {
  t.timeout(400_000)
  const client = await (await startHarness(t)).client()
  const page = await (await openBrowser(t)).newPage()
  await page.setViewport(desk)
  listen(page, client.url)
  const answers: [number, string | undefined][] = []
  page.on('response', (response) => {
    const isCall = new URL(response.url()).pathname.startsWith('/v1/')
    if (isCall) answers.push([response.status(), response.request().headers()['idempotency-key']])
  })
  await page.goto(`${client.url}/docs#tag/library/POST/v1/criteria-library`, { waitUntil: 'load' })
  await (await page.waitForSelector('input[placeholder="Token"]'))?.type(client.key)
  await clickButton(page, 'Test Request', 'section[id$="POST/v1/criteria-library"] ')
  for (const sent of [1, 2]) {
    await clickButton(page, 'Send')
    await until('the form has an answer', () => answers.length === sent)
  }
  t.deepEqual(answers, [
    [201, undefined],
    [201, undefined],
  ])
})

inChromium('the sidebar links to the guides, whose code blocks name this server and can be copied', async (t) => {
  t.timeout(400_000)
  const { url } = await (await startHarness(t)).client()
  const context = await (await openBrowser(t)).createBrowserContext()
  await context.overridePermissions(url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
  const page = await context.newPage()
  await page.bringToFront()
  await page.setViewport(desk)
  const faults = listen(page, url)
  await page.goto(`${url}/docs#tag/guide-batches`, { waitUntil: 'load' })
  const block = `[...document.querySelectorAll('#reference pre')].find((block) => block.textContent.includes('/scoring-batches"'))`
  await page.waitForFunction(`${block}?.querySelector('.copy')`)
  await page.evaluate(`${block}.querySelector('.copy').click()`)
  await page.waitForFunction(`${block}.querySelector('.copy').textContent === 'Copied'`)
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  t.true(copied.startsWith(`curl -sS "${url}/v1/jobs/job-1/scoring-batches"`), copied)
  const links = (await page.evaluate(
    `[...document.querySelectorAll('#reference a')].map((link) => link.getAttribute('href') ?? '')`,
  )) as string[]
  const guides = new Set(links.flatMap((href) => /tag\/guide-[\w-]+/.exec(href) ?? []))
  t.true(guides.size >= 2, [...guides].join())
  t.deepEqual(faults, [])
})

/** Waits for the first button whose text begins with this, and clicks it. */
async function clickButton(page: Page, text: string, within = ''): Promise<void> {
  const found = `[...document.querySelectorAll('${within}button')].find((button) => button.textContent.trim().startsWith('${text}'))`
  await page.waitForFunction(found)
  await page.evaluate(`${found}.click()`)
}
