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

test('each query with known answers has one in the sample region', () => {
  expect(scores.length).toBeGreaterThan(30)
  for (const { answer, wanted } of scores) expect(wanted, answer.query).toBeGreaterThan(0)
})

test('known answers are found with recall 0.95 and precision 0.9 in the first 20', () => {
  expect(average(scores, 'recall')).toBeGreaterThanOrEqual(0.95)
  expect(average(scores, 'precision')).toBeGreaterThanOrEqual(0.9)
})
