import { describe, expect, test } from 'vitest'
import { checkFollowUp } from './check-written.ts'
import { composeFollowUp, stageOf } from './compose-follow-up.ts'
import { compose } from './composer.ts'
import { countWords } from './placeholders.ts'
import type { FollowUpBrief } from './port.ts'
import { repeatsSentence, sentencesOf } from './repeats.ts'
import { allCopies, briefOf, knownCopies } from './test/all-copies.ts'
import type { SampleCopy } from './test/sample-copy.ts'

/** Writes a sequence of `count` follow-ups, each from the ones before. */
function writeSequence(sample: SampleCopy, count: number, seed: number) {
  const brief = briefOf(sample)
  const earlier: FollowUpBrief['earlier'] = [compose(brief, seed)]
  return Array.from({ length: count }, (_, index) => {
    const followUp: FollowUpBrief = {
      ...brief,
      position: index + 1,
      is_last: index === count - 1,
      thread: index === 1 ? 'new' : 'same',
      wait_days: 3 + index * 5,
      earlier: [...earlier],
    }
    const written = composeFollowUp(followUp, seed)
    // In the same thread the subject is the thread's.
    earlier.push({ ...written, subject: followUp.thread === 'new' ? written.subject : null })
    return { followUp, written }
  })
}

const says = (text: string, fact: string) => text.toLowerCase().includes(fact.toLowerCase())

describe('the composer writes follow-ups (FOLLOW-05)', () => {
  test.each(allCopies)('$language, $trade: four follow-ups pass every check and repeat nothing', (sample) => {
    for (let seed = 0; seed < 2; seed++)
      for (const { followUp, written } of writeSequence(sample, 4, seed))
        expect([written.body, checkFollowUp(followUp, written)]).toEqual([written.body, []])
  })

  test.each(knownCopies)('$language, $trade: the language of the template is kept', (sample) => {
    for (const { written } of writeSequence(sample, 3, 1)) expect(written.language).toBe(sample.language)
  })

  test('no sentence of the pitch or of an earlier follow-up is said again', () => {
    for (const sample of knownCopies)
      for (const { followUp, written } of writeSequence(sample, 4, 2)) {
        const said = followUp.earlier.map(({ body }) => body).join('\n')
        for (const sentence of sentencesOf(written.body))
          expect(repeatsSentence(sentence, said), sentence).toBe(false)
      }
  })

  test('each follow-up tells a fact not told before while there is one, and the last closes politely', () => {
    const copy =
      'We wash linen for hotels. We fetch it every morning before nine. A kilo costs £2. Lost pieces are replaced at our cost. Our vans drive on Sundays, too.'
    const facts = ['fetch it', 'a kilo', 'Lost pieces', 'Our vans']
    for (let seed = 0; seed < 6; seed++) {
      const sample = { ...knownCopies[0]!, copy, promotion: null }
      const sequence = writeSequence(sample, 3, seed)
      const first = sequence[0]!.followUp.earlier[0]!.body
      expect(sequence.map(({ followUp }) => stageOf(followUp))).toEqual(['further', 'further', 'close'])
      const told = [first, sequence[0]!.written.body]
      const news = facts.filter((fact) => !says(first, fact) && says(told[1]!, fact))
      expect(news.length, told.join('\n')).toBe(1)
      expect(sequence[2]!.written.body).toMatch(/last message|not write about it again/)
    }
    const german = knownCopies.find(({ language }) => language === 'de')!
    expect(writeSequence(german, 3, 1)[2]!.written.body).toMatch(/letzte Nachricht|nicht noch einmal/)
  })

  test('short facts are told once, and no sentence has two colons', () => {
    const copy =
      'Northgate looks after the computers of law firms. Average response time: 11 minutes. Fixed price: $49 a month. Our range: laptops, printers and phones.'
    for (let seed = 0; seed < 6; seed++) {
      const sequence = writeSequence({ ...knownCopies[0]!, copy, promotion: null }, 3, seed)
      const all = [sequence[0]!.followUp.earlier[0]!, ...sequence.map(({ written }) => written)]
      const text = all.map(({ body }) => body).join('\n')
      for (const fact of [/response time/gi, /fixed price/gi, /our range/gi])
        expect(text.match(fact)?.length, text).toBe(1)
      expect(text).not.toMatch(/:[^.?\n]*: /)
    }
  })

  test('of a copy with one fact the follow-ups are short and ask for less', () => {
    const ask = /one-word|someone else|which month|doesn't fit|leave it here|last message/i
    for (const copy of ['We wash linen for hotels.', 'We tune pianos in schools, for £75.'])
      for (let seed = 0; seed < 6; seed++)
        for (const { written } of writeSequence({ ...knownCopies[0]!, copy, promotion: null }, 3, seed)) {
          expect(written.body).toMatch(ask)
          expect(countWords(written.body)).toBeLessThan(35)
        }
  })

  test('no follow-up is written only to follow up', () => {
    const stock =
      /follow(?:ing)? up|circle back|touch base|come back to|bump|heard back|noch nichts gehört|nachfassen|reviens|revenir sur|torno sul|vuelvo sobre/i
    for (const sample of knownCopies)
      for (const { written } of writeSequence(sample, 4, 3))
        expect(written.body.replace(sample.copy, '')).not.toMatch(stock)
  })

  test('a new thread has the topic for its subject, which no earlier message has', () => {
    const copy = 'We bake sourdough bread for restaurants.'
    const [, second] = writeSequence({ ...knownCopies[0]!, copy, promotion: null }, 2, 0)
    const subjects = second!.followUp.earlier.map(({ subject }) => subject)
    expect(second!.written.subject).toMatch(/sourdough bread/i)
    expect(subjects).not.toContain(second!.written.subject.replace('|you', ''))
  })

  test('what the template left out is told in the follow-up', () => {
    const brief = briefOf({
      copy: 'We wash linen for hotels. Lost pieces are replaced at our cost.',
      promotion: null,
    })
    const earlier = [
      {
        subject: 'Linen',
        body: 'Hi {{firstName|there}},\n\nWe wash linen for hotels.\n\nInterested?\n\nCheers',
      },
    ]
    const followUp = { ...brief, position: 2, is_last: false, thread: 'same', wait_days: 3, earlier } as const
    const { body } = composeFollowUp({ ...followUp, earlier: [...earlier] }, 1)
    expect(body).toContain('lost pieces are replaced at our cost.')
    expect(body).not.toContain('We wash linen')
    // The greeting and the closing are the template's.
    expect(body.startsWith('Hi {{firstName|there}},\n\n')).toBe(true)
    expect(body.endsWith('\n\nCheers')).toBe(true)
  })

  test('a template in the familiar form is followed up in it', () => {
    const brief = briefOf({ copy: 'Wir backen Brot für Restaurants.', promotion: null })
    const write = (body: string) =>
      composeFollowUp(
        {
          ...brief,
          position: 1,
          is_last: false,
          thread: 'same',
          wait_days: 3,
          earlier: [{ subject: 'Brot', body }],
        },
        3,
      ).body
    const all = (body: string) => Array.from({ length: 6 }, () => write(body)).join()
    expect(all('Hallo {{firstName}},\n\nwir backen Brot für euch und eure Gäste.')).not.toMatch(
      /\b(?:Sie|Ihnen|Ihre)\b/,
    )
    expect(all('Guten Tag {{firstName}},\n\nwir backen Brot für Sie und Ihre Gäste.')).not.toMatch(
      /\b(?:euch|eure|ihr)\b/,
    )
  })

  test('every placeholder has a fallback, so that nobody is held for one', () => {
    for (const sample of knownCopies)
      for (const { written } of writeSequence(sample, 4, 3))
        expect(`${written.subject}\n${written.body}`).not.toMatch(/\{\{[^|}]*\}\}/)
  })
})

describe('a written follow-up is checked (FOLLOW-05)', () => {
  const [{ followUp, written } = { followUp: null as never, written: null as never }] = writeSequence(
    knownCopies[0]!,
    1,
    1,
  )
  const codes = (body: string) => checkFollowUp(followUp, { subject: '', body }).map(({ code }) => code)

  test('a sentence of the template, an invented price and two questions are found', () => {
    const pitch = sentencesOf(followUp.earlier[0]!.body).find((sentence) => !sentence.includes('?'))!
    expect(codes(written.body)).toEqual([])
    expect(codes(written.body.replace('\n\n', `\n\n${pitch} `))).toContain('repeated')
    expect(codes(`${written.body.replace('\n\n', '\n\nNow for £777. ')}`)).toContain('invented_number')
    expect(codes(written.body.replace('\n\n', '\n\nDid it arrive? '))).toContain('question')
    expect(codes('Hello,\n\nany news?\n\nBest regards')).toContain('too_short')
  })
})
