import type { Correspondent } from '@goldpan/contract/replies'
import type { Answers, Sent } from './render-screen.tsx'

/** Conversations for tests; the contract fills in the rest. */
export const idOf = (number: number) => `3f9d6a3e-0000-4000-8000-${String(number).padStart(12, '0')}`

type Row = Pick<Correspondent, 'conversation_id' | 'id' | 'from_email' | 'name' | 'unread'> &
  Partial<Correspondent>

/** The lower its number, the newer it is. */
export function rowOf(number: number, given: Partial<Correspondent> = {}): Row {
  const name = given.name ?? `Person ${number}`
  return {
    conversation_id: idOf(number),
    id: idOf(100 + number),
    kind: 'reply',
    from_email: `${name.split(' ')[0]!.toLowerCase()}@shop.example`,
    name,
    state: 'open',
    unread: true,
    excerpt: 'Could you send a sample?',
    received_at: new Date(Date.UTC(2026, 10, 25, 12, -number)).toISOString(),
    ...given,
  }
}

/** A conversation with the one message that its row is about. */
export const conversationOf = (row: Row) => ({
  ...row,
  email: row.from_email,
  answers_to: row.id,
  return_address: 'ada@replies.example',
  messages: [{ id: row.id, kind: 'reply' as const, from: row.from_email, text: row.excerpt }],
})

/** Answers of a server that has these conversations, and filters them by state, reading and label. */
export function inboxOf(rows: readonly Row[]): Answers {
  const counted = (...by: [keyof Row, unknown][]) =>
    rows.filter((row) => by.every(([name, value]) => row[name] === value)).length
  return {
    'GET /api/conversations': ({ query }) => {
      const found = rows.filter(
        ({ state, unread, label }) =>
          (query.get('state') ?? state) === state &&
          (unread || query.get('unread') === null) &&
          (query.get('label') ?? label) === label,
      )
      return { body: { total: found.length, correspondents: found.slice(0, Number(query.get('limit'))) } }
    },
    'GET /api/conversations/counts': {
      body: {
        open: counted(['state', 'open']),
        unread: counted(['state', 'open'], ['unread', true]),
        snoozed: counted(['state', 'snoozed']),
        done: counted(['state', 'done']),
      },
    },
    ...Object.fromEntries(
      rows.map((row) => [`GET /api/conversations/${row.conversation_id}`, { body: conversationOf(row) }]),
    ),
  }
}

/** What was changed, without what an open conversation saves by itself: presence and drafts. */
export const changesIn = (sent: readonly Sent[]): Sent[] =>
  sent.filter(({ path }) => !/\/(presence|draft)$/.test(path))
