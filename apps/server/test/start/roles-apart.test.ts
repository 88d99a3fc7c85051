import { connect } from 'node:net'
import { expect, test } from 'vitest'
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
