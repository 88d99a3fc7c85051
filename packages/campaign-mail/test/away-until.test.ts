import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classify, findAwayUntil } from '../src/campaign-mail.ts'
import { NOTES } from './away-corpus.ts'
import { replyOf } from './messages.ts'

const TODAY = '2026-11-27'
const encoded = (subject: string) => `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
const noteOf = (subject: string, text: string) =>
  replyOf(text, { Subject: encoded(subject), 'Auto-Submitted': 'auto-replied' })

const cases = Object.entries(NOTES).flatMap(([language, notes]) =>
  notes.map((note) => [language, ...note] as const),
)

test.each(cases)(
  '%s: %j, %j says %j, until %j (FOLLOW-25, FOLLOW-26, FOLLOW-27, FOLLOW-28)',
  async (_language, subject, text, says, until) => {
    const { kind, note } = await classify(noteOf(subject, text))
    expect(kind).toBe('auto-reply')
    expect([note?.says, findAwayUntil(subject, note!.text, TODAY)]).toEqual([says, until])
  },
)

const until = (text: string, today = TODAY) => findAwayUntil(null, text, today)

test('a day is believed from today to 90 days ahead; without a year it is the next such day (FOLLOW-26)', () => {
  expect(until('2026-11-27')).toBe('2026-11-27')
  expect(until('2026-11-26')).toBeNull()
  expect(until('2027-02-25')).toBe('2027-02-25')
  expect(until('2027-02-26')).toBeNull()
  expect(until('26.11.')).toBeNull()
  expect(until('25 February')).toBe('2027-02-25')
  expect(until('26 February')).toBeNull()
  expect(until('9 December 1999, 9 December 2025')).toBeNull()
  expect(until('29 February', '2028-01-10')).toBe('2028-02-29')
  expect(until('29 February, 30 February, 31.11., 0.12., 32.12., 1.13.', '2027-01-10')).toBeNull()
})

test('of several days the latest counts, in whatever form', () => {
  expect(until('2026-12-01, 9.12.2026, 5 December and December 7')).toBe('2026-12-09')
  expect(until('2026-12-09 bis 1.11.2026, nicht vor dem 1. Januar 2028')).toBe('2026-12-09')
  expect(until('December 28 to 2 January')).toBe('2027-01-02')
  expect(until('Dec 9 - 10 am, December 8 to 17:00')).toBe('2026-12-09')
})

test.each([
  'Call +49 711 9.12.33 or 04.12.26.33.10.',
  'From € 9.12. and $9.12., or 9.12. EUR; 9.12 Uhr',
  'Version 3.12. of https://shop.example/2026-12-09/9.12.2026 and order 2026-12-09-17',
  '12/09/2026, 9/12, 09-12-2026, 9/12/26',
  '10.12.20.26 is our server; room 112. December 2026 is busy, dec. 2026 too',
  'You may 9 times call. Up to 9 may be late.',
  'Next-gen 5 and Dec12',
])('%j states no day (FOLLOW-26)', (text) => {
  expect(until(text)).toBeNull()
})

test('of the subject it answers a note repeats the day in vain (FOLLOW-26)', () => {
  const day = '2026-12-09'
  expect(findAwayUntil('Out of office until 9 December Re: Fair on 20 December', '', TODAY)).toBe(day)
  expect(findAwayUntil('Automatic reply: Out of office until 9 December', '', TODAY)).toBe(day)
  expect(findAwayUntil('Abwesend bis 9.12.', '', TODAY)).toBe(day)
  expect(findAwayUntil('Automatic reply: Fair on 9 December', '', TODAY)).toBeNull()
  expect(findAwayUntil('Re: Fair on 9 December', '', TODAY)).toBeNull()
})

test('a day in quoted text or below the signature is not read (FOLLOW-26)', async () => {
  const text = [
    'I am out of the office until 9 December.',
    '',
    'Best regards',
    'Bo Lind',
    'Meet us at the fair on 20 January 2027',
    '',
    'On Fri, 27 Nov 2026 at 10:00, Ann <ann@sender.example> wrote:',
    '> Our offer is valid until 15 January 2027.',
  ].join('\n')
  const { note } = await classify(noteOf('Automatic reply: Offer', text))
  expect(note?.says).toBe('away')
  expect(findAwayUntil('Automatic reply: Offer', note!.text, TODAY)).toBe('2026-12-09')
})

test('a note that looks like the answer of a person is automatic by its header (FOLLOW-28)', async () => {
  const text = 'Hello Ann, Bo no longer works here. Best, Eve'
  const automatic = await classify(replyOf(text, { 'Auto-Submitted': 'auto-generated' }))
  expect([automatic.kind, automatic.note?.says]).toEqual(['auto-reply', 'left_company'])
  const person = await classify(replyOf(text))
  expect([person.kind, person.note]).toEqual(['reply', null])
})

test('invisible and bidirectional characters, wide digits and hard blanks hide no day', () => {
  expect(until('9.\u202e12\u202c.2026')).toBe('2026-12-09')
  expect(until('9.\u00a0Dezem\u00adber')).toBe('2026-12-09')
  expect(until('９ de\u0301cembre')).toBe('2026-12-09')
  expect(until('9\n  décembre')).toBe('2026-12-09')
})

test('any text is read, and a day that is found exists and is believable', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom(
      '9',
      '12',
      '.',
      ' ',
      '-',
      'December',
      'décembre',
      'de',
      '2026',
      '2027',
      'to',
      '\n',
      'May',
    ),
  )
  const last = '2027-02-25'
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, subject) => {
      const found = findAwayUntil(subject, pieces.join(''), TODAY)
      expect(found === null || (/^\d{4}-\d\d-\d\d$/.test(found) && found >= TODAY && found <= last)).toBe(
        true,
      )
    }),
    { numRuns: 500 },
  )
})

const BOMBS = [
  '9',
  '9.',
  '9.12.',
  '9. ',
  ' ',
  '\n',
  'December ',
  'December 9 - ',
  '9 de ',
  'no longer with ',
  'hat das unternehmen ',
  'nicht mehr bei ',
  'i am out ',
  'until ',
  '\u202e',
  '\ufdfa',
  'version ',
  'www.@',
  'Re: ',
  ':',
]

test.each(BOMBS)('a text of nothing but %j is read in no time', async (piece) => {
  const text = piece.repeat(60_000 / piece.length)
  const before = process.threadCpuUsage()
  findAwayUntil(text, text, TODAY)
  const { user, system } = process.threadCpuUsage(before)
  await classify(noteOf('Automatic reply', text))
  expect((user + system) / 1000).toBeLessThan(1_000)
})
