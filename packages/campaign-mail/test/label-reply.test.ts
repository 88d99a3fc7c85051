import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asksToUnsubscribe, labelReply, measureLabels, type ReplyToLabel } from '../src/campaign-mail.ts'
import { readLabelled } from '../src/label-figures.ts'
import { findLaterUntil } from '../src/later-until.ts'
import { visibleReply } from '../src/visible-reply.ts'

const TODAY = '2026-11-27'
const label = (text: string, more: Partial<ReplyToLabel> = {}) =>
  labelReply({ text, subject: 'Re: Ovens', isAutomatic: false, ...more }, { today: TODAY })

const readLines = (name: string) =>
  readFileSync(new URL(`fixtures/labels/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
const read = (name: string) => readLines(name).map(readLabelled)
const tuned = read('tuned')
const figuresOf = (name: string) =>
  Object.fromEntries(measureLabels(read(name), TODAY).figures.map((each) => [each.label, each]))

describe('figures', () => {
  test('each label of replies that the rules were tuned on is precise, and no stop is missed (INBOX-16, INBOX-17, INBOX-18)', () => {
    const figures = figuresOf('tuned')
    expect(figures.stop).toMatchObject({ recall: 1, precision: 1 })
    expect(figures.away!.precision).toBeGreaterThanOrEqual(0.98)
    for (const { label: name, precision } of Object.values(figures))
      if (name !== 'other') expect([name, precision! >= 0.85]).toEqual([name, true])
  })

  test('replies held out while tuning are labelled as well as is known (INBOX-16, INBOX-17, INBOX-18)', () => {
    const figures = figuresOf('hold-out')
    // Replies by another hand. INBOX-16 asks for a recall of 1 of stop, which isn't reached; its precision (0.98), INBOX-17
    // (0.98 and 0.9) and INBOX-18 (0.85) are.
    const reached: [string, precision: number, recall: number][] = [
      ['stop', 0.98, 0.97],
      ['left_company', 0.95, 0.98],
      ['away', 0.98, 0.9],
      ['automatic', 0.93, 0.98],
      ['wrong_person', 0.95, 0.9],
      ['meeting', 0.95, 0.97],
      ['later', 0.93, 0.92],
      ['not_interested', 0.9, 0.93],
      ['question', 0.97, 0.96],
      ['interested', 0.96, 0.93],
    ]
    for (const [name, precision, recall] of reached) {
      expect([name, figures[name]!.precision! >= precision]).toEqual([name, true])
      expect([name, figures[name]!.recall! >= recall]).toEqual([name, true])
    }
  })
})

describe('reasons', () => {
  test('a reason has at most 80 characters of the visible text, as they stand there (INBOX-15)', () => {
    for (const { text, subject, automatic } of tuned) {
      const {
        words,
        reason,
        is_sure,
        label: got,
      } = label(text, {
        subject: subject ?? null,
        isAutomatic: automatic === true,
      })
      expect(is_sure).toBe(got !== 'other')
      if (words === null) {
        expect(['No rule was sure', 'Automatic reply, as its headers say']).toContain(reason)
        continue
      }
      expect(words.length).toBeGreaterThan(0)
      expect(words.length).toBeLessThanOrEqual(80)
      expect(`${subject}\n${visibleReply(text)}`).toContain(words)
      expect(reason).toMatch(/^(?:Because they wrote|Automatic reply that says) "/)
      expect(reason).toContain(words)
    }
  })

  test('each kind of reason has its words (INBOX-15)', () => {
    expect(label('Thanks. Please remove me from your list.').reason).toBe(
      'Because they wrote "Please remove me from your list"',
    )
    expect(label('I am out of the office until 9 December.', { isAutomatic: true }).reason).toBe(
      'Automatic reply that says "I am out of the office until 9 December"',
    )
    expect(label('Hello.', { isAutomatic: true }).reason).toBe('Automatic reply, as its headers say')
    expect(label('ok')).toMatchObject({ label: 'other', reason: 'No rule was sure', is_sure: false })
  })
})

describe('stop', () => {
  test('labels and opt-outs are one rule (INBOX-16)', () => {
    for (const { label: expected, text, automatic } of tuned)
      if (!automatic)
        expect([text, asksToUnsubscribe(visibleReply(text))]).toEqual([text, expected === 'stop'])
  })

  test('what only resembles a wish that mail ends is none (INBOX-16)', () => {
    const texts = readLines('not-stops').map((line) => (JSON.parse(line) as { text: string }).text)
    expect(texts.filter(asksToUnsubscribe)).toEqual([])
  })

  test('a stop counts after thousands of characters of a paragraph in one line (INBOX-16)', () => {
    expect(label(`${'We bake bread and love it. '.repeat(150)}Please remove me from your list.`).label).toBe(
      'stop',
    )
  })

  test('what others are quoted with is no wish of the author (INBOX-16)', () => {
    expect(label("People wrote 'take me off your list', so we gave it up.").label).not.toBe('stop')
    expect(label('"Unsubscribe me"').label).toBe('stop')
  })

  test('a machine that asks not to write to its address asks for no stop (INBOX-16)', () => {
    const text = 'This mailbox is not read. Please do not send messages to this address.'
    expect(label(text, { isAutomatic: true }).label).toBe('automatic')
  })

  test('a stop with a typing error counts (INBOX-16)', () => {
    for (const text of [
      'unsubcribe me please',
      'unsuscribe',
      'Bitte aus dem Vertieler entfernen',
      'desincription svp',
    ])
      expect([text, label(text).label]).toEqual([text, 'stop'])
  })

  test('a stop counts beside another message and without accents (INBOX-16)', () => {
    expect(
      label('Nice ovens.\n\nWe bake since 1820 and love it. But please do not email us again.').label,
    ).toBe('stop')
    expect(label('Desinscrivez-moi').label).toBe('stop')
    expect(label('Bitte loeschen Sie nichts. Bitte loschen Sie meine Adresse').label).toBe('stop')
  })

  test('quotes, our footer, signatures and legal notices label nothing (INBOX-19)', () => {
    const quoted =
      'On Mon, 4 May 2026 at 10:00, Ann <ann@sender.example> wrote:\n> Please remove me from your list'
    expect(label(`ok\n\n${quoted}`).label).toBe('other')
    expect(label(quoted).label).toBe('other')
    expect(
      label('ok\n\nThis message was sent to bo@b.example by Ann.\nUnsubscribe: https://x.example/u/1').label,
    ).toBe('other')
    expect(label('ok\n\n-- \nBo Lind\nUnsubscribe from our list\nbo@b.example').label).toBe('other')
    expect(label('ok\n\nIf you no longer wish to receive our emails, unsubscribe from our list.').label).toBe(
      'other',
    )
  })
})

test.each([
  ['in 2 weeks', '2026-12-11'],
  ['in 3 months', '2027-02-27'],
  ['next week', '2026-11-30'],
  ['next month', '2026-12-01'],
  ['next year', '2027-01-01'],
  ['in March', '2027-03-01'],
  ['in November', '2027-11-01'],
  ['next quarter', '2027-01-01'],
  ['in Q2', '2027-04-01'],
  ['in the third quarter', '2027-07-01'],
  ['on 15 March', '2027-03-15'],
  ['in zwei Wochen', '2026-12-11'],
  ['in 3 Monaten', '2027-02-27'],
  ['nächste Woche', '2026-11-30'],
  ['nächstes Jahr', '2027-01-01'],
  ['im März', '2027-03-01'],
  ['im 2. Quartal', '2027-04-01'],
  ['dans deux semaines', '2026-12-11'],
  ['la semaine prochaine', '2026-11-30'],
  ["l'année prochaine", '2027-01-01'],
  ['en août', '2027-08-01'],
  ['au deuxième trimestre', '2027-04-01'],
  ['dentro de tres meses', '2027-02-27'],
  ['el mes que viene', '2026-12-01'],
  ['en enero', '2027-01-01'],
  ['en el segundo trimestre', '2027-04-01'],
  ['tra due settimane', '2026-12-11'],
  ["l'anno prossimo", '2027-01-01'],
  ['a marzo', '2027-03-01'],
  ['nel secondo trimestre', '2027-04-01'],
  ['over 2 weken', '2026-12-11'],
  ['volgend jaar', '2027-01-01'],
  ['in maart', '2027-03-01'],
  ['some day', null],
])('%j is later until %s (INBOX-22)', (words, day) => {
  expect(findLaterUntil(`Not now, please ask again ${words}.`, TODAY)).toBe(day)
})

test('later has its day, and no other label one (INBOX-22)', () => {
  expect(label('Not now, contact me again in March.')).toMatchObject({
    label: 'later',
    later_until: '2027-03-01',
  })
  expect(label('Melden Sie sich bitte in 2 Wochen nochmal.').later_until).toBe('2026-12-11')
  expect(label('Not now.')).toMatchObject({ label: 'later', later_until: null })
})

test('who is named is found in the text, without the sender (INBOX-18)', () => {
  const text = 'I am not the right person. Please contact Ann.Lee@acme.example, not bo@acme.example.'
  expect(label(text, { from: 'Bo@acme.example' })).toMatchObject({
    label: 'wrong_person',
    named: ['ann.lee@acme.example'],
  })
  const left = label('I no longer work here. Please write to info@acme.example', { isAutomatic: true })
  expect(left).toMatchObject({ label: 'left_company', named: ['info@acme.example'] })
})

test('hostile text is labelled in linear time', () => {
  const pieces = [
    'a',
    ' ',
    '-',
    '@',
    '\n',
    'no ',
    'stop ',
    'please ',
    'in 2 ',
    'a@b.example ',
    'keine mehr ',
    'non piu ',
    'send me ',
    "n'",
    '1.',
  ]
  label('warm up')
  for (const piece of pieces) {
    const before = process.threadCpuUsage()
    label(piece.repeat(Math.ceil(200_000 / piece.length)))
    const { user, system } = process.threadCpuUsage(before)
    expect([piece, user + system < 3_000_000]).toEqual([piece, true])
  }
})
