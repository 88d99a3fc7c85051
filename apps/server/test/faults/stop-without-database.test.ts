import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { startOwnPostgres } from './restarted-postgres.ts'
import { DATABASE_AWAY, startInbound, startWeb, startWorker, until } from './worker-process.ts'

/** Longer than any test, so a process that waits this long fails it. */
const STOP_SECONDS = '3600'
const postgres = await startOwnPostgres()
const { alice, drain } = await startTestApp({ ports: { systemClock }, databaseUrl: postgres.url })

test('processes whose database is gone for good exit cleanly although nothing can be saved, even during a send (F7, F18)', async () => {
  const sink = await startSink(() => 100)
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(alice, 40)
  await drain()
  await startSend(alice, id)
  const environment = { DATABASE_URL: postgres.url, STOP_SECONDS }
  const processes = await Promise.all([
    startWeb(environment, { provokes: DATABASE_AWAY }),
    startInbound({ ...environment, MAIL_SMTP_URL: sink.url }, { provokes: DATABASE_AWAY }),
    startWorker(
      { ...environment, MAIL_SMTP_URL: sink.url, SEND_CONCURRENCY: '3' },
      { provokes: DATABASE_AWAY },
    ),
  ])
  await until('messages are being sent', () => sink.accepted.length > 0)
  await postgres.stop()
  expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0, 0])
})
