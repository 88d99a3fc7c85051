import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { inertHeaders, toInertHtml } from '../packages/campaign-mail/src/inert-html.ts'
import { hostileHtml, PIXEL_BYTES, PIXEL_URL } from '../packages/campaign-mail/test/hostile-html.ts'
import { FRAME_SANDBOX } from '../packages/contract/src/replies.ts'

interface Served {
  html: string
  headers: Record<string, string>
}

interface RemoteRequest {
  url: string
  referrer: string | undefined
  isPicture: boolean
}

const served: Served[] = []
let asked: RemoteRequest[] = []
let app: Server
let remote: Server
let vectors: string[]

test.beforeAll(async () => {
  remote = await listen((request, response) => {
    const { referer, accept = '' } = request.headers
    asked.push({ url: request.url ?? '', referrer: referer, isPicture: accept.includes('image/') })
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'image/png')
    response.end(PIXEL_BYTES)
  })
  app = await listen((request, response) => {
    const at = /^\/frame\/(\d+)$/.exec(request.url ?? '')?.[1]
    const { html, headers } = served[Number(at)] ?? { html: '', headers: {} }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  })
  vectors = hostileHtml(originOf(remote))
})

test.afterAll(async () => {
  for (const server of [app, remote]) server?.close()
})

test.beforeEach(() => {
  served.length = 0
  asked = []
})

function listen(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer as never)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const inert = (html: string, pictures = false): Served => ({
  html: toInertHtml(html, { pictures, cid: (id) => (id === 'pixel' ? PIXEL_URL : null) }).html,
  headers: inertHeaders(pictures),
})

const FRAMES_A_PAGE = 50

/** Loads documents in frames, 50 a page, and returns what they did: requests, dialogs, pages opened. */
async function load(browser: Browser, documents: Served[], sandbox: string | null): Promise<string[]> {
  served.push(...documents)
  const did: string[] = []
  const context = await browser.newContext()
  for (let first = 0; first < documents.length; first += FRAMES_A_PAGE) {
    const page = await context.newPage()
    page.on('dialog', (dialog) => {
      did.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('popup', (popup) => did.push(`popup ${popup.url()}`))
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(originOf(app)) || request.url().startsWith('data:image/')
      if (!isOurs) did.push(`request ${request.url()}`)
    })
    await page.goto(originOf(app))
    const count = Math.min(FRAMES_A_PAGE, documents.length - first)
    await showFrames(page, first, count, sandbox)
    await page.waitForLoadState('networkidle')
    await page.close()
  }
  await context.close()
  return did
}

const showFrames = (page: Page, first: number, count: number, sandbox: string | null): Promise<void> =>
  page.evaluate(
    async ([from, length, rules]) => {
      const loads = Array.from({ length }, (_, at) => {
        const frame = document.createElement('iframe')
        if (rules !== null) frame.setAttribute('sandbox', rules)
        frame.src = `/frame/${from + at}`
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        return loaded
      })
      await Promise.all(loads)
    },
    [first, count, sandbox] as const,
  )

test.describe('hundreds of hostile messages in Chromium', () => {
  test('act without protection, which proves that these tests see what they do', async ({ browser }) => {
    const did = await load(
      browser,
      vectors.map((html) => ({ html, headers: {} })),
      null,
    )
    expect(did.filter((each) => each.startsWith('dialog')).length).toBeGreaterThan(20)
    expect(asked.length).toBeGreaterThan(20)
  })

  test('ask for nothing and open nothing in their frame (INBOX-39, INBOX-40)', async ({ browser }) => {
    expect(
      await load(
        browser,
        vectors.map((html) => inert(html)),
        FRAME_SANDBOX,
      ),
    ).toEqual([])
    expect(asked).toEqual([])
  })

  test('ask for nothing and open nothing when cleaned only, without sandbox and policy (INBOX-39, INBOX-40)', async ({
    browser,
  }) => {
    const bare = vectors.map((html) => ({ ...inert(html), headers: {} }))
    expect(await load(browser, bare, null)).toEqual([])
    expect(asked).toEqual([])
  })

  test('open nothing and reach no server behind the policy alone (INBOX-39)', async ({ browser }) => {
    const did = await load(
      browser,
      vectors.map((html) => ({ html, headers: inertHeaders(false) })),
      null,
    )
    expect(did.filter((each) => !each.startsWith('request'))).toEqual([])
    expect(asked).toEqual([])
  })

  test('load pictures alone, and say nothing of where they are shown, once asked to (INBOX-40)', async ({
    browser,
  }) => {
    const did = await load(
      browser,
      vectors.map((html) => inert(html, true)),
      FRAME_SANDBOX,
    )
    expect(did.filter((each) => !each.startsWith(`request ${originOf(remote)}/`))).toEqual([])
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter(({ isPicture, referrer }) => !isPicture || referrer !== undefined)).toEqual([])
  })
})

test('Chromium reads the cleaned HTML as the elements and attributes that were let through (INBOX-39)', async ({
  page,
}) => {
  const documents = vectors.flatMap((html) => [inert(html).html, inert(html, true).html])
  const found = await page.evaluate((all) => {
    const names = new Set<string>()
    for (const html of all)
      for (const element of new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')) {
        names.add(element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? element.localName : 'foreign')
        for (const { name } of element.attributes) names.add(`@${name}`)
      }
    return [...names].sort()
  }, documents)
  const elements = `a b blockquote br caption center code div em figure font i img li p pre s small span strong table tbody td tr u ul`
  const attributes = `align alt bgcolor data-link-host height href referrerpolicy rel src style target width`
  const known = new Set([...elements.split(' '), ...attributes.split(' ').map((name) => `@${name}`)])
  expect(found.filter((name) => !known.has(name))).toEqual([])
})

test('the mark of a link stands above what the mail lays over it, and can’t be hidden (INBOX-41)', async ({
  page,
}) => {
  const tricks = [
    '<div style="font-size:1px;color:white;line-height:0;letter-spacing:9px"><a href="https://evil.example">Pay</a></div>',
    '<div style="height:0"><a href="https://evil.example">Pay</a></div><div><span style="background:white">bank.example bank.example bank.example</span></div>',
    '<div style="margin-top:-90px"><a href="https://evil.example">Pay</a></div>',
    '<table><tr><td style="white-space:nowrap;width:10px"><a href="https://evil.example">Pay</a></td></tr></table>',
    '<p dir="rtl"><a href="https://evil.example">Pay</a></p>',
  ]
  await page.setViewportSize({ width: 400, height: 300 })
  for (const html of tricks) {
    await page.setContent(inert(html).html)
    const mark = page.locator('[data-link-host]')
    expect(await mark.innerText()).toContain('(evil.example)')
    const isOnTop = await mark.evaluate((element) => {
      const { left, top, width, height } = [...element.getClientRects()].at(-1)!
      const { fontSize, color, opacity } = getComputedStyle(element)
      const isLegible = fontSize === '13px' && color === 'rgb(87, 96, 106)' && opacity === '1'
      return isLegible && document.elementFromPoint(left + width / 2, top + height / 2) === element
    })
    expect(isOnTop, html).toBe(true)
  }
})

test('wide mail scrolls within the frame, and its links open in a new tab without opener and referrer (INBOX-41)', async ({
  page,
}) => {
  served.push(
    inert(`<table width="3000"><tr><td><a href="${originOf(remote)}/target">Go</a></td></tr></table>`),
  )
  await page.setViewportSize({ width: 400, height: 600 })
  await page.goto(originOf(app))
  await showFrames(page, 0, 1, FRAME_SANDBOX)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('iframe').getByRole('link', { name: 'Go' }).click(),
  ])
  await expect
    .poll(() => asked.filter(({ url }) => url === '/target'))
    .toMatchObject([{ referrer: undefined }])
  expect(await popup.evaluate(() => window.opener === null && window.origin !== 'null')).toBe(true)
})
