import { randomUUID } from 'node:crypto'
import { answeringRoutes } from '@goldpan/contract/answering'
import { billingRoutes } from '@goldpan/contract/billing'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { importRoutes } from '@goldpan/contract/imports'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import type { Customer, TestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import { accessOf, everyRoute, type NamedRoute, type Thing, thingOf } from './contract-routes.ts'

/** Ids of one of everything that a customer can own. */
export type Things = Record<Thing, string>

/** Creates one of everything; `mark` is in all of its texts. */
export async function makeThings(app: TestApp, who: Customer, mark: string): Promise<Things> {
  const { table, place, removal, gathering } = await makeTable(who, mark)
  const { campaign, prospect, send, message, step, hold } = await makeSentCampaign(app, who, mark)
  const changed = await who.call(prospectRoutes.changeStatus, {
    body: { selection: { ids: [prospect] }, status: 'contacted' },
  })
  return {
    table,
    place,
    removal,
    gathering,
    campaign,
    prospect,
    send,
    message,
    step,
    hold,
    change: changed.answer.undo ?? '',
    ...(await makeInboxThings(who, mark, message)),
    ...(await makeSmallThings(app, who, mark)),
    ...(await makeOrganization(app, who, mark)),
  }
}

async function makeTable(who: Customer, mark: string) {
  const place = `own:${randomUUID()}`
  const shop = { place_id: place, name: mark, address: mark, website: null, phone: null }
  const gone = { ...shop, place_id: `own:${randomUUID()}` }
  const body = { name: mark, query: mark, businesses: [shop, gone] }
  const table = (await who.call(tableRoutes.create, { body })).answer.id
  const started = await who.call(gatheringRoutes.start, {
    body: { businessTableId: table, businessIds: [place] },
  })
  const removed = await who.call(tableRoutes.removeBusiness, {
    params: { tableId: table, placeId: gone.place_id },
  })
  return { table, place, removal: removed.answer.undo!, gathering: started.answer.job_id }
}

/** Creates a campaign that was sent and replied to. */
async function makeSentCampaign({ app, mail, drain, clock, query }: TestApp, who: Customer, mark: string) {
  const email = `${mark}@shop.example`
  const { id, prospects } = await writeCampaign(who, [email])
  const step = await who.call(followUpRoutes.add, {
    params: { id },
    body: { wait_days: 1, wait_in: 'days', thread: 'same', body: mark },
  })
  const send = (await startSend(who, id)).answer.job_id
  await drain()
  const { raw } = mail.accepted.findLast((letter) => letter.envelope.to === email)!
  const { from, messageId } = await PostalMime.parse(raw)
  const to = from!.address!
  const reply = replyWithFile({ email, to, mark, messageId: messageId! })
  await app.features.replies.receive({ raw: reply, envelope: { from: email, to: [to] } })
  await drain()
  const [inbound] = await query<{ id: string }>(
    'select id from inbound_messages where envelope_to = lower($1)',
    [to],
  )
  const until = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const hold = await who.call(followUpRoutes.hold, { body: { email: `held-${email}`, until } })
  return {
    campaign: id,
    prospect: prospects[0]!,
    send,
    message: inbound?.id ?? '',
    step: step.answer.id,
    hold: hold.answer.id,
  }
}

/** A formatted answer with a file. */
function replyWithFile({
  email,
  to,
  mark,
  messageId,
}: Record<'email' | 'to' | 'mark' | 'messageId', string>) {
  const head = [
    `From: ${mark} <${email}>`,
    `To: ${to}`,
    'Subject: Re: Ovens',
    `Message-ID: <${randomUUID()}@shop.example>`,
    `In-Reply-To: ${messageId}`,
    'Content-Type: multipart/mixed; boundary=part',
  ]
  const html = ['--part', 'Content-Type: text/html; charset=utf-8', '', `<p>Yes, says ${mark}.</p>`]
  const file = [
    '--part',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=a.txt',
    '',
    mark,
  ]
  return Buffer.from([...head, '', ...html, ...file, '--part--', ''].join('\r\n'))
}

/** Everything that belongs to a conversation. */
async function makeInboxThings(who: Customer, mark: string, id: string) {
  const params = { id }
  const changed = await who.call(inboxRoutes.change, { body: { selection: { ids: [id] }, read: true } })
  const note = await who.call(inboxRoutes.addNote, { params, body: { text: mark } })
  const label = await who.call(inboxRoutes.addLabel, { body: { name: mark } })
  const saved = await who.call(answeringRoutes.addSavedReply, { body: { name: mark, text: mark } })
  const answered = await who.call(replyRoutes.answer, {
    params,
    body: { text: mark, press_id: randomUUID() },
  })
  const file = await who.call(answeringRoutes.addFile, {
    params,
    file: new Blob([mark]),
    fileName: `${mark}.txt`,
  })
  await who.call(answeringRoutes.saveDraft, {
    params,
    body: { text: mark, version: 0, files: [file.answer.id] },
  })
  return {
    'conversation change': changed.answer.undo!,
    note: note.answer.id,
    label: label.answer.id,
    'saved reply': saved.answer.id,
    answer: answered.answer.answer_id,
    'answer file': file.answer.id,
    'mail file': '1',
  }
}

const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c90' } })
  .png()
  .toBuffer()

async function makeSmallThings({ query, clock }: TestApp, who: Customer, mark: string) {
  const signature = await who.call(signatureRoutes.create, { body: { name: mark, content: mark } })
  const image = await who.call(signatureRoutes.uploadImage, { file: new Blob([new Uint8Array(PICTURE)]) })
  const imported = await who.call(importRoutes.upload, {
    body: { kind: 'prospects' },
    file: new Blob([`email\n${mark}@mill.example\n`]),
    fileName: 'contacts.csv',
  })
  await who.call(suppressionRoutes.add, { body: { text: `${mark}@never.example` } })
  const { answer } = await who.call(suppressionRoutes.list, { query: {} })
  const page = await who.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })
  const [pause] = await query<{ id: string }>(
    "insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'bounces', $2, $3) returning id",
    [who.id, `Sending is paused, says ${mark}`, clock.now().toISOString()],
  )
  const [mailbox] = await query<{ id: string }>(
    `insert into mailboxes (owner_id, kind, address, account, name, smtp, sealed_secret, reads, connected_by, connected_at, updated_at)
     values ($1, 'password', $2, $3, $3, $4, '', 'nothing', $1, $5, $5) returning id`,
    [
      who.id,
      `${mark}@own.example`,
      mark,
      { host: 'mail.own.example', port: 587, security: 'starttls', username: mark },
      clock.now().toISOString(),
    ],
  )
  return {
    signature: signature.answer.id,
    image: image.answer.url.split('/').at(-1)!,
    import: imported.answer.id,
    suppression: answer.suppressions[0]!.id,
    pause: pause!.id,
    page: page.answer.sessionUrl.split('/').at(-1)!,
    mail: randomUUID(),
    provider: 'google',
    'own mailbox': mailbox!.id,
  }
}

async function makeOrganization({ createCustomer, query }: TestApp, who: Customer, mark: string) {
  const made = await who.call(organizationRoutes.create, { body: { name: mark } })
  const organization = made.answer.id
  const colleague = await createCustomer(`${mark}-colleague`)
  await query(
    "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
    [organization, colleague.id],
  )
  await who.call(organizationRoutes.invite, {
    params: { id: organization },
    body: { email: `${mark}@invited.example`, role: 'member' },
  })
  const [invitation] = await query<{ id: string }>(
    'select id from organization_invitations where organization_id = $1',
    [organization],
  )
  return { organization, member: colleague.id as string, invitation: invitation!.id }
}

export const paramsOf = ({ route, params }: NamedRoute, things: Things): Record<string, string> =>
  Object.fromEntries(params.map((param) => [param, things[thingOf(route, param)]]))

/** Everything that a customer can read, as text: a snapshot to compare. */
export async function readAll(who: Customer, things: Things): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const named of everyRoute) {
    const { name, route } = named
    if (route.method !== 'GET' || accessOf(named) !== 'user' || route.answer === 'file') continue
    const query = QUERIES[name]
    const outcome = await who.call(route, { params: paramsOf(named, things), query } as never)
    read[name] = `${outcome.status} ${JSON.stringify(outcome.answer)}`
  }
  return read
}

/** Queries of routes that require one. */
export const QUERIES: Record<string, Record<string, string>> = {
  'signatures.checkReturnAddress': { emailId: 'somebody' },
  'provenance.export': { format: 'json' },
}
