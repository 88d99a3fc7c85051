import { campaignRoutes } from '@goldpan/contract/campaigns'
import { importRoutes } from '@goldpan/contract/imports'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { provenanceRoutes } from '@goldpan/contract/provenance'
import { replyRoutes } from '@goldpan/contract/replies'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { supportRoutes } from '@goldpan/contract/support'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'
import { startSend } from '../written-campaign.ts'
import { accessOf, everyRoute, isOpenEnded } from './contract-routes.ts'
import { makeThings, paramsOf, QUERIES } from './things.ts'

const { app, ...testApp } = await startTestApp()
const { alice, mail, drain } = testApp

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<math><mtext><style><img src=x onerror=alert(1)>',
  '</title></textarea><script>alert(1)</script>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '{{firstName|<script>alert(1)</script>}}',
]

/** Active content in HTML: tags and attributes, but not text that resembles them. */
function findActive(html: string): string[] {
  return [...html.matchAll(/<([a-z][^\s>/]*)([^>]*)>/gi)]
    .filter(
      ([, tag, attributes]) =>
        /^(script|iframe|object|embed|svg|math|form|base|link|meta-refresh)$/i.test(tag!) ||
        /(^|[\s"'/])on[a-z]+\s*=/i.test(attributes!.replace(/"[^"]*"|'[^']*'/g, '""')) ||
        /(href|src|action)\s*=\s*["']?\s*(javascript|data|vbscript):/i.test(attributes!) ||
        /style\s*=\s*["'][^"']*(javascript:|expression\()/i.test(attributes!),
    )
    .map(([whole]) => whole)
}

async function expectHarmlessMail(raw: Buffer) {
  const { html, headers } = await PostalMime.parse(raw)
  expect(findActive(html ?? '')).toEqual([])
  expect(headers.map(({ key }) => key)).not.toContain('x-injected')
}

test('findActive finds active content', () => {
  for (const payload of PAYLOADS.filter((text) => text.startsWith('<') || text.startsWith('"')))
    expect([payload, findActive(payload).length > 0]).toEqual([payload, true])
  expect(findActive('&lt;script&gt;alert(1)&lt;/script&gt;<p class="x">onload=1</p>')).toEqual([])
})

test.each(PAYLOADS)('%s in every field of a campaign reaches recipients as text', async (payload) => {
  const email = `person${PAYLOADS.indexOf(payload)}@shop.example`
  const shop = {
    place_id: `own:${email}`,
    name: payload,
    address: payload,
    phone: null,
    website: null,
  }
  const table = await alice.call(tableRoutes.create, {
    body: { name: payload, query: payload, businesses: [shop] },
  })
  const prospect = await alice.call(prospectRoutes.create, {
    body: {
      email,
      first_name: payload,
      last_name: payload,
      title: payload,
      notes: payload,
      phone: null,
      business_table_id: table.answer.id,
      place_id: shop.place_id,
    },
  })
  expect(prospect.status).toBe(200)
  const signature = await alice.call(signatureRoutes.create, {
    body: { name: payload, content: `<p>Kind regards</p>${payload}` },
  })
  expect(findActive(signature.answer.content)).toEqual([])
  const campaign = await alice.call(campaignRoutes.create, {
    body: { name: payload, marketing_copy: `We repair ovens for 90 EUR. ${payload}`, description: payload },
  })
  const params = { id: campaign.answer.id }
  await alice.call(campaignRoutes.addProspects, { params, body: { prospects: [prospect.answer.id] } })
  await alice.call(campaignRoutes.setSignature, { params, body: { signature_id: signature.answer.id } })
  const template = {
    subject: `Ovens ${payload.replace(/[{}]/g, '')}`.slice(0, 150),
    body: `Hello {{firstName|there}} of {{businessName|your shop}},\n\n${payload}\n\nwe repair.`,
  }
  await alice.call(writingRoutes.updateTemplate, { params, body: { template } })
  await alice.call(writingRoutes.regenerate, { params, body: {} })
  await alice.call(writingRoutes.generate, { params, body: {} })
  await startSend(alice, params.id)
  await drain()
  for (const message of mail.accepted.filter(({ envelope }) => envelope.to === email))
    await expectHarmlessMail(message.raw)
})

test('letters to users and the operator show input as text', async () => {
  for (const payload of PAYLOADS) {
    await alice.call(supportRoutes.send, { file: null, body: { title: payload, description: payload } })
    const made = await alice.call(organizationRoutes.create, { body: { name: payload } })
    if (made.status === 200)
      await alice.call(organizationRoutes.invite, {
        params: { id: made.answer.id },
        body: { email: 'guest@shop.example', role: 'member' },
      })
    await testApp.query('delete from rate_limits')
  }
  await alice.call(importRoutes.upload, {
    body: { kind: 'prospects' },
    file: new Blob([`email,notes\nfile@shop.example,"${PAYLOADS[0]}"\n`]),
    fileName: `${PAYLOADS[0]}.csv`,
  })
  await drain()
  expect(mail.accepted.length).toBeGreaterThan(PAYLOADS.length)
  for (const message of mail.accepted) await expectHarmlessMail(message.raw)
})

test('no response is a page: stored data come as JSON or as a download', async () => {
  const things = await makeThings({ app, ...testApp }, alice, 'marked')
  const read = everyRoute.filter((one) => one.route.method === 'GET' && accessOf(one) === 'user')
  for (const named of read.filter((one) => !isOpenEnded(one))) {
    const outcome = await alice.call(named.route, {
      params: paramsOf(named, things),
      query: QUERIES[named.name],
    } as never)
    expect([named.name, outcome.status]).toEqual([named.name, 200])
    const type = String(outcome.headers['content-type'])
    if (named.route === replyRoutes.html) {
      // Formatted mail is a page for a frame: made inert, without scripts and with an origin of its own.
      expect(outcome.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox /)
      expect(outcome.headers['content-security-policy']).not.toMatch(/script|allow-same-origin/)
      continue
    }
    const isSaved = String(outcome.headers['content-disposition'] ?? '').startsWith('attachment')
    expect([named.name, type.includes('json') || isSaved, type.includes('html')]).toEqual([
      named.name,
      true,
      false,
    ])
    expect(outcome.headers['x-content-type-options']).toBe('nosniff')
  }
  const raw = await alice.call(provenanceRoutes.export, {
    params: { id: things.prospect },
    query: { format: 'text' },
  })
  expect(raw.headers['content-type']).toMatch(/^text\/plain/)
})
