import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Enough for an assertion's message and its place in the test. */
const REASON_LINES = 12

// Counts of each runner as { passed, failed, skipped, failures }. A failure is the test's name and the first lines of
// its error, so that the end of a long run's output says what is wrong. A run that exits with an error but without a
// failed test (a crash, an error outside of tests) counts as one failure, so that it never looks like success.

/** Counts the lines of `npm run check`, which begin with 'ok' or 'FAILED'. */
export function countChecks(output, code) {
  const linesWith = (word) =>
    [...output.matchAll(new RegExp(`^${word} {2,}(.*)`, 'gm'))].map(([, rest]) => rest)
  const failures = linesWith('FAILED')
  const counts = { passed: linesWith('ok').length, failed: failures.length, skipped: 0 }
  return settle({ ...counts, failures }, code)
}

/** Counts Vitest's JSON report. A file that can't be loaded has no tests and counts as one failure. */
export function countTests(report, code) {
  const { numPassedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = read(report)
  const failures = testResults.flatMap(failuresOf)
  const counts = { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests }
  return settle({ ...counts, failures }, code)
}

/** Counts Playwright's JSON report. */
export function countBrowserTests(report, code) {
  const { stats = {}, suites = [] } = read(report)
  const { expected = 0, unexpected = 0, skipped = 0 } = stats
  const failures = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results = [] }) => results).flatMap(({ errors = [] }) => errors)
      return withReason(`${file}:${line}: ${title}`, errors[0]?.message)
    })
  return settle({ passed: expected, failed: unexpected, skipped, failures }, code)
}

function settle(counts, code) {
  if (code === 0 || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: ['the run itself ended badly: see above'] }
}

function failuresOf({ name, status, message, assertionResults }) {
  if (status !== 'failed') return []
  const failed = assertionResults.filter((test) => test.status === 'failed')
  return failed.length > 0
    ? failed.map((test) => withReason(`${name}: ${test.fullName}`, test.failureMessages?.[0]))
    : [withReason(`${name} could not be loaded`, message)]
}

function withReason(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join('\n')
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function read(report) {
  try {
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  } catch {
    return {}
  }
}
