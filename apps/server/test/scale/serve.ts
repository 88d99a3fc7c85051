import { startOwnDatabase } from './own-database.ts'
import { startProcessSet } from './process-set.ts'

/**
 * Runs an installation of two web, three worker and one inbound process behind a proxy at PORT, with its database in
 * DATA_DIR. Browser journeys use it with E2E_PROCESSES=many.
 */
const { PORT = '', DATA_DIR = '', BOT_CHECK = '', NODE_ENV = '', LOG_LEVEL = '' } = process.env
const database = await startOwnDatabase(DATA_DIR)
const set = await startProcessSet(
  {
    DATABASE_URL: database.url,
    DATA_DIR,
    BOT_CHECK,
    NODE_ENV,
    LOG_LEVEL,
    DEMO: 'on',
    // Empty means the product's default, which the other tests override.
    REPLY_DOMAIN: '',
    SECRET_KEY: '',
    SEND_CONNECTIONS_PER_GROUP: '',
    DOMAIN_CHECK: '',
  },
  { port: Number(PORT) },
)
process.stdout.write(`Goldpan is ready at ${set.url}\n`)

for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.once(event, () => {
    void set.stop().then(async () => {
      await database.stop()
      process.exit(0)
    })
  })
