import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import type { FastifyInstance } from 'fastify'
import {
  emailChangedNotice,
  emailChangeLetter,
  emailChangeNotice,
  emailTakenNotice,
  passwordChangedNotice,
  resetLetter,
  verificationLetter,
} from './features/accounts/accounts.mail.ts'
import { paymentFailedLetter, planLostLetter } from './features/billing/billing.mail.ts'
import { confirmSubscriptionLetter, subscribedLetter } from './features/mailing-list/mailing-list.mail.ts'
import { jobFinishedLetter, limitLetter } from './features/notifications/notifications.mail.ts'
import { invitationLetter } from './features/organizations/organizations.mail.ts'
import { accountErasedLetter } from './features/own-data/own-data.mail.ts'
import { heldLetter } from './features/sending/epoch.mail.ts'
import { switchedSentence } from './features/sending/epoch.rules.ts'
import { supportLetter } from './features/support/support.mail.ts'
import { incidentLetter } from './features/watching/watching.mail.ts'
import { weeklyReportLetter } from './features/weekly-report/weekly-report.mail.ts'
import { refuse } from './http/refuse.ts'
import { type Letter, renderLetter } from './letters/letter.ts'

/** Names chosen by strangers. */
interface Names {
  first: string
  last: string
  organization: string
}

const INVENTED_NAMES: Names = {
  first: 'Ada',
  last: 'Pan',
  organization: 'Pans & Sons',
}
const EMAIL = 'ada@customer.example'

function accountLetters(publicUrl: string, { first }: Names): Record<string, Letter> {
  const user = { email: EMAIL }
  const link = { publicUrl, token: 'a-token-of-a-preview', email: user.email }
  const stopUrl = `${publicUrl}/auth/stop-change?token=${link.token}`
  return {
    verification: verificationLetter(first, { ...link, type: 'signup' }),
    reset: resetLetter(first, { ...link, type: 'recovery' }),
    'password-changed': passwordChangedNotice(first, user.email),
    'email-change': emailChangeLetter(first, { ...link, type: 'email_change' }),
    'email-change-notice': emailChangeNotice(first, user.email, 'ada@new.example', stopUrl),
    'email-changed': emailChangedNotice(first, user.email, 'ada@new.example'),
    'email-taken': emailTakenNotice(first, user.email),
  }
}

function incidentLetters(): Record<string, Letter> {
  const facts = { since: '2026-03-02T09:00:00.000Z', now: '2026-03-02T11:20:00.000Z', waiting: 41 }
  const letterOf = (kind: 'began' | 'over', cause: 'no_worker' | 'no_hand_over') =>
    incidentLetter('operator@customer.example', kind, { cause, ...facts })
  return {
    'no-worker': letterOf('began', 'no_worker'),
    'worker-again': letterOf('over', 'no_worker'),
    'no-hand-over': letterOf('began', 'no_hand_over'),
    'hand-over-again': letterOf('over', 'no_hand_over'),
  }
}

/** All letters, with made-up data. */
export function sampleLetters(publicUrl: string, names = INVENTED_NAMES): Record<string, Letter> {
  const user = { email: EMAIL, first_name: names.first }
  const fullName = `${names.first} ${names.last}`
  const link = { publicUrl, token: 'a-token-of-a-preview', email: user.email }
  const reader = { publicUrl, user }
  return {
    ...accountLetters(publicUrl, names),
    'account-erased': accountErasedLetter(user),
    'job-finished': jobFinishedLetter(reader, {
      title: 'Gathering prospects for "Bakeries"',
      outcome: '14 prospects were found at 20 businesses.',
      path: '/tables',
    }),
    'limit-80': limitLetter(reader, {
      what: 'email sending',
      percent: 80,
      used: 40,
      cap: 50,
      resetsOn: '2026-04-01',
      sellsPlans: true,
    }),
    'limit-100': limitLetter(reader, {
      what: 'business searches',
      percent: 100,
      used: 20,
      cap: 20,
      resetsOn: '2026-04-01',
      sellsPlans: true,
    }),
    'payment-failed': paymentFailedLetter(user, {
      plan: 'premium',
      graceUntil: '2026-04-08T09:00:00.000Z',
      publicUrl,
    }),
    'plan-lost': planLostLetter(user, { plan: 'premium', publicUrl }),
    invitation: invitationLetter('max@customer.example', {
      organization: names.organization,
      invitedBy: fullName,
      role: 'member',
      publicUrl,
      token: link.token,
    }),
    'weekly-report': weeklyReportLetter(publicUrl, user, {
      searches: 3,
      prospects: 41,
      emails: 53,
      sent: 38,
      opened: 12,
      replied: 1,
    }),
    'confirm-subscription': confirmSubscriptionLetter({ ...link, name: names.first }),
    subscribed: subscribedLetter({ ...link, name: fullName }),
    'sending-held': heldLetter('operator@customer.example', switchedSentence),
    ...incidentLetters(),
    support: supportLetter(
      'operator@goldpan.example',
      { email: user.email, name: fullName, plan: 'basic' },
      {
        id: '00000000-0000-4000-8000-000000000000',
        owner_id: '',
        type: 'bug',
        priority: 'high',
        title: 'Save does nothing',
        description: 'I pressed Save.\nNothing happened.',
        screenshot_key: null,
        screenshot_bytes: 0,
        state: 'open',
        created_at: '2026-03-02T09:00:00.000Z',
      },
    ),
  }
}

/** Serves /_dev/letters: all letters with their text parts, outside of production. */
export function serveLetterPreview(
  server: FastifyInstance,
  publicUrl: () => string,
  postalAddress: string | null,
): void {
  server.get('/_dev/letters', (_request, reply) => {
    const items = Object.entries(sampleLetters(publicUrl())).map(
      ([name, { subject }]) =>
        `<li><a href="/_dev/letters/${name}">${escapeHtml(subject)}</a> (<a href="/_dev/letters/${name}?part=text">text</a>)</li>`,
    )
    return reply
      .type('text/html')
      .send(
        `<!doctype html><meta charset="utf-8"><title>Letters</title><h1>Letters</h1><ul>${items.join('')}</ul>`,
      )
  })
  server.get<{ Params: { name: string }; Querystring: { part?: string } }>(
    '/_dev/letters/:name',
    ({ params, query }, reply) => {
      const letters = sampleLetters(publicUrl())
      const letter = Object.hasOwn(letters, params.name) ? letters[params.name] : undefined
      if (!letter) return refuse('request.not_found')
      const { html, text } = renderLetter(letter, postalAddress)
      return query.part === 'text' ? reply.type('text/plain').send(text) : reply.type('text/html').send(html)
    },
  )
}
