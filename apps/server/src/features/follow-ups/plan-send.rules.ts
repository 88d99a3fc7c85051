import type { Pace } from '@goldpan/contract/sending-care'
import { type OpenDay, openDays, type PlannedDay, type Sent } from '../sending/pace.rules.ts'
import { dayOf } from '../sending/zoned-time.ts'
import { dueAt } from './due.rules.ts'

export interface Send {
  pace: Pace
  sent: Sent
  now: Date
  messages: number
  /** How many of the recipients get follow-ups. */
  followed: number
  steps: readonly { wait_days: number; wait_in: 'working_days' | 'days' }[]
  /** Follow-ups take the places of a day before first messages. */
  isFollowUpsFirst: boolean
}

/**
 * The days of the template, then of each step, if nobody replies. Goes from one open day to the next and takes what is due
 * until its room is used; whatever is taken makes the next step due on a later day.
 */
export function planSend(send: Send): PlannedDay[][] {
  const { pace, steps } = send
  const planned: PlannedDay[][] = Array.from({ length: steps.length + 1 }, () => [])
  /** For each step the number of people by the day on which they are due. */
  const due = steps.map(() => new Map<string, number>())
  let [left, followed] = [send.messages, send.followed]
  let open = send.messages + send.followed * steps.length

  function takeOn({ day, from, room, gapMs }: OpenDay): number {
    let taken = 0
    const take = (index: number, wanted: number): number => {
      const count = Math.min(wanted, room - taken)
      if (count <= 0) return 0
      const at = (nth: number) => new Date(from.getTime() + nth * gapMs)
      const last = planned[index]!.at(-1)
      if (last?.day === day)
        Object.assign(last, { messages: last.messages + count, to: at(taken + count - 1) })
      else planned[index]!.push({ day, messages: count, from: at(taken), to: at(taken + count - 1) })
      taken += count
      const next = index === 0 ? Math.min(count, followed) : count
      if (index === 0) followed -= next
      const step = steps[index]
      if (step && next > 0) {
        const on = dayOf(dueAt({ handedOverAt: from, ...step, pace }), pace.time_zone)
        due[index]!.set(on, (due[index]!.get(on) ?? 0) + next)
      }
      return count
    }
    const takeFirst = () => {
      left -= take(0, left)
    }
    const takeDue = () => {
      const now = due.flatMap((days, step) => [...days].map(([on, count]) => ({ on, count, step })))
      for (const { on, count, step } of now
        .filter(({ on }) => on <= day)
        .sort((a, b) => a.on.localeCompare(b.on))) {
        const count_left = count - take(step + 1, count)
        if (count_left > 0) due[step]!.set(on, count_left)
        else due[step]!.delete(on)
      }
    }
    if (send.isFollowUpsFirst) takeDue()
    takeFirst()
    if (!send.isFollowUpsFirst) takeDue()
    return taken
  }

  const days = openDays(pace, send.sent, send.now)
  for (let turn = days.next(); !turn.done && open > 0; ) {
    const taken = takeOn(turn.value)
    open -= taken
    turn = days.next(taken)
  }
  return planned
}
