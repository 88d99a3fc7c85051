import { randomUUID } from 'node:crypto'
import { buildReply } from '@goldpan/campaign-mail/samples'
import type { AnswerForm } from '@goldpan/contract/answering'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import type { Customer, TestApp } from './harness.ts'
import { SENDER_IDENTITY } from './sender-identity.ts'
import { startSend, writeCampaign } from './written-campaign.ts'

interface Afterwards {
  /** The state of the conversation, `then` of the form. */
  afterwards?: AnswerForm['then']
}

let people = 0

/** People who reply to campaigns, and answers to them. */
export function createConversations({ app, mail, drain, clock, query, createCustomer }: TestApp) {
  const { receive } = app.features.replies

  /** A campaign that was sent to one person. */
  async function sendOne(who: Customer) {
    people += 1
    const email = `person${people}@answering.example`
    const campaign = await writeCampaign(who, [email])
    await startSend(who, campaign.id)
    await drain()
    clock.advance(60_000)
    const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
    const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
    const returnAddress = (await PostalMime.parse(raw)).from!.address!
    /** The person writes. */
    const write = async (text: string) => {
      clock.advance(1000)
      const from = { name: 'Rita Reader', address: email }
      const reply = await buildReply({ original, date: clock.now(), from, text })
      await receive({ raw: reply, envelope: { from: email, to: [returnAddress] } })
      await drain()
      const [row] = await query<{ id: string }>(
        'select id from inbound_messages where from_email = $1 order by received_at desc limit 1',
        [email],
      )
      return row!.id
    }
    return { ...campaign, prospect: campaign.prospects[0]!, email, returnAddress, original, write }
  }

  const read = async (id: string, who: Customer) =>
    (await who.call(replyRoutes.get, { params: { id } })).answer

  return {
    sendOne,
    read,

    /** A person who has replied. */
    async begin(who: Customer, text = 'What does it cost?') {
      const sent = await sendOne(who)
      const message = await sent.write(text)
      return { ...sent, message, conversation: (await read(message, who)).conversation_id! }
    },

    answer(
      who: Customer,
      id: string,
      text: string,
      more: Omit<Partial<AnswerForm>, 'then'> & Afterwards = {},
    ) {
      clock.advance(1000)
      const { afterwards, ...others } = more
      // A literal with this name would look like a promise.
      const state = afterwards ? Object.fromEntries([['then', afterwards]]) : {}
      const body: AnswerForm = { text, press_id: randomUUID(), ...others, ...state }
      return who.call(replyRoutes.answer, { params: { id }, body })
    },

    /** Lets the time pass in which answers can be taken back, and sends them. */
    async release() {
      clock.advance(11_000)
      await drain()
    },

    /** Answers that arrived at an address. */
    arrived: (email: string) =>
      mail.accepted.filter(({ envelope }) => envelope.to === email && envelope.from.startsWith('a+')),

    /** Two members of one organization, who work for it. */
    async createMembers(name: string): Promise<[Customer, Customer]> {
      const owner = await createCustomer(`${name}One`)
      const made = await owner.call(organizationRoutes.create, { body: { name } })
      const { id } = made.answer
      const member = await createCustomer(`${name}Two`)
      await query(
        "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
        [id, member.id],
      )
      await query(SENDER_IDENTITY, [id])
      for (const who of [owner, member]) await who.call(organizationRoutes.switchTo, { body: { id } })
      return [owner, member]
    },
  }
}
