import { domainOf } from '@goldpan/campaign-mail/address'
import { buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { type ListedMessage, MAILBOX_SHOWN, type MailboxMessage } from '@goldpan/contract/mailbox'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { refuse } from '../../http/refuse.ts'
import type { ClockReading, DemoClock } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { KeptFor, KeptMail, MailPort, Outbox, OutgoingMail } from '../../providers/mail/port.ts'
import { DSN_WORDS, findPixels, replyAddress, toEntry, toMessage } from './mailbox.rules.ts'

export interface MailboxDeps {
  clock: DemoClock
  outbox: Outbox
  /** Hands a message to the inbound listener over SMTP, as a remote mail server would. */
  listener: Pick<MailPort, 'handOver'>
  /** Sends any other message, which arrives in the outbox again. */
  mail: Pick<MailPort, 'handOver'>
  replyDomain: string
  /** Loads a tracking pixel as a mail client does. */
  loadPicture: (path: string) => Promise<void>
}

export const trimOutboxJob = defineJob({
  name: 'trim-outbox',
  payload: z.object({}),
  every: { seconds: 600, payload: {} },
})

const DEFAULT_REPLY = 'Thank you for your message. This sounds interesting: please tell me more.'

/** Acts as a recipient's mail program and mail server for the built-in outbox. */
export function createMailbox({ clock, outbox, listener, mail, replyDomain, loadPicture }: MailboxDeps) {
  const find = async (id: string): Promise<KeptMail> =>
    (await outbox.find(id)) ?? refuse('mailbox.message_not_found')

  async function deliver(message: OutgoingMail): Promise<void> {
    const isOurs = domainOf(message.envelope.to) === replyDomain
    const { outcome, answer } = await (isOurs ? listener : mail).handOver(message)
    if (outcome !== 'accepted')
      refuse('mailbox.not_delivered', {
        message: `The inbound listener did not accept the message: ${answer}`,
      })
  }

  /** Adds the Return-Path that a receiving server writes. */
  const asDelivered = ({ raw, envelope }: KeptMail): Buffer =>
    Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])

  return {
    async list(recipient: KeptFor): Promise<ListedMessage[]> {
      const to = recipient.to?.trim() || undefined
      const search = recipient.search?.trim() || undefined
      const kept = await outbox.list({ to, search }, MAILBOX_SHOWN)
      if (to) {
        const whole = await Promise.all(kept.map(({ id }) => outbox.find(id)))
        return Promise.all(
          // A message may be trimmed from the outbox meanwhile.
          whole
            .filter((one) => one !== null)
            .map(async (one) => toMessage(one, await PostalMime.parse(one.raw))),
        )
      }
      return Promise.all(kept.map(async (one) => toEntry(one, await PostalMime.parse(one.headers))))
    },

    async read(id: string): Promise<MailboxMessage> {
      const kept = await find(id)
      return toMessage(kept, await PostalMime.parse(kept.raw))
    },

    async reply(id: string, text: string = DEFAULT_REPLY) {
      const kept = await find(id)
      const target = replyAddress(await PostalMime.parse(kept.raw)) ?? refuse('mailbox.not_answerable')
      const from = { name: '', address: kept.envelope.to }
      const raw = await buildReply({ original: asDelivered(kept), from, text, date: clock.now() })
      await deliver({ raw, envelope: { from: kept.envelope.to, to: target } })
      return { message: `Reply sent to ${target}` }
    },

    async bounce(id: string, kind: 'hard' | 'soft') {
      const kept = await find(id)
      const { from, to } = kept.envelope
      if (!from) refuse('mailbox.not_answerable')
      const reporting_mta = `mail.${domainOf(to)}`
      const original = asDelivered(kept)
      const report = { original, date: clock.now(), recipient: to, reporting_mta, ...DSN_WORDS[kind] }
      await deliver({ raw: await buildDsn(report), envelope: { from: '', to: from } })
      return { message: 'Bounce sent' }
    },

    readClock: () => toAnswer(clock.read()),

    async advanceClock(seconds: number) {
      return toAnswer((await clock.advance(seconds)) ?? refuse('clock.too_far'))
    },

    async open(id: string) {
      const { html = '' } = await PostalMime.parse((await find(id)).raw)
      const pixels = findPixels(html)
      for (const path of pixels) await loadPicture(path)
      return { message: pixels.length > 0 ? 'Opened' : 'Opened; the message has no tracking image' }
    },
  }
}

const toAnswer = ({ now, offset_seconds }: ClockReading) => ({ now: now.toISOString(), offset_seconds })

export type Mailbox = ReturnType<typeof createMailbox>
