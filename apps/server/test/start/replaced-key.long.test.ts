import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../empty-database.ts'
import { startProduct } from '../product-process.ts'
import { startAndEnd } from './ended-start.ts'
import { newFolder } from './folders-for-tests.ts'

const OLD = 'the key that all processes have at first'
const NEW = 'the key that they are given one by one'

const settings = {
  NODE_ENV: 'test',
  DEMO: 'off',
  INBOUND_SMTP_PORT: 'off',
  PORT: '0',
  BOT_CHECK: 'off',
  DATABASE_URL: await emptyDatabase(),
}
const oldKey = { SECRET_KEY: OLD }
const bothKeys = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }
const start = (keys: Record<string, string>) => startProduct({ ...settings, DATA_DIR: newFolder(), ...keys })

async function rotate(keys: Record<string, string>) {
  const program = path.join(import.meta.dirname, '../../src/admin-cli.ts')
  const child = spawn(process.execPath, [program, 'rotate-secrets'], {
    env: { PATH: process.env.PATH, ...settings, DATA_DIR: newFolder(), ...keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

test('processes are restarted one by one with a new SECRET_KEY, in the order of docs/self-hosting.md', async () => {
  const isReady = async (url: string) => (await fetch(`${url}/api/health/ready`)).status
  const first = await start(oldKey)
  const second = await start(bothKeys)
  // One with the old key alone still starts beside it, as after a crash.
  const crashed = await start(oldKey)
  await crashed.stop()
  await first.stop()
  expect(await rotate({ SECRET_KEY: NEW })).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set SECRET_KEY_PREVIOUS'),
  })
  expect(await rotate(bothKeys)).toMatchObject({ code: 0, err: '' })
  const third = await start({ SECRET_KEY: NEW })
  expect([await isReady(second.url), await isReady(third.url)]).toEqual([200, 200])
  expect((await rotate(bothKeys)).out).toContain('Remove SECRET_KEY_PREVIOUS')

  const { code, errors } = await startAndEnd({ ...settings, DATA_DIR: newFolder(), ...oldKey })
  expect(errors).toMatch(/^SECRET_KEY is not the key .* Nothing was started\.\n$/)
  expect(code).toBe(1)
  await second.stop()
  await third.stop()
})
