import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { type SendJob, sendingRoutes } from '@goldpan/contract/sending'
import { writingRoutes } from '@goldpan/contract/writing'
import type { Customer, TestApp } from './harness.ts'

/** Calls the product in process or over the network. */
type Caller = Pick<Customer, 'call'>

let people = 0

/** Creates a campaign with a written email for each recipient, ready to be sent. */
export async function writeCampaign(who: Caller, recipients: number | string[]) {
  const emails =
    typeof recipients === 'number'
      ? Array.from({ length: recipients }, () => `person${++people}@shop${people % 7}.example`)
      : recipients
  const body = { name: 'Ovens', marketing_copy: 'We repair bakery ovens within one day for 90 EUR.' }
  const id = (await who.call(campaignRoutes.create, { body })).answer.id
  const prospects: string[] = []
  for (const email of emails) prospects.push(await findOrCreateProspect(who, email))
  await who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
  const template = {
    subject: 'Ovens for {{businessName|you}}',
    body: 'Hello {{businessName|there}},\n\nwe repair.',
  }
  await who.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await who.call(writingRoutes.regenerate, { params: { id }, body: {} })
  return { id, emails, prospects }
}

async function findOrCreateProspect(who: Caller, email: string): Promise<string> {
  const { status, answer } = await who.call(prospectRoutes.create, { body: { email, first_name: 'Pat' } })
  if (status === 200) return answer.id
  const { answer: known } = await who.call(prospectRoutes.list)
  return known.find((prospect) => prospect.email === email)!.id
}

export const startSend = (who: Caller, id: string, body: { resend?: boolean; only?: 'unconfirmed' } = {}) =>
  who.call(sendingRoutes.send, { params: { id }, body })

export const readJob = async (who: Caller, jobId: string): Promise<SendJob> =>
  (await who.call(sendingRoutes.getJob, { params: { jobId } })).answer

export const readCampaign = async (who: Caller, id: string) =>
  (await who.call(campaignRoutes.get, { params: { id }, query: {} })).answer

/** Status of each recipient by address, with the delivery state in parentheses. */
export async function readStatuses(who: Caller, id: string): Promise<Record<string, string>> {
  const { campaign_prospects } = await readCampaign(who, id)
  return Object.fromEntries(
    campaign_prospects.map(({ email, email_status, delivery }) => [
      email,
      delivery ? `${email_status} (${delivery})` : email_status,
    ]),
  )
}

export async function readDeliveries(who: Caller, id: string) {
  const page = await who.call(sendingRoutes.listDeliveries, { params: { id }, query: { limit: 200 } })
  return page.answer.deliveries
}

/** Grants tokens for sending more than any plan's monthly allowance. */
export async function giveTokens(who: Customer, tokens: number, query: TestApp['query']): Promise<void> {
  await query('update users set tokens_enabled = true where id = $1', [who.id])
  await query(
    `insert into token_balances (owner_id, tokens) values ($1, $2)
     on conflict (owner_id) do update set tokens = token_balances.tokens + excluded.tokens`,
    [who.id, tokens],
  )
}
