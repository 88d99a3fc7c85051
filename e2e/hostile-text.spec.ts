import type { Page } from '@playwright/test'
import { expect, test } from './support/customer.ts'

const PAYLOAD = `"'><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1"><script>window.hacked=1</script>`
const LINK = '<a href="javascript:window.hacked=1">Press here</a>'

/** Everything that can be named carries the payload. Answers the addresses of the screens that show it. */
async function fillWithPayloads(page: Page): Promise<string[]> {
  const send = async (path: string, data: unknown, method: 'post' | 'put' = 'post') => {
    const answer = await page.request[method](path, { data })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const place_id = 'own:payload'
  const shop = { place_id, name: PAYLOAD, address: PAYLOAD, website: null, phone: null }
  const table = await send('/api/business/tables', { name: PAYLOAD, query: PAYLOAD, businesses: [shop] })
  const prospect = await send('/api/prospecting/prospect', {
    ...{ email: 'ada@bakery.example', business_table_id: table.id, place_id, notes: PAYLOAD },
    ...{ first_name: PAYLOAD.slice(0, 90), last_name: PAYLOAD.slice(0, 90), title: PAYLOAD },
  })
  const signature = await send('/api/email/signatures', {
    ...{ name: PAYLOAD.slice(0, 90), content: `<p>Regards</p>${PAYLOAD}${LINK}` },
  })
  const campaign = await send('/api/campaigns', {
    ...{ name: PAYLOAD, description: PAYLOAD, marketing_copy: `We repair ovens. ${PAYLOAD}` },
  })
  const path = `/api/campaigns/${campaign.id}`
  await send(`${path}/prospects`, { prospects: [prospect.id] })
  await send(`${path}/signature`, { signature_id: signature.id }, 'put')
  const template = { subject: 'Ovens', body: `Hello {{businessName|you}},\n\n${PAYLOAD}\n\nwe repair.` }
  await send(`${path}/template`, { template }, 'put')
  await send(`${path}/regenerate`, {})
  await page.request.post('/api/support', { multipart: { title: PAYLOAD, description: PAYLOAD } })
  await send('/api/suppressions', { text: 'never@shop.example', file_name: PAYLOAD })
  return [
    '/',
    '/tables',
    `/tables/${table.id}`,
    '/prospects',
    '/campaigns',
    `/campaigns/${campaign.id}`,
    `/campaigns/${campaign.id}/edit`,
    '/email-options',
    '/feedback',
    '/do-not-contact',
    '/replies',
    '/settings',
  ]
}

const hasRun = (page: Page) => page.evaluate(() => 'hacked' in window)

test('nothing that is stored runs in the browser, on any page', async ({ page, customer }) => {
  expect(customer.email).toContain('@')
  page.on('dialog', (dialog) => dialog.dismiss())
  const paths = await fillWithPayloads(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect([path, await hasRun(page)]).toEqual([path, false])
    expect([path, await page.locator('a[href^="javascript:" i]').count()]).toEqual([path, 0])
  }
})

test('nothing in an address runs in the browser, whether or not one is signed in', async ({ page }) => {
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
