import { describe, expect, test } from 'vitest'
import { checkWritten, type Finding } from './check-written.ts'
import { compose } from './composer.ts'
import { amountsIn, numbersIn, numberValue } from './facts.ts'
import type { CampaignBrief } from './port.ts'
import { allCopies, briefOf } from './test/all-copies.ts'

const brief: CampaignBrief = briefOf({
  copy: 'Finch & Marlow cleans windows for shops in Leeds. A shop front costs £1,250 a year, cleaned every 4 weeks. Details: https://finch.example.com',
  promotion: '20% off the first three visits with code SPRING20.',
})
const good = compose(brief, 0)

const codes = (changed: Partial<{ subject: string; body: string }>, of = brief): Finding['code'][] =>
  checkWritten(of, { ...good, ...changed }).map(({ code }) => code)
const adding = (sentence: string) =>
  codes({ body: good.body.replace('Kind regards', `${sentence}\n\nKind regards`) })
const inserting = (sentence: string) =>
  codes({ body: good.body.replace('We', `${sentence} We`).replace('Finch', `${sentence} Finch`) })

describe('a written template is checked', () => {
  test('a template that follows every rule has no findings', () => {
    expect(codes({})).toEqual([])
  })

  test('the business name must be in the body, and unknown placeholders are named (WRITE-08, WRITE-19)', () => {
    expect(codes({ body: good.body.replaceAll('{{businessName}}', 'you') })).toContain(
      'business_name_missing',
    )
    const [finding] = checkWritten(brief, { ...good, subject: 'Windows for {{company}}' })
    expect(finding).toEqual({
      code: 'unknown_placeholder',
      message: '{{company}} is not a known placeholder.',
    })
    expect(inserting('Hello [Your Name].')).toContain('broken_placeholder')
    expect(inserting('Hello {name}.')).toContain('broken_placeholder')
  })

  test('every placeholder may have a fallback (WRITE-17, WRITE-18)', () => {
    const all = ['firstName', 'lastName', 'title', 'city', 'website', 'senderName'].map(
      (name) => `{{${name}|this}}`,
    )
    expect(inserting(`${all.join(' ')}.`)).toEqual([])
  })

  test.each([
    ['', 'subject_missing'],
    ['Window cleaning that is worth every one of the sixty characters', 'subject_too_long'],
    ['Windows\r\nBcc: all@example.org', 'subject_control_character'],
  ] as const)('the subject "%s" is refused: %s', (subject, code) => {
    expect(codes({ subject })).toContain(code)
  })

  test('a placeholder in the subject counts as a name of usual length', () => {
    expect(codes({ subject: 'Clean windows for {{businessName}}' })).toEqual([])
    expect(codes({ subject: 'Cleaning the windows of all shops for {{businessName}}' })).toContain(
      'subject_too_long',
    )
  })

  test('the body must have 15 to 160 words', () => {
    expect(codes({ body: 'Hello {{businessName}}, a word?\n\nKind regards' })).toContain('too_short')
    expect(inserting('We clean windows for shops. '.repeat(30))).toContain('too_long')
    expect(codes({ body: ' \n' })).toEqual(['body_missing'])
  })

  test.each([
    ['We did this 75 times.', 'invented_number'],
    ['We did this in twelve shops.', 'invented_number'],
    ['It costs €1,250 for you.', 'invented_amount'],
    ['You pay 4% for it.', 'invented_amount'],
    ['See https://phish.example.net for it.', 'invented_address'],
    ['Write to sales@finch.example.com for it.', 'invented_address'],
    ['Call 0113 496 0000 for it.', 'invented_address'],
    ['We work with Northern Rail on this.', 'invented_name'],
    ['Our colleague Zoe is glad to come.', 'invented_name'],
  ] as const)('"%s" is an invention: %s', (sentence, code) => {
    expect(inserting(sentence)).toContain(code)
  })

  test.each([
    'It costs £1250 for the year.',
    'We come every four weeks.',
    'That is 20 % less.',
    "We are Finch & Marlow's own team in Leeds.",
    'See https://finch.example.com.',
  ])('"%s" says what the copy says, in another form', (sentence) => {
    expect(inserting(sentence)).toEqual([])
  })

  test('German nouns are not names; two capitalised words in a row and company forms are', () => {
    const german = briefOf({
      copy: 'Wir reinigen Fenster für Läden in Köln. Ein Schaufenster kostet 25 €.',
      promotion: null,
    })
    const written = compose(german, 0)
    const with_ = (sentence: string) =>
      checkWritten(german, {
        ...written,
        body: written.body.replace('wir reinigen', `${sentence} Wir reinigen`),
      }).map(({ code }) => code)
    expect(with_('Die Abrechnung erfolgt nach Aufwand.')).toEqual([])
    expect(with_('Das sagt auch unser Kunde Bernd Maurer.')).toContain('invented_name')
    expect(with_('Das sagt auch die Firma CleanTec.')).toContain('invented_name')
  })

  test('the promotional content must be there', () => {
    const without = compose({ ...brief, promotional_content: null }, 0)
    expect(codes(without)).toEqual(['promotion_missing'])
  })

  test('the language must be the copy’s', () => {
    const french = compose(
      briefOf({ copy: 'Nous nettoyons les vitres des boutiques à Lille.', promotion: null }),
      0,
    )
    expect(codes(french)).toContain('other_language')
  })

  test.each([
    ['Act now and save.', 'spam_phrase'],
    ['This is 100% free for you.', 'spam_phrase'],
    ['What a chance!', 'exclamation_mark'],
    ['WE CLEAN ALL WINDOWS of yours.', 'shouting'],
    ['This is <b>good</b> work.', 'markup'],
    ['Is it not nice?', 'question'],
  ] as const)('"%s" is not what a careful person sends: %s', (sentence, code) => {
    expect(inserting(sentence)).toContain(code)
  })

  test('the body ends with the question and a closing without a name', () => {
    expect(adding('So much for today.\n\nAnd more.')).toContain('question')
    expect(codes({ body: `${good.body}\nRobin Sample` })).toContain('signed')
    expect(codes({ body: `${good.body}\n{{senderName|Robin}}` })).toContain('signed')
  })

  test('spam phrases are known in each of the five languages', () => {
    const phrases = [
      'Click here today.',
      'Jetzt zugreifen.',
      'Cliquez ici.',
      'Clicca qui.',
      'Haz clic en esto.',
    ]
    for (const [at, language] of ['en', 'de', 'fr', 'it', 'es'].entries()) {
      const sample = briefOf(allCopies.find((each) => each.language === language)!)
      const written = compose(sample, 0)
      const body = written.body.replace('\n\n', `\n\n${phrases[at]} `)
      expect(checkWritten(sample, { ...written, body }).map(({ code }) => code)).toContain('spam_phrase')
    }
  })
})

test.each([
  ['1,490', 1490],
  ['1.490', 1490],
  ["1'490", 1490],
  ['1 490', 1490],
  ['14,50', 14.5],
  ['1.234.567,89', 1234567.89],
])('the number %s is %d', (written, value) => {
  expect(numberValue(written)).toBe(value)
})

test('numbers and amounts are found in any spelling', () => {
  expect([...numbersIn('zwölf Tage, 1.490 Stück, 6:30 Uhr').values()]).toEqual([1490, 6, 30, 12])
  expect([...amountsIn('CHF 48, 18.900 €, 20 Prozent, $5').values()]).toEqual([
    'CHF 48',
    '€ 18900',
    '% 20',
    '$ 5',
  ])
})
