import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { asOwner } from '../../apps/server/src/db/owner.ts'

/** The server of the measured page in a process of its own, so that what drives the browser does not hold it up. */
const [databaseUrl = '', folder = '', port = ''] = process.argv.slice(2)
const database = openDatabase(databaseUrl)
const config = readConfig({
  ...{ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off', PORT: port, INBOUND_SMTP_PORT: 'off' },
})
const app = await compose({
  config,
  database,
  logger: pino({ level: 'error' }),
  publicUrl: () => config.publicUrl,
})
await app.start()
await app.server.listen({ port: config.port, host: '127.0.0.1' })

process.on('message', async (owner: string) => {
  process.send?.({ session: await app.features.sessions.start(app.database.db, asOwner(owner), 'bench') })
})
process.on('disconnect', async () => {
  await app.stop()
  await database.close()
  process.exit()
})
process.send?.({ isReady: true })
