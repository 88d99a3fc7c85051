import { existsSync, readFileSync } from 'node:fs'

// What each runner reports, as { passed, failed, skipped }, with the names of the failed tests and of the
// unsteady ones, which failed at first and passed at the second try. A run that ends badly without naming a
// failed test (a crash, an error outside of tests) counts as one failure: it must never look like success.

/** Of the lines of `npm run check`, which begin with 'ok' or 'FAILED'. */
export function countChecks(output, code) {
  const linesWith = (word) =>
    [...output.matchAll(new RegExp(`^${word} {2,}(.*)`, 'gm'))].map(([, rest]) => rest)
  const failures = linesWith('FAILED')
  const counts = { passed: linesWith('ok').length, failed: failures.length, skipped: 0 }
  return settle({ ...counts, failures, unsteady: [] }, code)
}

/** Of Vitest's JSON report. A file that can't even be loaded has no tests and counts as one failure. */
export function countTests(report, code) {
  const { numPassedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = read(report)
  const failures = testResults.flatMap(failuresOf)
  const counts = { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests }
  return settle({ ...counts, failures, unsteady: [] }, code)
}

/** The files of Vitest's JSON report in which something failed. */
export function filesThatFailed(report) {
  return (read(report).testResults ?? [])
    .filter((file) => failuresOf(file).length > 0)
    .map((file) => file.name)
}

/** The counts of a run whose files with failures were run once more. */
export function withSecondTry(first, second) {
  const failed = new Set(second.failures)
  const unsteady = first.failures.filter((name) => !failed.has(name))
  // Of a file that could not be loaded at first, all tests are new.
  const passed = first.passed + first.failed - second.failed
  return { ...first, passed, failed: second.failed, failures: second.failures, unsteady }
}

/** Of Playwright's JSON report; a test that passed only at the second try has passed. */
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
