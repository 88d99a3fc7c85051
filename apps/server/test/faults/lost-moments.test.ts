import { test } from 'vitest'
import {
  BEFORE_AND_LOST,
  beginSend,
  expectHeld,
  postgres,
  resume,
  untilHeld,
  untilRecalled,
} from './lossy-send.ts'
import { until } from './worker-process.ts'

test('a replica that lacks the last moments takes over during a send: nothing is sent twice, neither before the operator resumes nor after', async () => {
  await postgres.startReplica()
  const send = await beginSend('Failover')
  await postgres.holdBack()
  send.take(BEFORE_AND_LOST)
  await until('a moment is lost', () => send.received().length === BEFORE_AND_LOST)
  await postgres.failOver()
  send.take(Number.POSITIVE_INFINITY)
  await untilHeld(send)
  const lost = await expectHeld(send, /the database was switched to a replica/)
  await untilRecalled(lost)
  await resume(send, new Set())
})
