import pg from 'pg'
import { createPlaces } from '../src/places.ts'

/** An import process to kill. With 'reading' as its last argument it kills itself while it reads. */
const [url, path, region, moment] = process.argv.slice(2) as [string, string, string, string | undefined]
const pool = new pg.Pool({ connectionString: url, max: 2 })
await createPlaces(pool).importFile(path, {
  region,
  onProgress: ({ phase }) => {
    if (phase === moment) process.kill(process.pid, 'SIGKILL')
  },
})
await pool.end()
