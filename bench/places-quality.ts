import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkRegion } from '../packages/places/test/quality/check.ts'
import { average, type Score } from '../packages/places/test/quality/score.ts'
import { openDirectory } from './places/database.ts'

/**
 * `npm run bench -- places-quality <folder> …`: recall and precision for queries with known answers, on extracts in
 * the folders (andorra-….osm.pbf, liechtenstein-….osm.pbf, monaco-….osm.pbf, overture-….parquet) or on the sample.
 */
const sample = join(import.meta.dirname, '../packages/places/sample')
const folders = process.argv.slice(2).length > 0 ? process.argv.slice(2) : [sample]
const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
const regions = ['andorra', 'liechtenstein', 'monaco', 'overture'].flatMap((region) => {
  const path = files
    .filter((file) => new RegExp(`/${region}[^/]*\\.(osm\\.pbf|parquet)$`).test(file))
    .sort()
    .at(-1)
  return path === undefined ? [] : [{ region, path, now: new Date() }]
})

const directory = await openDirectory()
try {
  for (const { region, path } of regions) await directory.places.importFile(path, { region })
  const scores: Score[] = []
  for (const region of regions) {
    const own = await checkRegion(directory, region)
    tell(region.region, own)
    scores.push(...own)
  }
  for (const score of scores.filter(({ recall, precision }) => recall < 1 || precision < 1)) explain(score)
  tell('all', scores)
  if (average(scores, 'recall') < 0.95 || average(scores, 'precision') < 0.9) process.exitCode = 1
} finally {
  await directory.close()
}

function tell(what: string, scores: Score[]): void {
  const [recall, precision] = [average(scores, 'recall').toFixed(3), average(scores, 'precision').toFixed(3)]
  console.log(`${what}: ${scores.length} queries, recall ${recall}, precision at the first 20 ${precision}`)
}

function explain({ answer, recall, precision, wanted, found, missed, wrong }: Score): void {
  const asked = `${answer.of}: ${answer.query} / ${answer.location ?? '-'}`
  console.log(
    `  ${asked}: ${wanted} wanted, ${found} found, recall ${recall.toFixed(2)}, precision ${precision.toFixed(2)}`,
  )
  if (missed.length > 0) console.log(`    missed: ${missed.slice(0, 5).join(', ')}`)
  if (wrong.length > 0) console.log(`    not asked for: ${wrong.slice(0, 5).join(', ')}`)
}
