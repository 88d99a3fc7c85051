// `npm test` runs what a change can break, `npm run test:long` the rest. Both install what they need and end with a
// line of counts.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './bootstrap.mjs'
import { runBrowserTests, runBuilds, runChecks, runFirstLoad, runTests } from './test-steps.mjs'

const isLong = process.argv[2] === 'long'

/** The projects of vitest.config.ts and playwright.config.ts that each gate runs. */
const gate = isLong
  ? [runBuilds, runTests(['long']), runBrowserTests(['long', 'long-journeys', 'long-strict'])]
  : [runChecks, runBuilds, runFirstLoad, runTests(['!long']), runBrowserTests(['journeys', 'strict'])]

await ensureInstalled()
const scratch = mkdtempSync(path.join(tmpdir(), 'goldpan-test-run-'))
// If PostgreSQL runs as another user than root, that user must be able to enter the folder.
chmodSync(scratch, 0o755)
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
try {
  for (const step of gate) {
    const counts = await step(scratch)
    for (const kind of Object.keys(total)) total[kind] += counts[kind]
    failures.push(...counts.failures)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((name) => `  ${name}\n`).join('')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed === 0 ? 0 : 1)
