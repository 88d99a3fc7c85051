import { createHmac, timingSafeEqual } from 'node:crypto'
import { CONFIRM_DAYS, mailingListMessages, mailingListRoutes } from '@goldpan/contract/mailing-list'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { confirmSubscriptionLetter, subscribedLetter } from './mailing-list.mail.ts'
import * as store from './mailing-list.store.ts'

export interface MailingListDeps {
  db: Database
  systemClock: Clock
  letters: Letters
  limits: RateLimits
  accounts: Pick<Accounts, 'requireBotCheck'>
  publicUrl: () => string
  secret: Buffer
}

type Form = HandlerInput<typeof mailingListRoutes.subscribe>['body']

type Purpose = 'confirm' | 'leave'
type ReadToken = { id: string; made_at: Date } | 'bad' | 'expired'

/** Confirmation letters per address. Beyond that the answer is the same but no letter is sent. */
const LETTERS_PER_ADDRESS = { points: 3, seconds: 3600 }

const DAY_MS = 86_400_000

const scope = systemScope('subscribers have no account')

/** The public mailing list, with confirmation by mail (double opt-in). */
export function createMailingList(deps: MailingListDeps) {
  const { db, systemClock, letters, limits, publicUrl, secret } = deps

  const letterTo = ({ id, email, name }: store.Subscriber, purpose: Purpose) => ({
    publicUrl: publicUrl(),
    email,
    name,
    token: writeToken(secret, purpose, id, systemClock.now()),
  })

  function read(purpose: Purpose, token: string) {
    const read = readToken(secret, purpose, token, systemClock.now())
    if (read === 'bad') return refuse('mailing_list.bad_link')
    return read === 'expired' ? refuse('mailing_list.link_expired') : read
  }

  return {
    /** Returns the same answer for known and new addresses. */
    async subscribe(form: Form, source: string): Promise<{ message: string }> {
      await deps.accounts.requireBotCheck(form.recaptchaToken, source)
      const wait = await limits.take('subscribe-address', form.email.toLowerCase(), LETTERS_PER_ADDRESS)
      if (wait === null)
        await db.transaction(async (tx) => {
          const subscriber = await store.saveSubscriber(tx, scope, {
            email: form.email,
            name: form.name,
            company_name: form.companyName,
            created_at: isoNow(systemClock),
          })
          await letters.send(tx, confirmSubscriptionLetter(letterTo(subscriber, 'confirm')), {
            askedBy: source,
          })
        })
      return { message: mailingListMessages.checkMail }
    },

    /** Opening a link twice sends one letter. A link from before the person left no longer works. */
    async confirm(token: string): Promise<{ message: string }> {
      const { id, made_at } = read('confirm', token)
      await db.transaction(async (tx) => {
        const before = (await store.findSubscriber(tx, scope, id)) ?? refuse('mailing_list.bad_link')
        if (before.confirmed_at && !before.unsubscribed_at) return
        if (before.unsubscribed_at && new Date(before.unsubscribed_at) >= made_at)
          refuse('mailing_list.link_expired')
        await store.updateSubscriber(tx, scope, id, {
          confirmed_at: isoNow(systemClock),
          unsubscribed_at: null,
        })
        await letters.send(tx, subscribedLetter(letterTo(before, 'leave')))
      })
      return { message: 'Subscription Confirmed' }
    },

    async leave(token: string): Promise<{ message: string }> {
      const { id } = read('leave', token)
      const updated = await store.updateSubscriber(db, scope, id, { unsubscribed_at: isoNow(systemClock) })
      return updated ? { message: 'Successfully Unsubscribed' } : refuse('mailing_list.bad_link')
    },
  }
}

export type MailingList = ReturnType<typeof createMailingList>

const sign = (secret: Buffer, purpose: Purpose, id: string, at: string): Buffer =>
  createHmac('sha256', secret).update(`mailing-list:${purpose}:${id}:${at}`).digest().subarray(0, 20)

/** Contains the subscriber's id, the time and a signature. */
function writeToken(secret: Buffer, purpose: Purpose, id: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${id}.${at}.${sign(secret, purpose, id, at).toString('base64url')}`
}

/** Confirmation links work for a week, unsubscribe links forever. */
function readToken(secret: Buffer, purpose: Purpose, token: string, now: Date): ReadToken {
  const [id = '', at = '', proof = ''] = token.split('.')
  const given = Buffer.from(proof, 'base64url')
  const wanted = sign(secret, purpose, id, at)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'bad'
  const made_at = new Date(Number.parseInt(at, 36))
  const age = now.getTime() - made_at.getTime()
  return purpose === 'confirm' && age > CONFIRM_DAYS * DAY_MS ? 'expired' : { id, made_at }
}

export function bindMailingList(bind: Binder, mailingList: MailingList): void {
  bind(mailingListRoutes.subscribe, ({ body, caller }) => mailingList.subscribe(body, caller.source))
  bind(mailingListRoutes.confirm, ({ body }) => mailingList.confirm(body.token))
  bind(mailingListRoutes.leave, ({ body }) => mailingList.leave(body.token))
}
