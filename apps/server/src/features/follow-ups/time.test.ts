import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, sized } from '../../../test/faults/size.ts'
import { startTestApp } from '../../../test/harness.ts'
import { createSequences, OFFICE_HOURS } from '../../../test/sequence.ts'
import { openAt } from '../sending/pace.rules.ts'
import { dayOf, momentOf } from '../sending/zoned-time.ts'
import { dueAt } from './due.rules.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { app, clock, createCustomer, mail, query, visitor } = started
const { playThrough, setPace, start, wake } = createSequences(started)

const EVERY_DAY = { window_days: [1, 2, 3, 4, 5, 6, 7] }
let people = 0
const newCustomer = async (pace: object) => {
  const who = await createCustomer(`Time${++people}`)
  await setPace(who, pace)
  return who
}

/** When messages to somebody were handed over, oldest first. */
const listSent = async (email: string) =>
  query<{ at: Date; step: number }>(
    `select transmitting_at as at, coalesce(step_position, 0) as step from recipients
     where email = $1 and state = 'sent' order by transmitting_at`,
    [email],
  )

/** Read independently of the product, such as '29/03/2026, 09:00'. */
const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** Starts two days before a change of the clocks, with a window of one hour on each day and a message a day. */
const CHANGES: [string, string, string, string[]][] = [
  ['America/New_York', '2026-03-06', '09:00', ['06/03', '07/03', '08/03', '09/03']],
  ['Africa/Casablanca', '2026-03-20', '09:00', ['20/03', '21/03', '22/03', '23/03']],
  // The change skips the window of the 29th.
  ['Europe/Berlin', '2026-03-27', '02:00', ['27/03', '28/03', '30/03', '31/03']],
  ['Australia/Lord_Howe', '2026-04-03', '01:00', ['03/04', '04/04', '05/04', '06/04']],
  ['Australia/Lord_Howe', '2026-10-02', '09:00', ['02/10', '03/10', '04/10', '05/10']],
  ['Europe/Berlin', '2026-10-23', '02:00', ['23/10', '24/10', '25/10', '26/10']],
  ['America/New_York', '2026-10-30', '09:00', ['30/10', '31/10', '01/11', '02/11']],
]

test('over each change of the clocks messages leave in the local window of one hour (FOLLOW-10)', async () => {
  for (const [time_zone, day, window_from, days] of CHANGES) {
    clock.set(momentOf(day, '00:00', time_zone).toISOString())
    const window_to = `${String(Number(window_from.slice(0, 2)) + 1).padStart(2, '0')}:00`
    const who = await newCustomer({ time_zone, ...EVERY_DAY, window_from, window_to })
    const daily = { wait_days: 1, wait_in: 'days' } as const
    const { emails } = await start(who, 1, [daily, daily, daily])
    await playThrough(who, wake)
    const sent = await listSent(emails[0]!)
    expect(sent.map(({ at }) => localTime(at, time_zone))).toEqual(days.map((on) => `${on}, ${window_from}`))
    expect(mail.accepted.filter(({ envelope }) => envelope.to === emails[0])).toHaveLength(4)
  }
})

const DAY_S = 86_400
const jumps = fc.record({
  seconds: fc.array(fc.constantFrom(3600, DAY_S, 3 * DAY_S, 30 * DAY_S, 90 * DAY_S), {
    minLength: 1,
    maxLength: 5,
  }),
  daily_cap: fc.constantFrom(null, 1, 2),
  wait_days: fc.integer({ min: 1, max: 5 }),
  holdDays: fc.constantFrom(3, 40, 120),
})

test(
  'jumps of the clock while people wait, are queued and are held: nothing twice or skipped, later waits count from then (CLOCK-08, CLOCK-09)',
  async () => {
    await fc.assert(
      fc.asyncProperty(jumps, async ({ seconds, daily_cap, wait_days, holdDays }) => {
        const now = () => app.ports.clock.now()
        const pace = { ...OFFICE_HOURS, daily_cap }
        // The templates leave at once.
        clock.advance(openAt(OFFICE_HOURS, now()).getTime() - now().getTime())
        const who = await newCustomer(OFFICE_HOURS)
        const wait = { wait_days, wait_in: 'working_days' } as const
        const { id, emails } = await start(who, 4, [wait, wait])
        await setPace(who, pace)
        const until = dayOf(new Date(now().getTime() + holdDays * DAY_S * 1000), 'UTC')
        const { answer: hold } = await who.call(followUpRoutes.hold, { body: { email: emails[3]!, until } })
        for (const advance_seconds of seconds) {
          await visitor.call(mailboxRoutes.advanceClock, { body: { advance_seconds } })
          await wake()
        }
        await playThrough(who)
        const states = await query('select distinct state from recipients where campaign_id = $1', [id])
        expect(states).toEqual([{ state: 'sent' }])
        for (const email of emails) {
          const sent = await listSent(email)
          expect(sent.map(({ step }) => step)).toEqual([0, 1, 2])
          expect(mail.accepted.filter(({ envelope }) => envelope.to === email)).toHaveLength(3)
          const holds =
            email === hold.email ? [{ from: new Date(hold.created_at), until: new Date(hold.until) }] : []
          for (const [n, { at }] of sent.entries()) {
            expect(openAt(pace, at), 'in the window').toEqual(at)
            const due = n === 0 ? at : dueAt({ handedOverAt: sent[n - 1]!.at, ...wait, pace, holds })
            expect(at >= due, `${at.toISOString()} isn't before ${due.toISOString()}`).toBe(true)
          }
        }
      }),
      { numRuns: sized(3, 60), ...(isLong ? {} : { seed: 8 }) },
    )
  },
  sized(90_000, 600_000),
)
