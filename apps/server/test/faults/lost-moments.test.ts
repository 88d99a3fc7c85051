import { test } from 'vitest'
import { beginSend, expectHeld, LOST, postgres, resume, untilHeld, untilRecalled } from './lossy-send.ts'
import { until } from './worker-process.ts'

test('a replica that lacks the last moments takes over during a send: nothing is sent twice, neither before the operator resumes nor after', async () => {
  await postgres.startReplica()
  const send = await beginSend('Failover')
  await postgres.holdBack()
  const goal = send.received().length + LOST
  await until('a moment is lost', () => send.received().length >= goal)
  await postgres.failOver()
  await untilHeld(send)
  const lost = await expectHeld(send, /the database was switched to a replica/)
  await untilRecalled(lost)
  await resume(send, new Set())
}, 120_000)
