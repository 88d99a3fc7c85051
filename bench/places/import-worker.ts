const { readFileSync } = await import('node:fs')
const { createPlaces } = await import('@goldpan/places')
const { PbfFile } = await import('@goldpan/places/pbf/pbf-file')
const { default: pg } = await import('pg')

/** One timed run, told to the parent with the peak of this process's memory. */
const [what, file, url, region] = process.argv.slice(2) as [string, string, string, string]

const start = performance.now()
if (what === 'reading') await readAll(file)
else await importAll(file)
const ms = performance.now() - start
const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
process.send?.({ ms, peakMb: Math.round(peakKb / 1024) })

/** Every element with its tags, positions and members, as osmium reads them. */
async function readAll(path: string): Promise<void> {
  const pbf = await PbfFile.open(path)
  for await (const { block } of pbf.blocks({ nodes: true, ways: true, relations: true }))
    if (block.stringCount < 0) throw new Error('never')
  pbf.close()
}

async function importAll(path: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await createPlaces(pool).importFile(path, { region })
  await pool.end()
}
