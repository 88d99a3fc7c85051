import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { asOwner } from '../../apps/server/src/db/owner.ts'
import { SESSION_COOKIE } from '../../apps/server/src/http/session-gate.ts'

/** One web process of the product; asked with an owner, it answers the cookie of a session. */
const { DATABASE_URL = '' } = process.env
const database = openDatabase(DATABASE_URL)
const app = await compose({
  ...{ config: { ...readConfig(), roles: [] }, database, logger: pino({ level: 'error' }) },
  publicUrl: () => 'https://bench.example',
})
await app.start()
const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ url })
process.on('message', ({ owner }: { owner: string }) => {
  void app.features.sessions
    .start(database.db, asOwner(owner), 'bench')
    .then((cookie) => process.send?.({ cookie: `${SESSION_COOKIE}=${cookie}` }))
})
process.on('disconnect', () => process.exit(0))
