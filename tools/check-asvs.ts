import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingTests, listTestFiles, listTestTitles } from './asvs/proofs.ts'
import { listSources, root } from './boundaries/sources.ts'

/** Checks that every test cited as proof in docs/asvs.md and docs/reliability.md exists. */
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const findings = [
  ...findMissingTests(read('docs/asvs.md'), listTestTitles(listSources())).map(
    (title) => `docs/asvs.md names the test "${title}"`,
  ),
  ...listTestFiles(read('docs/reliability.md'))
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `docs/reliability.md names the test file ${path}`),
]
for (const finding of findings)
  console.log(`${finding}, which does not exist. Name the one that proves the line now.`)
process.exitCode = findings.length > 0 ? 1 : 0
