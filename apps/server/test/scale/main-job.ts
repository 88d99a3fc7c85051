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

/** The main job, from the first page to the answer. */
export interface DoneJob {
  prospects: string[]
  /** How often each prospect was written to. */
  mails: Record<string, number>
  sent: number
  unconfirmed: number
  statuses: Record<string, string>
}

const BUSINESSES = 6
const PATIENCE_MS = 120_000
/** Bakeries whose websites name somebody. */
const open = new Set(
  demoTown.businesses.filter(({ people, mailbox }) => people.length > 0 || mailbox).map(({ slug }) => slug),
)

/** Sign up, search, save the table, gather, write, send, open, answer: through the calls that a browser makes. */
export async function doMainJob(url: string, name: string): Promise<DoneJob> {
  const person = await signUp(url, name)
  await person.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const prospects = await gather(person)
  const id = await writeCampaign(person, prospects)
  const { result } = await send(person, id)
  const desk = await openDesk(url, person, id)
  const [opened, answered] = await findWrittenTo(desk, prospects)
  await openUntilSeen(desk, opened!)
  await answerUntilSeen(desk, answered!)
  return {
    prospects: prospects.map(({ email }) => email),
    mails: await countMails(desk, prospects),
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
    .filter(({ place_id }) => open.has(place_id.replace('demo:', '')))
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
    // Pressed again after the line broke: the first one runs.
    const [running] = await person.call(sendingRoutes.listJobs, { params: { id } })
    return { job_id: running!.id }
  })
  const read = () => person.call(sendingRoutes.getJob, { params: { jobId: job_id } })
  await until('the send ends', async () => !isActiveSend((await read()).status))
  return read()
}

/** Where somebody sees what became of a campaign, beside the mailboxes of those who were written to. */
interface Desk {
  url: string
  statuses(): Promise<Record<string, string>>
  /** Mail from the campaign's owner to this address; the mailbox holds everybody's. */
  mailsTo(email: string): Promise<{ id: string }[]>
}

async function openDesk(url: string, person: Person, id: string): Promise<Desk> {
  const { emailId, reply_domain } = await person.call(signatureRoutes.getReturnAddress)
  const own = `${emailId}@${reply_domain}`
  return {
    url,
    statuses: () => readStatuses(person, id),
    mailsTo: async (email) => (await readMail(url, email)).filter(({ from }) => from.includes(own)),
  }
}

async function findWrittenTo(desk: Desk, prospects: { email: string }[]): Promise<string[]> {
  const found: string[] = []
  for (const { email } of prospects) if ((await desk.mailsTo(email)).length > 0) found.push(email)
  if (found.length < 2) throw new Error('Fewer than two prospects were written to')
  return found
}

/** A process that is killed may forget an open of the last moment: the message is opened again, as people do. */
const openUntilSeen = (desk: Desk, email: string) =>
  until('the open is seen', async () => {
    await press(desk, mailboxRoutes.open, email)
    await pause(200)
    return (await desk.statuses())[email] === 'opened'
  })

async function answerUntilSeen(desk: Desk, email: string): Promise<void> {
  await until('the answer is taken', () => press(desk, mailboxRoutes.reply, email))
  await until('the answer is seen', async () => (await desk.statuses())[email] === 'responded')
}

/** Does something with the mail that somebody got; false when nobody listened. */
async function press(desk: Desk, { path }: { path: string }, email: string): Promise<boolean> {
  const [mail] = await desk.mailsTo(email)
  const answer = await fetch(desk.url + path.replace(':id', mail!.id), { method: 'POST' }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status === 200
}

async function readStatuses(person: Person, id: string): Promise<Record<string, string>> {
  const { campaign_prospects } = await person.call(campaignRoutes.get, { params: { id }, query: {} })
  return Object.fromEntries(campaign_prospects.map(({ email, email_status }) => [email, email_status]))
}

async function countMails(desk: Desk, prospects: { email: string }[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { email } of prospects) counts[email] = (await desk.mailsTo(email)).length
  return counts
}

/** Waits for a fact, asking as often as a screen does at its busiest. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come to pass that ${what}`)
    await pause(100)
  }
}
