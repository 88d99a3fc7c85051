import { expect, test } from 'vitest'
import { lastReportTime, weekBefore } from './weekly-report.rules.ts'

test.each([
  ['2026-03-02T07:59:59.999Z', '2026-02-23T08:00:00.000Z'],
  ['2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
  ['2026-03-08T23:59:59.000Z', '2026-03-02T08:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-29T08:00:00.000Z'],
])('at %s the last report time was %s', (now, expected) => {
  expect(lastReportTime(new Date(now)).toISOString()).toBe(expected)
})

test('a report is about the seven days before it', () => {
  expect(weekBefore(new Date('2026-03-02T08:00:00.000Z'))).toEqual({
    from: '2026-02-23T08:00:00.000Z',
    to: '2026-03-02T08:00:00.000Z',
  })
})
