import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'

// A small application that the test can kill: opens the database in the folder of its first argument, prints its URL,
// and writes a row on Ctrl-C before it stops.
const [dataDir = '', journal = ''] = process.argv.slice(2)
const postgres = await startBundledPostgres({ dataDir, log: (line) => appendFileSync(journal, `${line}\n`) })
const client = new pg.Client(postgres.url)
await client.connect()

process.once('SIGINT', async () => {
  await client.query("CREATE TABLE last_words AS SELECT 'written while stopping' AS word")
  await client.end()
  await postgres.stop()
  process.exit(0)
})
process.stdout.write(`${postgres.url}\n`)
