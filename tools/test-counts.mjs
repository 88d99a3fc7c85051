import { existsSync, readFileSync } from 'node:fs'

// What each runner reports, as { passed, failed, skipped }. A run that ends badly without naming a failed
// test (a crash, an error outside of tests) counts as one failure: it must never look like success.

/** Of the lines of `npm run check`, which begin with 'ok' or 'FAILED'. */
export function countChecks(output, code) {
  const linesWith = (word) => output.match(new RegExp(`^${word} {2,}`, 'gm'))?.length ?? 0
  return settle({ passed: linesWith('ok'), failed: linesWith('FAILED'), skipped: 0 }, code)
}

/** Of Vitest's JSON report. A file that can't even be loaded has no tests and counts as one failure. */
export function countTests(report, code) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = read(report)
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(hasFailed),
  )
  const failed = numFailedTests + brokenFiles.length
  return settle({ passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }, code)
}

/** Of Playwright's JSON report; a test that passed only at the second try has passed. */
export function countBrowserTests(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read(report).stats ?? {}
  return settle({ passed: expected + flaky, failed: unexpected, skipped }, code)
}

function settle(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function hasFailed(test) {
  return test.status === 'failed'
}

function read(report) {
  try {
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  } catch {
    return {}
  }
}
