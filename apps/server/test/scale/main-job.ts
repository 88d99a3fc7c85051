import { setTimeout as pause } from 'node:timers/promises'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { searchRoutes } from '@goldpan/contract/search'
import { isActiveSend, sendingRoutes } from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import { demoTown } from '../../src/demo/town/demo-town.ts'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { type Person, readMail, signUp } from './person.ts'

/** Result of the main job, from signing up to the reply. */
export interface MainJobResult {
  prospects: string[]
  /** Number of messages to each prospect. */
  mails: Record<string, number>
  sent: number
  unconfirmed: number
  statuses: Record<string, string>
}

const BUSINESSES = 6
const TIMEOUT_MS = 120_000
/** Slugs of businesses whose websites name a contact. */
const slugsWithContacts = new Set(
  demoTown.businesses.filter(({ people, mailbox }) => people.length > 0 || mailbox).map(({ slug }) => slug),
)

/**
 * Signs up, searches, saves the table, gathers, writes, sends, opens and replies, by the calls that a browser makes.
 */
export async function doMainJob(url: string, name: string): Promise<MainJobResult> {
  const person = await signUp(url, name)
  await person.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const prospects = await gather(person)
  const id = await writeCampaign(person, prospects)
  const { result } = await send(person, id)
  const view = await viewCampaign(url, person, id)
  const [opened, replied] = await findMailed(view, prospects)
  await openUntilSeen(view, opened!)
  await replyUntilSeen(view, replied!)
  return {
    prospects: prospects.map(({ email }) => email),
    mails: await countMails(view, prospects),
    sent: result?.sent_count ?? 0,
    unconfirmed: result?.unconfirmed_count ?? 0,
    statuses: await readStatuses(person, id),
  }
}

async function gather(person: Person): Promise<{ id: string; email: string }[]> {
  const { businesses } = await person.call(searchRoutes.search, {
    body: { query: 'bakery', location: demoTown.name },
  })
  const chosen = businesses
    .filter(({ place_id }) => slugsWithContacts.has(place_id.replace('demo:', '')))
    .slice(0, BUSINESSES)
    .map(({ in_tables: _, ...business }) => business)
  const table = await person.call(tableRoutes.create, {
    body: { name: 'Bakeries', query: 'bakery', businesses: chosen },
  })
  const businessIds = chosen.map(({ place_id }) => place_id)
  const { job_id } = await person.call(gatheringRoutes.start, {
    body: { businessTableId: table.id, businessIds },
  })
  await until('gathering ends', async () => {
    const { status } = await person.call(gatheringRoutes.status, { params: { jobId: job_id } })
    return status === 'completed'
  })
  return person.call(prospectRoutes.list)
}

async function writeCampaign(person: Person, prospects: { id: string }[]): Promise<string> {
  const { id } = await person.call(campaignRoutes.create, {
    body: { name: 'Ovens', marketing_copy: 'We repair bakery ovens within one day for 90 EUR.' },
  })
  const params = { id }
  await person.call(campaignRoutes.addProspects, {
    params,
    body: { prospects: prospects.map((prospect) => prospect.id) },
  })
  await person.call(writingRoutes.generate, { params, body: {} })
  await until('everything is written', async () => {
    const { counts } = await person.call(campaignRoutes.get, { params, query: { recipients: 'none' } })
    return counts.generated === prospects.length
  })
  return id
}

async function send(person: Person, id: string) {
  const { job_id } = await person.call(sendingRoutes.send, { params: { id }, body: {} }).catch(async () => {
    // Retried after a broken connection: the first request started the send.
    const [running] = await person.call(sendingRoutes.listJobs, { params: { id } })
    return { job_id: running!.id }
  })
  const read = () => person.call(sendingRoutes.getJob, { params: { jobId: job_id } })
  await until('the send ends', async () => !isActiveSend((await read()).status))
  return read()
}

/** The campaign's statuses, and its messages in the recipients' mailboxes. */
interface CampaignView {
  url: string
  statuses(): Promise<Record<string, string>>
  /** Messages from the campaign's owner to this address; the mailbox holds everybody's. */
  mailsTo(email: string): Promise<{ id: string }[]>
}

async function viewCampaign(url: string, person: Person, id: string): Promise<CampaignView> {
  const { emailId, reply_domain } = await person.call(signatureRoutes.getReturnAddress)
  const own = `${emailId}@${reply_domain}`
  return {
    url,
    statuses: () => readStatuses(person, id),
    mailsTo: async (email) => (await readMail(url, email)).filter(({ from }) => from.includes(own)),
  }
}

async function findMailed(view: CampaignView, prospects: { email: string }[]): Promise<string[]> {
  const found: string[] = []
  for (const { email } of prospects) if ((await view.mailsTo(email)).length > 0) found.push(email)
  if (found.length < 2) throw new Error('Fewer than two prospects were mailed')
  return found
}

/** A killed process may lose an open it had buffered, so the message is opened again. */
const openUntilSeen = (view: CampaignView, email: string) =>
  until('the open is seen', async () => {
    await act(view, mailboxRoutes.open, email)
    await pause(200)
    return (await view.statuses())[email] === 'opened'
  })

async function replyUntilSeen(view: CampaignView, email: string): Promise<void> {
  await until('the reply is accepted', () => act(view, mailboxRoutes.reply, email))
  await until('the reply is seen', async () => (await view.statuses())[email] === 'responded')
}

/** Opens or answers the first message to `email`. False if no server was reachable. */
async function act(view: CampaignView, { path }: { path: string }, email: string): Promise<boolean> {
  const [mail] = await view.mailsTo(email)
  const answer = await fetch(view.url + path.replace(':id', mail!.id), { method: 'POST' }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status === 200
}

async function readStatuses(person: Person, id: string): Promise<Record<string, string>> {
  const { campaign_prospects } = await person.call(campaignRoutes.get, { params: { id }, query: {} })
  return Object.fromEntries(campaign_prospects.map(({ email, email_status }) => [email, email_status]))
}

async function countMails(
  view: CampaignView,
  prospects: { email: string }[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { email } of prospects) counts[email] = (await view.mailsTo(email)).length
  return counts
}

/** Polls every 100 ms until the condition holds. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out waiting until ${what}`)
    await pause(100)
  }
}
