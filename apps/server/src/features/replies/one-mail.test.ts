import { buildReply } from '@goldpan/campaign-mail/samples'
import { organizationRoutes } from '@goldpan/contract/organizations'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { SENDER_IDENTITY } from '../../../test/sender-identity.ts'
import { createSequences } from '../../../test/sequence.ts'

const started = await startTestApp()
const { alice, bob, app, mail, drain, clock, query } = started
const { start, sentTo } = createSequences(started)

let people = 0
async function sendOne(who: Customer) {
  const email = `reader${++people}@shop${people}.example`
  const campaign = await start(who, [email], [])
  const { raw, envelope } = sentTo(email).at(-1)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  return { ...campaign, email, original, returnAddress: (await PostalMime.parse(raw)).from!.address! }
}

async function answer(sent: Awaited<ReturnType<typeof sendOne>>, text: string, html?: string) {
  clock.advance(60_000)
  const before = mail.accepted.length
  const from = { name: 'Rita Reader', address: sent.email }
  const plain = await buildReply({ original: sent.original, date: clock.now(), from, text })
  const raw = html
    ? Buffer.from(
        plain
          .toString()
          .replace(/^Content-T.*\r?\n/gim, '')
          .replace(/\r?\n\r?\n[\s\S]*/, `\r\nContent-Type: text/html\r\n\r\n${html}`),
      )
    : plain
  await app.features.replies.receive({ raw, envelope: { from: sent.email, to: [sent.returnAddress] } })
  await drain()
  const mails = mail.accepted.slice(before)
  return Promise.all(
    mails.map(async ({ envelope, raw }) => ({ ...(await PostalMime.parse(raw)), to: envelope.to })),
  )
}

const conversationOf = async (email: string) =>
  (await query<{ id: string }>('select id from conversations where email = $1', [email]))[0]!.id

test('a reply is one mail: the forward, with label, reason and link on top (INBOX-42)', async () => {
  const sent = await sendOne(alice)
  const mails = await answer(sent, 'We are not interested, thank you.')
  expect(mails.map(({ to }) => to)).toEqual([alice.email])
  const link = `http://localhost:3000/inbox/${await conversationOf(sent.email)}`
  expect(mails[0]!.text).toMatch(/^Not interested: Because they wrote "[^\n]*not interested[^\n]*"\n/)
  expect(mails[0]!.text).toContain(`\nOpen in Goldpan: ${link}\n\nWe are not interested`)
})

test('what a sender writes into the reason is text, also in a formatted forward (INBOX-42)', async () => {
  const sent = await sendOne(alice)
  const html = '<p>Is &lt;b onclick=x&gt; the price?</p>'
  const [forward] = await answer(sent, '', html)
  const link = `http://localhost:3000/inbox/${await conversationOf(sent.email)}`
  expect(forward!.html).toContain(`<a href="${link}">Open in Goldpan</a>`)
  expect(forward!.html).not.toContain('<b onclick')
  expect(forward!.html).toMatch(/^<p><b>Question: Because they wrote &#34;/)
})

test('the forward goes to the assignee, who may be another member (INBOX-42)', async () => {
  const { answer: organization } = await alice.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })
  await query(SENDER_IDENTITY, [organization.id])
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())`,
    [organization.id, bob.id],
  )
  await alice.call(organizationRoutes.switchTo, { body: { id: organization.id } })
  const sent = await sendOne(alice)
  const [first] = await answer(sent, 'How much is it?')
  expect(first!.to).toBe(alice.email)
  await query('update conversations set assignee_id = $1 where email = $2', [bob.id, sent.email])
  const mails = await answer(sent, 'And how long does it take?')
  expect(mails.map(({ to }) => to)).toEqual([bob.email])
  expect(mails[0]!.replyTo).toMatchObject([{ address: sent.email }])
})
