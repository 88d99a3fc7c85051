import { z } from 'zod'
import { type ApiSenderOptions, createApiSender } from './api-sender.ts'
import type { Mailboxes } from './port.ts'
import { parseJson } from './provider-api.ts'

const ME = '/gmail/v1/users/me'
/** Tokens last for an hour. */
const REMEMBERED_TOKENS = 1000

const gmailId = z.string().regex(/^[\w-]{1,200}$/)
const sent = z.object({ id: gmailId })
const metadata = z.object({
  payload: z.object({
    headers: z.array(z.object({ name: z.string().max(200), value: z.string().max(2000) })).max(50),
  }),
})

/**
 * Sends by Gmail: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send. Gmail may
 * replace our Message-ID. If the token may read, the result names what it became.
 */
export function createGmailMailboxes(options: ApiSenderOptions): Mailboxes {
  /** They may only send; asking again for each message would be in vain. */
  const withoutReading = new Set<string>()

  return createApiSender(
    {
      provider: 'Gmail',
      test: { path: `${ME}/profile` },
      send: (_access, raw) => ({
        path: `${ME}/messages/send`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ raw: raw.toString('base64url') }),
      }),
      async accepted(answer, get, { access_token }) {
        const { id } = sent.parse(parseJson(answer.body))
        if (withoutReading.has(access_token)) return { answer: id }
        const found = await get(`${ME}/messages/${id}?format=metadata&metadataHeaders=Message-ID`).catch(
          () => null,
        )
        if (found?.status === 403) {
          if (withoutReading.size >= REMEMBERED_TOKENS) withoutReading.clear()
          withoutReading.add(access_token)
        }
        const { payload } = metadata.safeParse(found && parseJson(found.body)).data ?? {}
        const messageId = payload?.headers.find(({ name }) => /^message-id$/i.test(name))?.value.trim()
        const message_id = messageId && /^<([^<>\s\p{Cc}]{1,500})>$/u.exec(messageId)?.[1]
        return { answer: id, ...(message_id && { message_id }) }
      },
    },
    options,
  )
}
