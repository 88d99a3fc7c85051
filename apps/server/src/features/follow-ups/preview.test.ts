import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { type Pace, sendingCareRoutes } from '@goldpan/contract/sending-care'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, sized } from '../../../test/faults/size.ts'
import { startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { CAREFUL_PACE } from '../sending/pace.rules.ts'
import { dayOf, nextDay } from '../sending/zoned-time.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { clock, createCustomer, drain, query } = started
const { addStep, playThrough } = createSequences(started)
const RUNS = sized(4, 120)

/** Changes of the clocks at 01:00 UTC, at 02:00, and by half an hour. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const hour = (n: number) => `${String(n).padStart(2, '0')}:00`

const campaigns = fc.record({
  pace: fc.record({
    time_zone: fc.constantFrom(...ZONES),
    window_days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    daily_cap: fc.option(fc.integer({ min: 1, max: 5 })),
    gap: fc.constantFrom(0, 0, 600, 1500),
    opens: fc.integer({ min: 0, max: 23 }),
    hours: fc.integer({ min: 1, max: 10 }),
    has_ramp: fc.boolean(),
    days_off: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
  }),
  people: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(
    fc.record({
      wait_days: fc.integer({ min: 1, max: 4 }),
      wait_in: fc.constantFrom('working_days' as const, 'days' as const),
      thread: fc.constant('same' as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  follow_ups_first: fc.boolean(),
  /** After the end of the campaign before. */
  startsAfterMinutes: fc.integer({ min: 1, max: 3 * 24 * 60 }),
})

function toPace({
  gap,
  opens,
  hours,
  days_off,
  ...rest
}: typeof campaigns extends fc.Arbitrary<infer C extends { pace: unknown }> ? C['pace'] : never): Pace {
  const from = dayOf(clock.now(), rest.time_zone)
  const dayAfter = (days: number) => Array.from({ length: days }).reduce<string>((day) => nextDay(day), from)
  return {
    ...CAREFUL_PACE,
    ...rest,
    gap_from_seconds: gap,
    gap_to_seconds: gap,
    window_from: hour(opens),
    window_to: hour(Math.min(24, opens + hours)),
    days_off: days_off.map(dayAfter),
  }
}

/** Messages sent by day, for the template and each step. */
async function readSent(campaignId: string, time_zone: string) {
  const rows = await query<{ position: number; at: Date }>(
    `select coalesce(step_position, 0) as position, transmitting_at as at from recipients
     where campaign_id = $1 and state = 'sent' order by transmitting_at`,
    [campaignId],
  )
  return (position: number) => {
    const own = rows.filter((row) => row.position === position)
    return [...Map.groupBy(own, ({ at }) => dayOf(at, time_zone))].map(([day, sent]) => ({
      day,
      messages: sent.length,
      from: sent[0]!.at.toISOString(),
      to: sent.at(-1)!.at.toISOString(),
    }))
  }
}

let customers = 0
test(
  'the days and the cost in the preview are what happens if nobody answers (FOLLOW-36)',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        campaigns,
        async ({ pace: form, people, steps, follow_ups_first, startsAfterMinutes }) => {
          clock.advance(startsAfterMinutes * 60_000)
          const pace = toPace(form)
          const who = await createCustomer(`Preview${++customers}`)
          await who.call(sendingCareRoutes.savePace, { body: pace })
          const { id } = await writeCampaign(who, people)
          for (const step of steps) await addStep(who, id, step)
          const body = { stop_scope: 'business' as const, follow_ups_first }
          await who.call(followUpRoutes.setRules, { params: { id }, body })
          const preview = (await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })).answer
          await startSend(who, id)
          await drain()
          await playThrough(who)
          const sentOf = await readSent(id, pace.time_zone)
          const happened = [0, ...preview.steps.map(({ position }) => position)].map(sentOf)
          expect(happened).toEqual([preview.days, ...preview.steps.map(({ days }) => days)])
          const [used] = await query<{ units: number }>(
            "select sum(units)::int as units from usage_months where owner_id = $1 and usage_type = 'emails_sent'",
            [who.id],
          )
          expect(used!.units).toBe(preview.cost_at_most.messages)
        },
      ),
      { numRuns: RUNS, ...(isLong ? {} : { seed: 36 }) },
    )
  },
  sized(90_000, 900_000),
)
