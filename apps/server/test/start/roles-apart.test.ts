import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { emptyDatabase } from '../empty-database.ts'
import { startProduct } from '../product-process.ts'
import { findFreePorts } from '../scale/free-ports.ts'
import { newFolder } from './folders-for-tests.ts'

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

test.each([
  ['web', [true, false]],
  ['worker', [false, false]],
  ['inbound', [false, true]],
])('a process with the role %s opens no port of another role', async (role, expected) => {
  const ports = await findFreePorts(2)
  const product = await startProduct({
    ROLES: role,
    DATABASE_URL: await emptyDatabase(),
    DATA_DIR: newFolder(),
    PORT: String(ports[0]),
    HOST: '127.0.0.1',
    INBOUND_SMTP_PORT: String(ports[1]),
  })
  expect(await Promise.all(ports.map(isOpen))).toEqual(expected)
  expect(await product.stop()).toBe(0)
})

test('HEALTH_PORT serves health, readiness and metrics of a worker, and nothing else', async () => {
  const [port] = await findFreePorts(1)
  const product = await startProduct({
    ROLES: 'worker',
    DATABASE_URL: await emptyDatabase(),
    DATA_DIR: newFolder(),
    HEALTH_PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_TOKEN: 'token',
  })
  const ask = async (url: string, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers })
    return { status: answer.status, body: await answer.text() }
  }
  expect(JSON.parse((await ask('/api/health')).body)).toEqual({ status: 'up', version: VERSION })
  expect(JSON.parse((await ask('/api/health/ready')).body)).toMatchObject({ status: 'ready', queue: true })
  expect((await ask('/metrics')).status).toBe(401)
  const { body } = await ask('/metrics', { authorization: 'Bearer token' })
  expect(body).toContain(`goldpan_build_info{version="${VERSION}"} 1`)
  for (const url of ['/', '/operator', '/api/session']) expect((await ask(url)).status).toBe(404)
  expect(await product.stop()).toBe(0)
})
