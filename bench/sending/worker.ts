import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'

/** A sending process of the product, controlled by the benchmark. */
const database = openDatabase(process.env.DATABASE_URL ?? '')
const app = await compose({
  config: { ...readConfig(), roles: [] },
  database,
  logger: pino({ level: 'error' }),
  publicUrl: () => 'https://bench.example',
})
await app.start()

/** Sends all due messages. Reports peak memory. */
async function work(): Promise<void> {
  let rss = 0
  const timer = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss())
  }, 50)
  await app.features.sendingWorker.work(new AbortController().signal)
  clearInterval(timer)
  process.send?.({ rss: Math.round(rss / 1e6) })
}

async function end(): Promise<void> {
  await app.stop()
  await database.close()
  process.exit(0)
}

process.send?.({ ready: true })
process.on('message', (order: 'work' | 'end') => void (order === 'work' ? work() : end()))
process.on('disconnect', () => process.exit(0))
