import type { Page } from '@playwright/test'
import { tabPaths } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'

const PAYLOAD = `"'><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1"><script>window.hacked=1</script>`
const LINK = '<a href="javascript:window.hacked=1">Press here</a>'

/** Names everything that has a name with the text. Returns the addresses of the screens that show it. */
async function fillWithTexts(page: Page, own: string): Promise<string[]> {
  const send = async (path: string, data: unknown, method: 'post' | 'put' = 'post') => {
    const answer = await page.request[method](path, { data })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const place_id = 'own:payload'
  const shop = { place_id, name: own, address: own, website: null, phone: null }
  const table = await send('/api/business/tables', { name: own, query: own, businesses: [shop] })
  const prospect = await send('/api/prospecting/prospect', {
    email: 'ada@bakery.example',
    business_table_id: table.id,
    place_id,
    notes: own,
    first_name: own.slice(0, 90),
    last_name: own.slice(0, 90),
    title: own,
  })
  const signature = await send('/api/email/signatures', {
    name: own.slice(0, 90),
    content: `<p>Regards</p><p>${LINK}</p>${own}`,
  })
  const campaign = await send('/api/campaigns', {
    name: own,
    description: own,
    marketing_copy: `We repair ovens. ${own}`,
  })
  const path = `/api/campaigns/${campaign.id}`
  await send(`${path}/prospects`, { prospects: [prospect.id] })
  await send(`${path}/signature`, { signature_id: signature.id }, 'put')
  const template = { subject: 'Ovens', body: `Hello {{businessName|you}},\n\n${own}\n\nwe repair.` }
  await send(`${path}/template`, { template }, 'put')
  await send(`${path}/regenerate`, {})
  await page.request.post('/api/support', { multipart: { title: own, description: own } })
  await send('/api/suppressions', { text: 'never@shop.example', file_name: own })
  return [
    '/',
    '/tables',
    `/tables/${table.id}`,
    '/prospects',
    '/campaigns',
    ...tabPaths(`/campaigns/${campaign.id}`),
    `/campaigns/${campaign.id}/edit`,
    '/email-options',
    '/feedback',
    '/do-not-contact',
    '/inbox',
    '/settings',
  ]
}

const hasRun = (page: Page) => page.evaluate(() => 'hacked' in window)

test('no stored text runs in the browser, on any page', async ({ page, customer }) => {
  expect(customer.email).toContain('@')
  page.on('dialog', (dialog) => dialog.dismiss())
  const paths = await fillWithTexts(page, PAYLOAD)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect([path, await hasRun(page)]).toEqual([path, false])
    expect([path, await page.locator('a[href^="javascript:" i]').count()]).toEqual([path, 0])
  }
})

test('no address makes the browser run its text, signed in or not', async ({ page }) => {
  const odd = encodeURIComponent(PAYLOAD)
  for (const path of [
    `/login?next=${odd}`,
    `/login#${odd}`,
    `/auth/confirm?type=${odd}&token=${odd}&email=${odd}`,
    `/unsubscribe?token=${odd}`,
    `/subscribe?email=${odd}`,
    `/reset-password?token=${odd}`,
    `/${odd}`,
    `/tables/${odd}`,
  ]) {
    await page.goto(path)
    await expect(page.locator('#root, body').first()).toBeVisible()
    expect([path, await hasRun(page)]).toEqual([path, false])
  }
})

/** A name that ends in a right-to-left override. */
const TURNER = 'Mill \u202e'

/** Texts of the page that are reversed and not part of such a name. */
const turnedTexts = (page: Page) =>
  page.evaluate((turner) => {
    const turned: string[] = []
    const leftOf = (node: Node, at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const from = text.includes(turner) ? text.lastIndexOf(turner) + turner.length : 0
      const word = /[a-z]{3,}/i.exec(text.slice(from))
      if (!word) continue
      const start = from + word.index
      const [first, last] = [leftOf(node, start), leftOf(node, start + word[0].length - 1)]
      if (first.width > 0 && first.top === last.top && first.left > last.left) turned.push(text)
    }
    return turned
  }, TURNER)

test('a right-to-left override in a name reverses only the name', async ({ page, customer }) => {
  expect(customer.email).toContain('@')
  const paths = await fillWithTexts(page, TURNER)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect([path, await turnedTexts(page)]).toEqual([path, []])
  }
  await page.goto('/tables')
  await page.getByRole('button', { name: /^Delete / }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('with its businesses')
  expect(await turnedTexts(page), 'in a question').toEqual([])
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('was deleted')).toBeVisible()
  expect(await turnedTexts(page), 'in a toast').toEqual([])
})
