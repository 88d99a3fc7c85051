import { test, expect } from './support/customer.ts'

test('shots', async ({ page, customer }) => {
  test.setTimeout(240_000)
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  const { id } = await post('/api/campaigns', { name: 'Spring ovens', marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.' })
  const emails = ['ada@reply-mill.example', 'ben@mill.example', 'cleo@mill.example', 'dora.with.a.long.name@a-very-long-domain-name-of-a-bakery.example']
  const prospects: string[] = []
  for (const email of emails) prospects.push((await post('/api/prospecting/prospect', { email, first_name: email.split('@')[0] })).id)
  await post(`/api/campaigns/${id}/prospects`, { prospects: prospects.slice(0, 1) })
  await post(`/api/campaigns/${id}/generate`, {})
  await post(`/api/campaigns/${id}/send`, { resend: false })
  const list = async () => (await (await customer.api.get(`/api/mailbox?to=${encodeURIComponent(emails[0]!)}`)).json()) as { id: string }[]
  await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBe(1)
  await post(`/api/mailbox/${(await list())[0]!.id}/reply`, { text: 'Yes, what does it cost?\n\nAnd do you come to Leeds as well?' })
  await expect.poll(async () => (await (await customer.api.get('/api/conversations')).json()).total, { timeout: 20_000 }).toBe(1)
  await post(`/api/campaigns/${id}/prospects`, { prospects: prospects.slice(1) })
  await post(`/api/campaigns/${id}/generate`, {})
  await customer.api.put('/api/sending/pace', { data: { daily_cap: 2, gap_from_seconds: 60, gap_to_seconds: 180, window_days: [1, 2, 3, 4, 5], window_from: '09:00', window_to: '17:00', time_zone: 'Europe/Berlin', has_ramp: true } })
  await customer.api.post('/api/suppressions', { data: { text: 'x@stop.example\nnobody.example\nlong.long.address.of.somebody@a-very-long-domain-name-of-a-bakery.example' } })
  const pauses = [
    { id: '1', campaign_id: null, campaign_name: null, kind: 'bounces', sentence: 'Sending is paused: 6 of 80 messages could not be delivered (7.5 %; the limit is 5 %). Mail providers block senders above it. Nothing was lost. Check where these addresses come from and take out doubtful ones, then go on.', answer: null, at: new Date().toISOString() },
    { id: '2', campaign_id: id, campaign_name: 'Spring ovens', kind: 'policy', sentence: 'Paused: 3 of the last 20 messages were refused by mail providers for reasons of policy. The provider said: "550 5.7.515 Access denied, sending domain does not meet the required authentication level". The rest was not sent. Check the sending domain and what the message says, then send to go on.', answer: '550', at: new Date().toISOString() },
  ]
  await page.route('**/api/sending/pauses', (route) => route.fulfill({ json: pauses }))
  const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true })
  for (const [width, scheme] of [[360, 'light'], [360, 'dark'], [1280, 'light'], [1280, 'dark']] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    const tag = `${width}-${scheme}`
    for (const [name, path] of [['pace', '/sending-pace'], ['mailbox', '/own-mailbox'], ['suppressions', '/do-not-contact'], ['domain', '/sending-domain'], ['replies', '/replies'], ['conversation', `/replies/${prospects[0]}`], ['campaign', `/campaigns/${id}`], ['campaign-form', `/campaigns/${id}/edit`]] as const) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
      await shot(`${name}-${tag}`)
    }
    await page.goto(`/campaigns/${id}`)
    await page.getByRole('button', { name: 'Send Emails' }).first().click()
    await page.waitForTimeout(1200)
    await page.getByText(/are fine/).click().catch(() => undefined)
    await page.screenshot({ path: `/tmp/shots/send-${tag}.png` })
  }
})
