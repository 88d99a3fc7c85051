import { expect, test } from 'vitest'
import { judgeRefusals, judgeReputation } from './pauses.rules.ts'

test.each([
  [49, 49, 0, null],
  [100, 4, 0, null],
  [100, 5, 0, 'bounces'],
  [1001, 0, 1, null],
  [1000, 0, 1, 'complaints'],
  [50, 3, 0, 'bounces'],
])('of %i deliveries %i bounces and %i complaints pause for %s', (delivered, bounces, complaints, kind) => {
  expect(judgeReputation({ delivered, bounces, complaints })?.kind ?? null).toBe(kind)
})

test('the sentence of a pause says the figures, the limit and what to do', () => {
  expect(judgeReputation({ delivered: 80, bounces: 6, complaints: 0 })?.sentence).toBe(
    'Sending is paused: 6 of 80 messages could not be delivered (7.5%; the limit is 5%). Mail providers block senders above it. Nothing was lost. Check where these addresses come from, remove doubtful ones, then resume.',
  )
})

test('three refusals for reasons of policy pause a campaign with the words of the provider', () => {
  const refused = { refusal: 'policy', reason: 'The mail server rejected it: 550 5.7.515 Access denied' }
  const fine = { refusal: null, reason: null }
  expect(judgeRefusals([refused, fine, refused])).toBeNull()
  expect(judgeRefusals([refused, fine, refused, refused])).toMatchObject({
    kind: 'policy',
    answer: '550 5.7.515 Access denied',
    sentence: expect.stringContaining('The provider said: "550 5.7.515 Access denied".'),
  })
})
