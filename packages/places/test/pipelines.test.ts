import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { copyRows } from '../src/store/copy.ts'
import { Pipelines } from '../src/store/pipelines.ts'
import { createTestDirectory, type TestDirectory } from './database.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
})

const pidOf = async (asker: Pipelines, wait = 0): Promise<number> => {
  const text = 'select pg_backend_pid() as pid, pg_sleep($1)'
  return (await asker.query<{ pid: number }>({ text, values: [wait] })).rows[0]!.pid
}

const allGivenBack = () => expect.poll(() => directory.pool.idleCount).toBe(directory.pool.totalCount)

test('many questions at once are asked over two connections, each is answered its own, and both go back', async () => {
  const asker = new Pipelines(directory.pool)
  const numbers = Array.from({ length: 50 }, (_, index) => index)
  const answers = await Promise.all(
    numbers.map((number) =>
      asker.query<{ number: number; pid: number }>({
        name: `number-${number % 3}`,
        text: `select $1::integer as number, pg_backend_pid() as pid, ${number % 3} as kind`,
        values: [number],
      }),
    ),
  )
  expect(answers.map(({ rows }) => rows[0]!.number)).toEqual(numbers)
  expect(new Set(answers.map(({ rows }) => rows[0]!.pid)).size).toBe(2)
  await allGivenBack()
})

test('what is asked at once leaves as one message', async () => {
  const clients = await Promise.all([directory.pool.connect(), directory.pool.connect()])
  const sent = clients.map(({ connection: { stream } }) =>
    vi.spyOn(stream as typeof stream & { _writev: () => void }, '_writev'),
  )
  onTestFinished(() => sent.forEach((spy) => void spy.mockRestore()))
  const waiting = [...clients]
  const asker = new Pipelines({ connect: async () => waiting.pop()! } as unknown as typeof directory.pool)
  await Promise.all(Array.from({ length: 6 }, () => pidOf(asker)))
  expect(sent.map((spy) => spy.mock.calls.length)).toEqual([1, 1])
  await allGivenBack()
})

test('a question that is wrong fails alone, and those behind it are answered', async () => {
  const asker = new Pipelines(directory.pool)
  const wrong = asker.query({ text: 'select 1 / $1::integer', values: [0] })
  const others = [pidOf(asker), pidOf(asker), pidOf(asker)]
  await expect(wrong).rejects.toThrow('division by zero')
  expect(await Promise.all(others)).toHaveLength(3)
  expect(await pidOf(asker)).toBeGreaterThan(0)
  await allGivenBack()
})

test('a connection that breaks fails what was asked over it, and the next question gets another', async () => {
  const asker = new Pipelines(directory.pool)
  const pid = await pidOf(asker)
  const asked = [pidOf(asker, 20), pidOf(asker, 0.1)]
  const settled = Promise.allSettled(asked)
  await expect.poll(() => countOf(`pid = ${pid} and state = 'active'`)).toBe(1)
  await directory.pool.query('select pg_terminate_backend($1)', [pid])
  const outcomes = (await settled).map(({ status }) => status)
  expect(outcomes).toEqual(['rejected', 'fulfilled'])
  expect(await pidOf(asker)).not.toBe(pid)
  await allGivenBack()
})

const countOf = async (condition: string): Promise<number> => {
  const { rows } = await directory.pool.query(
    `select count(*)::integer as n from pg_stat_activity where ${condition}`,
  )
  return rows[0].n
}

test('a connection that was given back asks one question after the other, as COPY needs it', async () => {
  const asker = new Pipelines(directory.pool)
  const pid = await pidOf(asker)
  await allGivenBack()
  const client = await directory.pool.connect()
  try {
    await client.query('begin; create temporary table written (n integer) on commit drop')
    const copied = copyRows(client, 'written', { n: 'integer' }, [[1], [2]])
    // Sent before the rows are, it would be taken for one of them.
    const next = client.query('select pg_backend_pid() as pid, count(*)::integer as n from written')
    const [{ rows }] = await Promise.all([next, copied])
    expect(rows).toEqual([{ pid, n: 2 }])
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('while answers do not come, only so many connections wait for them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const connect = vi.spyOn(directory.pool, 'connect')
  onTestFinished(() => connect.mockRestore())
  const asker = new Pipelines(directory.pool)
  const asked: Promise<number>[] = []
  for (let second = 0; second < 5; second++) {
    asked.push(pidOf(asker, 0.1), pidOf(asker, 0.1), pidOf(asker, 0.1))
    vi.advanceTimersByTime(1001)
  }
  expect(new Set(await Promise.all(asked)).size).toBe(4)
  expect(connect).toHaveBeenCalledTimes(4)
  await allGivenBack()
})

test('whoever else needs a connection gets one, however much is asked without a pause', async () => {
  const asker = new Pipelines(directory.pool)
  let isOver = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!isOver) await pidOf(asker)
  })
  const clients = await Promise.all(Array.from({ length: 4 }, () => directory.pool.connect()))
  isOver = true
  for (const client of clients) client.release()
  await Promise.all(asking)
  await allGivenBack()
})

test('a directory that cannot be reached is told to everyone who asks', async () => {
  const away = { connect: () => Promise.reject(new Error('away')) } as unknown as typeof directory.pool
  const asker = new Pipelines(away)
  await expect(pidOf(asker)).rejects.toThrow('away')
  await expect(Promise.all([pidOf(asker), pidOf(asker)])).rejects.toThrow('away')
})
