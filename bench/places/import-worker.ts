import { readFileSync } from 'node:fs'
import { createPlaces } from '@goldpan/places'
import pg from 'pg'

/** One timed import, sent to the parent with this process's peak memory. */
const [file, url, region] = process.argv.slice(2) as [string, string, string]

const start = performance.now()
const pool = new pg.Pool({ connectionString: url, max: 2 })
await createPlaces(pool).importFile(file, { region })
await pool.end()
const ms = performance.now() - start
const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
process.send?.({ ms, peakMb: Math.round(peakKb / 1024) })
