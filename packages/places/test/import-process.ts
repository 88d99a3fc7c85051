import pg from 'pg'
import { createPlaces } from '../src/places.ts'

/** Imports in a process of its own, for tests that kill it: with 'reading' it kills itself in the middle of that. */
const [url, path, region, moment] = process.argv.slice(2) as [string, string, string, string | undefined]
const pool = new pg.Pool({ connectionString: url, max: 2 })
await createPlaces(pool).importFile(path, {
  region,
  onProgress: ({ phase }) => {
    if (phase === moment) process.kill(process.pid, 'SIGKILL')
  },
})
await pool.end()
