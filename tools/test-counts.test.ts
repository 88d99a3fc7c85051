import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countBrowserTests, countChecks, countTests } from './test-counts.mjs'

test('each check that holds or fails is counted', () => {
  expect(countChecks('ok      types\nFAILED  lint\n  ok, but\n1 of 2 checks failed\n', 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

test('passed, failed, skipped and planned tests are counted apart', () => {
  const report = saved({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  expect(countTests(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a test file that can not be loaded counts as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  const report = saved({ numPassedTests: 1, numFailedTests: 1, testResults })
  expect(countTests(report, 1)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('browser journeys are counted', () => {
  const report = saved({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })
  expect(countBrowserTests(report, 1)).toEqual({ passed: 4, failed: 1, skipped: 2 })
})

test('a run that breaks off never looks like success', () => {
  const none = path.join(tmpdir(), 'no-such-report.json')
  for (const count of [countChecks, countTests, countBrowserTests]) {
    expect(count(none, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  }
  expect(countTests(saved('{ cut sh'), 1).failed).toBe(1)
  expect(countBrowserTests(saved({ stats: { expected: 9 } }), 130).failed).toBe(1)
})

function saved(report: unknown): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}
