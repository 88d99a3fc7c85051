import { buildReply } from '@goldpan/campaign-mail/samples'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import type { HandlerInput } from '@goldpan/contract/route'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import PostalMime from 'postal-mime'
import { CAREFUL_PACE } from '../src/features/sending/pace.rules.ts'
import { sendingJob } from '../src/features/sending/sending.ts'
import type { Customer, TestApp } from './harness.ts'
import { startSend, writeCampaign } from './written-campaign.ts'

type NewStep = Partial<HandlerInput<typeof followUpRoutes.add>['body']>

/** Working days from 9 to 5 in UTC, without further limits: follow-ups leave at 9. */
export const OFFICE_HOURS = {
  ...CAREFUL_PACE,
  daily_cap: null,
  gap_from_seconds: 0,
  gap_to_seconds: 0,
  has_ramp: false,
}

/** Campaigns with follow-ups, and what arrives of them. */
export function createSequences({ app, clock, drain, mail, query }: TestApp) {
  /** A worker's wake, which comes every few seconds. */
  async function wake() {
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
    await drain()
  }

  /** Moves the clock on to this time, such as '2026-03-05T09:00', waking the worker once. */
  async function goTo(time: string) {
    const ms = new Date(`${time}Z`).getTime() - clock.now().getTime()
    if (ms < 0) throw new Error(`${time} is past`)
    clock.advance(ms)
    await wake()
  }

  /** 09:00 of the next Monday to Friday. */
  async function goToMorning() {
    const next = new Date(clock.now())
    do next.setUTCDate(next.getUTCDate() + 1)
    while (next.getUTCDay() % 6 === 0)
    await goTo(`${next.toISOString().slice(0, 10)}T09:00`)
  }

  /**
   * Goes from one moment at which something of an owner may leave to the next, until everybody got everything.
   * `before` runs a second earlier.
   */
  async function playThrough(who: Customer, before?: () => Promise<unknown>) {
    for (let wakes = 0; wakes < 500; wakes++) {
      await wake()
      const [next] = await query<{ at: Date | null }>(
        `select least(
           (select min(due_at) from enrolments where owner_id = $1 and state = 'waiting'),
           (select min(held_until) from enrolments where owner_id = $1 and state = 'held'),
           (select min(greatest(r.next_at, j.held_until)) from recipients r join send_jobs j on j.id = r.job_id
            where r.owner_id = $1 and r.state = 'queued')) as at`,
        [who.id],
      )
      if (!next!.at) return
      const ms = Math.max(next!.at.getTime() - app.ports.clock.now().getTime(), 1)
      if (before && ms > 1000) {
        clock.advance(ms - 1000)
        await before()
        clock.advance(1000)
      } else clock.advance(ms)
    }
    throw new Error('It never ends')
  }

  const addStep = async (who: Customer, id: string, form: NewStep = {}) => {
    const body = {
      wait_days: 1,
      wait_in: 'working_days',
      thread: 'same',
      body: 'Any news?',
      ...form,
    } as const
    return (await who.call(followUpRoutes.add, { params: { id }, body })).answer
  }

  /** A campaign whose template was sent now, with these follow-ups. */
  async function start(who: Customer, recipients: number | string[], steps: NewStep[] = [{}]) {
    const campaign = await writeCampaign(who, recipients)
    const made = []
    for (const step of steps) made.push(await addStep(who, campaign.id, step))
    await startSend(who, campaign.id)
    await drain()
    return { ...campaign, steps: made }
  }

  const sentTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email)
  const readSentTo = (email: string) => Promise.all(sentTo(email).map(({ raw }) => PostalMime.parse(raw)))
  const setPace = (who: Customer, pace: object = {}) =>
    who.call(sendingCareRoutes.savePace, { body: { ...OFFICE_HOURS, ...pace } })

  /** Runs once, while the next message is handed over. */
  function duringHandOver(work: () => Promise<unknown>): void {
    const { handOver } = mail
    mail.handOver = async (message, options) => {
      mail.handOver = handOver
      const result = await handOver(message, options)
      await work()
      return result
    }
  }

  /** An answer to the newest message to somebody, or to an earlier one, as it comes in. */
  async function replyOf(email: string, { text = 'Yes, please call me.', to = -1 } = {}) {
    const { raw, envelope } = sentTo(email).at(to)!
    const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
    const from = { name: 'Rita Reader', address: email }
    const address = (await PostalMime.parse(raw)).from!.address!
    return {
      raw: await buildReply({ original, date: clock.now(), from, text }),
      envelope: { from: email, to: [address] },
    }
  }

  return {
    duringHandOver,
    wake,
    goTo,
    goToMorning,
    playThrough,
    addStep,
    start,
    sentTo,
    readSentTo,
    setPace,
    replyOf,
  }
}
