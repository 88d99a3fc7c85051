import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { withClient } from '../../test/empty-database.ts'
import { readConnection } from './connection.ts'
import { listen } from './listen.ts'

const url = inject('postgresUrl')
const notify = (payload: string) =>
  withClient(url, (client) => client.query("select pg_notify('Test.channel', $1)", [payload]))

test('a session that is cut off is replaced, and its owner told that something may have been missed', async () => {
  const heard: string[] = []
  const errors: unknown[] = []
  let connected = 0
  const listening = await listen(readConnection(url), 'Test.channel', {
    onNotification: (payload) => heard.push(payload),
    onConnect: () => {
      connected += 1
    },
    onError: (error) => errors.push(error),
  })
  await expect.poll(() => connected).toBe(1)
  await notify('one')
  await expect.poll(() => heard).toEqual(['one'])
  await withClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "Test.channel"'`,
    ),
  )
  await expect.poll(() => connected).toBe(2)
  expect(errors).toHaveLength(1)
  await notify('two')
  await expect.poll(() => heard).toEqual(['one', 'two'])
  await listening.close()
  await notify('three')
  expect([heard, errors.length]).toEqual([['one', 'two'], 1])
})

test('it ends at once, also while a server doesn’t answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const errors: unknown[] = []
  const listening = await listen(readConnection(`postgres://u:p@127.0.0.1:${port}/x`), 'any', {
    onNotification: () => undefined,
    onConnect: () => undefined,
    onError: (error) => errors.push(error),
  })
  await once(silent, 'connection')
  const started = performance.now()
  await listening.close()
  // By itself, it would wait 10 s for the server.
  expect(performance.now() - started).toBeLessThan(9000)
  expect(errors).toEqual([])
})
