import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../empty-database.ts'
import { startProduct } from '../product-process.ts'
import { findFreePorts } from '../scale/free-ports.ts'
import { newFolder } from './folders-for-tests.ts'

let visitors = 0

async function signUp(port: number): Promise<number> {
  const body = {
    firstName: 'Ada',
    lastName: 'Pan',
    email: `ada${++visitors}@customer.example`,
    password: 'sieve-and-gravel-7',
    confirmPassword: 'sieve-and-gravel-7',
    acceptTerms: true,
    recaptchaToken: 'off',
  }
  const { status } = await fetch(`http://127.0.0.1:${port}${accountRoutes.register.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return status
}

/** Asks until the process says that it is ready, then signs somebody up at once. */
async function signUpWhenReady(healthPort: number, port: number): Promise<number> {
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${healthPort}/api/health/ready`).then(
      (answer) => answer.status,
      () => null,
    )
    if (status === 200) return signUp(port)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('what says that it is ready, at either port, takes a sign-up at once, also beside processes that start with it', async () => {
  const database = await emptyDatabase()
  const start = async (roles: string) => {
    const [port, healthPort] = (await findFreePorts(2)) as [number, number]
    const starting = startProduct({
      ROLES: roles,
      DATABASE_URL: database,
      DATA_DIR: newFolder(),
      HOST: '127.0.0.1',
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
    })
    return { port, healthPort, starting }
  }
  const stops: (() => Promise<unknown>)[] = []
  for (const beside of ['web,worker', 'inbound']) {
    const other = await start(beside)
    const web = await start('web')
    const statuses = await Promise.all([
      signUpWhenReady(web.healthPort, web.port),
      signUpWhenReady(web.port, web.port),
    ])
    expect(statuses).toEqual([200, 200])
    for (const { starting } of [other, web]) stops.push((await starting).stop)
  }
  await Promise.all(stops.map((stop) => stop()))
})
