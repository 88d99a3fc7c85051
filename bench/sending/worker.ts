import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'

/** One sending process of the product, told what to do by the bench. Says how much memory and processor time it took. */
const { DATABASE_URL = '' } = process.env
const config = { ...readConfig(), roles: [] }
const database = openDatabase(DATABASE_URL)

const app = await compose({
  config,
  database,
  logger: pino({ level: 'error' }),
  publicUrl: () => 'https://bench.example',
})
await app.start()
let rss = 0
setInterval(() => {
  rss = Math.max(rss, process.memoryUsage.rss())
}, 50).unref()

/** Sends all that is due; the first time warms the process up. */
async function work(): Promise<void> {
  rss = 0
  const before = process.cpuUsage()
  await app.features.sendingWorker.work(new AbortController().signal)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ rss: Math.round(rss / 1e6), cpu: Math.round((user + system) / 1000) })
}

process.send?.({ ready: true })
process.on('message', (order: { go: true } | { end: true }) => {
  if ('go' in order) return void work()
  void app
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
