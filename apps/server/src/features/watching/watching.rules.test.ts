import { expect, test } from 'vitest'
import { findNoHandOver, type Incident, judgeIncident, type MailState } from './watching.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()
const ROW: Incident = {
  cause: 'no_hand_over',
  since: null,
  noticed_at: null,
  told_at: null,
  looked_at: at(0),
}
const IDLE: MailState = {
  oldestDueMs: null,
  retrying: 0,
  tried: 0,
  accepted_at: null,
  server_accepted_at: null,
  server_failed_at: null,
}

/** Checks every minute. Returns the reports, by minute. */
function checkEach(states: (minute: number) => Partial<MailState>, minutes: number) {
  let row = ROW
  const reports: string[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const found = findNoHandOver({ ...IDLE, ...states(minute) }, row)
    const judged = judgeIncident(row, found, new Date(at(minute)))
    row = judged.row
    if (judged.report)
      reports.push(`${minute} ${judged.report.kind}${judged.report.hasLetter ? ', letter' : ''}`)
  }
  return reports
}

/** A server that takes nothing; the waiting message is tried again every five minutes. */
const failing = (minute: number): Partial<MailState> => ({
  retrying: 1,
  tried: 1,
  server_failed_at: at(minute - (minute % 5)),
})

test('a server that takes nothing is reported after 15 minutes, and over once it takes something', () => {
  const states = (minute: number) =>
    minute < 40 ? failing(minute) : { ...failing(35), server_accepted_at: at(40) }
  expect(checkEach(states, 60)).toEqual(['16 began, letter', '40 over, letter'])
})

test('one deferred message that waits for its second try is no incident', () => {
  expect(checkEach(() => ({ retrying: 1, tried: 1, server_failed_at: at(1) }), 60)).toEqual([])
})

test('a message that is taken between failures starts the count anew', () => {
  const states = (minute: number) => ({ ...failing(minute), server_accepted_at: at(minute - (minute % 10)) })
  expect(checkEach(states, 120)).toEqual([])
})

test('own mailboxes that send do not hide a server that takes nothing', () => {
  const states = (minute: number) => ({ ...failing(minute), accepted_at: at(minute) })
  expect(checkEach(states, 30)).toEqual(['16 began, letter'])
})

test('an incident lasts while what waits is held for the night, and ends when nothing waits', () => {
  const states = (minute: number) =>
    minute < 20 ? failing(minute) : { tried: minute < 50 ? 1 : 0, retrying: 0, server_failed_at: at(20) }
  expect(checkEach(states, 60)).toEqual(['16 began, letter', '50 over, letter'])
})

test('due messages that no worker takes are an incident, unless others are accepted', () => {
  const due = (minute: number) => ({ oldestDueMs: minute * 60_000 })
  expect(checkEach(due, 30)).toEqual(['16 began, letter'])
  expect(checkEach((minute) => ({ ...due(minute), accepted_at: at(minute) }), 30)).toEqual([])
})

test('an incident that comes and goes gets one letter an hour about its beginning', () => {
  const isBad = (minute: number) => minute % 30 < 20
  const states = (minute: number) => (isBad(minute) ? { oldestDueMs: 600_000 } : { accepted_at: at(minute) })
  expect(checkEach(states, 120)).toEqual([
    '16 began, letter',
    '20 over, letter',
    '45 began',
    '50 over',
    '75 began',
    '76 began, letter',
    '80 over, letter',
    '105 began',
    '110 over',
  ])
})
