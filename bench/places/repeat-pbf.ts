import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const STEP = 10_000_000

/** The same elements so many times under other ids: what an import needs for a larger file shows in it. */
export function writeRepeatedPbf(path: string, times: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
  const copies = Array.from({ length: times }, (_, index) => {
    const copy = join(folder, `${index}.osm.pbf`)
    const start = String(1 + index * STEP)
    execFileSync('osmium', ['renumber', path, '-s', `${start},${start},${start}`, '-o', copy])
    return copy
  })
  const repeated = join(folder, `repeated-${times}-times.osm.pbf`)
  execFileSync('osmium', ['merge', ...copies, '-o', repeated])
  for (const copy of copies) rmSync(copy)
  return repeated
}
