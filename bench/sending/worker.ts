import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'

/** One sending process of the product, told what to do by the bench. Says how much memory it took. */
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
const watch = setInterval(() => {
  rss = Math.max(rss, process.memoryUsage.rss())
}, 50)

process.send?.({ ready: true })
process.once('message', () => {
  void app.features.sendingWorker.work(new AbortController().signal).then(async () => {
    clearInterval(watch)
    process.send?.({ rss: Math.round(rss / 1e6), cpu: Math.round(process.cpuUsage().user / 1000) })
    await app.stop()
    await database.close()
    process.exit(0)
  })
})
