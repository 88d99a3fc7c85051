import { describe, expect, test } from 'vitest'
import { checkFollowUp } from './check-written.ts'
import { composeFollowUp, stageOf } from './compose-follow-up.ts'
import { compose } from './composer.ts'
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
    earlier.push(written)
    return { followUp, written }
  })
}

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

  test('first a nudge, then another angle with a fact not told before, then a polite close', () => {
    const copy =
      'We wash linen for hotels. We fetch it every morning before nine. A kilo costs £2. Lost pieces are replaced at our cost. Our vans drive on Sundays, too.'
    const [nudge, angle, close] = writeSequence({ ...knownCopies[0]!, copy, promotion: null }, 3, 1)
    expect([nudge, angle, close].map((one) => stageOf(one!.followUp))).toEqual(['nudge', 'angle', 'close'])
    expect(close!.written.body).toMatch(/last message|not write about it again/)
    const german = knownCopies.find(({ language }) => language === 'de')!
    expect(writeSequence(german, 3, 1)[2]!.written.body).toMatch(/letzte Nachricht|nicht noch einmal/)
  })

  test('what the template left out becomes the new angle', () => {
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
    expect(body).toContain('Lost pieces are replaced at our cost.')
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
