import { onTestFinished, test } from 'vitest'
import { beginSend, expectHeld, postgres, resume, untilHeld } from './lossy-send.ts'
import { until } from './worker-process.ts'

test('a copy of the database that was taken during a send is put back, with a worker in a new data folder: nothing is sent twice before the operator resumes', async () => {
  const send = await beginSend('Copied')
  await postgres.copyFiles()
  send.take(Number.POSITIVE_INFINITY)
  await until('all is sent', async () => (await send.find()).status === 'completed')
  await send.worker.stop()
  await postgres.putBack()
  const worker = await send.work('fresh')
  onTestFinished(() => worker.kill())
  await untilHeld(send)
  await resume(send, await expectHeld(send, /restored from a backup/))
}, 300_000)
