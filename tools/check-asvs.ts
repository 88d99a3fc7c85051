import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingTests, listTestTitles } from './asvs/proofs.ts'
import { listSources, root } from './boundaries/sources.ts'

/** Every test that docs/asvs.md names as a proof has to exist. */
const missing = findMissingTests(
  readFileSync(join(root, 'docs/asvs.md'), 'utf8'),
  listTestTitles(listSources()),
)
for (const title of missing)
  console.log(
    `docs/asvs.md names the test "${title}", which does not exist. Name the one that proves the line now.`,
  )
process.exitCode = missing.length > 0 ? 1 : 0
