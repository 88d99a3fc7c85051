import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countBrowserTests, countChecks, countTests } from './test-counts.mjs'

test('counts passed and failed checks', () => {
  expect(countChecks('ok      types\nFAILED  lint\n  ok, but\n1 of 2 checks failed\n', 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['lint'],
  })
})

test('counts passed, failed, skipped and planned tests and names the failed ones', () => {
  const testResults = [
    file('a.test.ts', 'failed', ['passed', 'failed']),
    file('b.test.ts', 'passed', ['passed']),
  ]
  const report = saved({ numPassedTests: 5, numPendingTests: 2, numTodoTests: 1, testResults })
  const failures = ['a.test.ts: test 1']
  expect(countTests(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 3, failures })
})

test('counts a test file that can’t be loaded as a failure', () => {
  const testResults = [file('a.test.ts', 'failed', []), file('b.test.ts', 'failed', ['failed'])]
  const counts = countTests(saved({ numPassedTests: 1, testResults }), 1)
  expect(counts).toMatchObject({ passed: 1, failed: 2 })
  expect(counts.failures).toEqual(['a.test.ts could not be loaded', 'b.test.ts: test 0'])
})

test('counts browser journeys and names the failed ones', () => {
  const journey = (title: string, status: string) => ({
    file: 'a.spec.ts',
    line: 3,
    title,
    tests: [{ status }],
  })
  const suites = [
    { specs: [journey('one', 'expected')], suites: [{ specs: [journey('three', 'unexpected')] }] },
  ]
  const report = saved({ stats: { expected: 3, unexpected: 1, skipped: 2 }, suites })
  expect(countBrowserTests(report, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: ['a.spec.ts:3: three'],
  })
})

test('says what went wrong with a failed test, without colours', () => {
  const failed = {
    status: 'failed',
    fullName: 'test 0',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\n  at a.test.ts:3'],
  }
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }]
  expect(countTests(saved({ testResults }), 1).failures).toEqual([
    'a.test.ts: test 0\n    expected 1\n      at a.test.ts:3',
  ])

  const results = [{ errors: [{ message: '\u001b[31mnot visible\u001b[39m' }] }]
  const specs = [{ file: 'a.spec.ts', line: 3, title: 'one', tests: [{ status: 'unexpected', results }] }]
  expect(countBrowserTests(saved({ stats: { unexpected: 1 }, suites: [{ specs }] }), 1).failures).toEqual([
    'a.spec.ts:3: one\n    not visible',
  ])
})

test('an aborted run never looks like success', () => {
  const none = path.join(tmpdir(), 'no-such-report.json')
  for (const count of [countChecks, countTests, countBrowserTests]) {
    expect(count(none, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  }
  expect(countTests(saved('{ cut sh'), 1).failed).toBe(1)
  expect(countBrowserTests(saved({ stats: { expected: 9 } }), 130).failed).toBe(1)
})

function file(name: string, status: string, results: string[]) {
  return { name, status, assertionResults: results.map((status, at) => ({ status, fullName: `test ${at}` })) }
}

function saved(report: unknown): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}
