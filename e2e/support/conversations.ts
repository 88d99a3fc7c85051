import { type Customer, expect } from './customer.ts'

/** Posts as the customer. */
export async function post<Answer = { id: string }>({ api }: Customer, path: string, data: object = {}) {
  const answer = await api.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Answer
}

interface Written {
  name: string
  /** Their address, and what they answer. */
  people: Record<string, string | null>
}

/** A campaign that was sent to people, some of whom have answered. */
export async function sendAndWait(customer: Customer, { name, people }: Written) {
  const { id } = await post(customer, '/api/campaigns', {
    name,
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const add = async (email: string) =>
    (await post(customer, '/api/prospecting/prospect', { email, first_name: email.split('-')[0] })).id
  const prospects = await Promise.all(Object.keys(people).map(add))
  await post(customer, `/api/campaigns/${id}/prospects`, { prospects })
  await post(customer, `/api/campaigns/${id}/generate`)
  await post(customer, `/api/campaigns/${id}/send`, { resend: false })
  for (const [email, text] of Object.entries(people)) {
    const mail = await customer.waitForMail(/./, email)
    if (text !== null) await post(customer, `/api/mailbox/${mail.id}/reply`, { text })
  }
  const answers = Object.values(people).filter((text) => text !== null).length
  const listed = async () =>
    (await (await customer.api.get('/api/conversations', { params: { campaign: id } })).json()).total
  await expect.poll(listed).toBe(answers)
  return id
}

/** The mailbox is shared by all journeys, so each customer writes to people of their own. */
export const personOf = ({ email }: Customer, name: string) => `${name}-${email.split('@')[0]}@mill.example`
