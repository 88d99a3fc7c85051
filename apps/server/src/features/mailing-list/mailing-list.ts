import { mailingListMessages, type mailingListRoutes } from '@goldpan/contract/mailing-list'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { confirmSubscriptionLetter, subscribedLetter } from './mailing-list.mail.ts'
import { LETTERS_PER_ADDRESS, type Purpose, readToken, writeToken } from './mailing-list.rules.ts'
import * as store from './mailing-list.store.ts'

export interface MailingListDeps {
  db: Database
  clock: Clock
  letters: Letters
  limits: RateLimits
  accounts: Pick<Accounts, 'requireBotCheck'>
  publicUrl: () => string
  secret: Buffer
}

type Form = HandlerInput<typeof mailingListRoutes.subscribe>['body']

const scope = systemScope('subscribers have no account')

/** The public mailing list: nobody is on it who has not confirmed it from their own mailbox. */
export function createMailingList(deps: MailingListDeps) {
  const { db, clock, letters, limits, publicUrl, secret } = deps

  const parts = ({ id, email, name }: store.Subscriber, purpose: Purpose) => ({
    publicUrl: publicUrl(),
    email,
    name,
    token: writeToken(secret, purpose, id, clock.now()),
  })

  function read(purpose: Purpose, token: string) {
    const read = readToken(secret, purpose, token, clock.now())
    if (read === 'bad') return refuse('mailing_list.bad_link')
    return read === 'expired' ? refuse('mailing_list.link_expired') : read
  }

  return {
    /** Mails the confirmation link. The answer is the same for every address, known or new. */
    async subscribe(form: Form, source: string): Promise<{ message: string }> {
      await deps.accounts.requireBotCheck(form.recaptchaToken, source)
      const wait = await limits.take('subscribe-address', form.email.toLowerCase(), LETTERS_PER_ADDRESS)
      if (wait === null)
        await db.transaction(async (tx) => {
          const subscriber = await store.saveSubscriber(tx, scope, {
            email: form.email,
            name: form.name,
            company_name: form.companyName,
            created_at: isoNow(clock),
          })
          await letters.send(tx, confirmSubscriptionLetter(parts(subscriber, 'confirm')), {
            askedBy: source,
          })
        })
      return { message: mailingListMessages.checkMail }
    },

    /** A link that is opened twice confirms twice and writes once. Who has left since comes back by a new link only. */
    async confirm(token: string): Promise<{ message: string }> {
      const { id, made_at } = read('confirm', token)
      await db.transaction(async (tx) => {
        const before = (await store.findSubscriber(tx, scope, id)) ?? refuse('mailing_list.bad_link')
        if (before.confirmed_at && !before.unsubscribed_at) return
        if (before.unsubscribed_at && new Date(before.unsubscribed_at) >= made_at)
          refuse('mailing_list.link_expired')
        await store.updateSubscriber(tx, scope, id, { confirmed_at: isoNow(clock), unsubscribed_at: null })
        await letters.send(tx, subscribedLetter(parts(before, 'leave')))
      })
      return { message: 'Subscription Confirmed' }
    },

    async leave(token: string): Promise<{ message: string }> {
      const { id } = read('leave', token)
      const left = await store.updateSubscriber(db, scope, id, { unsubscribed_at: isoNow(clock) })
      return left ? { message: 'Successfully Unsubscribed' } : refuse('mailing_list.bad_link')
    },
  }
}

export type MailingList = ReturnType<typeof createMailingList>
