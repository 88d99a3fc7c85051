import { beforeAll, expect, test } from 'vitest'
import { createTestDirectory, SAMPLE } from './database.ts'
import { checkRegion } from './quality/check.ts'
import { average, type Score } from './quality/score.ts'

let scores: Score[]
beforeAll(async () => {
  const directory = await createTestDirectory()
  await directory.places.importFile(SAMPLE, { region: 'liechtenstein' })
  scores = await checkRegion(directory, { region: 'liechtenstein', path: SAMPLE, now: new Date() })
})

test('queries with known answers about the sample region each have an answer', () => {
  expect(scores.length).toBeGreaterThan(30)
  for (const { answer, wanted } of scores) expect(wanted, answer.query).toBeGreaterThan(0)
})

test('they are found (recall 0.95) with little else (precision 0.9 at the first 20)', () => {
  expect(average(scores, 'recall')).toBeGreaterThanOrEqual(0.95)
  expect(average(scores, 'precision')).toBeGreaterThanOrEqual(0.9)
})
