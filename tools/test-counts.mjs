import { existsSync, readFileSync } from 'node:fs'

// Turns reports of test runners into { passed, failed, skipped } with the names of failed and flaky tests. A run that
// ends badly without a failed test (a crash, an error outside of tests) counts as one failure.

/** For the output of `npm run check`, whose lines start with 'ok' or 'FAILED'. */
export function countChecks(output, code) {
  const linesWith = (word) =>
    [...output.matchAll(new RegExp(`^${word} {2,}(.*)`, 'gm'))].map(([, rest]) => rest)
  const failures = linesWith('FAILED')
  const counts = { passed: linesWith('ok').length, failed: failures.length, skipped: 0 }
  return settle({ ...counts, failures, unsteady: [] }, code)
}

/** For Vitest's JSON report. A file that can't be loaded counts as one failure. */
export function countTests(report, code) {
  const { numPassedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = read(report)
  const failures = testResults.flatMap(failuresOf)
  const counts = { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests }
  return settle({ ...counts, failures, unsteady: [] }, code)
}

/** Files with failures in Vitest's JSON report. */
export function filesThatFailed(report) {
  return (read(report).testResults ?? [])
    .filter((file) => failuresOf(file).length > 0)
    .map((file) => file.name)
}

/** Combines a run with the second run of its failed files. */
export function withSecondTry(first, second) {
  const failed = new Set(second.failures)
  const unsteady = first.failures.filter((name) => !failed.has(name))
  // If a file couldn't be loaded at first, all of its tests are new.
  const passed = first.passed + first.failed - second.failed
  return { ...first, passed, failed: second.failed, failures: second.failures, unsteady }
}

/** For Playwright's JSON report. A test that passes on retry has passed. */
export function countBrowserTests(report, code) {
  const { stats = {}, suites = [] } = read(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  const named = (status) => suites.flatMap(specsOf).filter(endedAs(status)).map(specName)
  const counts = { passed: expected + flaky, failed: unexpected, skipped }
  return settle({ ...counts, failures: named('unexpected'), unsteady: named('flaky') }, code)
}

function settle(counts, code) {
  if (code === 0 || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: ['the run itself ended badly: see above'] }
}

function failuresOf({ name, status, assertionResults }) {
  if (status !== 'failed') return []
  const failed = assertionResults.filter((test) => test.status === 'failed')
  return failed.length > 0
    ? failed.map((test) => `${name}: ${test.fullName}`)
    : [`${name} could not be loaded`]
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function endedAs(status) {
  return ({ tests }) => tests.some((test) => test.status === status)
}

function specName({ file, line, title }) {
  return `${file}:${line}: ${title}`
}

function read(report) {
  try {
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  } catch {
    return {}
  }
}
