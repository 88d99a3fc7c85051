import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { addAttributes, currentAttributes, inStep } from './providers/steps/port.ts'

const item = { name: 'an item', kind: 'item' } as const

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLogger('debug', { write: (text) => lines.push(...text.split('\n').filter(Boolean)) }))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test.each([
  ['450 <anna.bell+shop@shop.example> is full', '450 <…@shop.example> is full'],
  [
    'connect to postgres://goldpan:secret@db.example/goldpan',
    'connect to postgres://goldpan:…@db.example/goldpan',
  ],
  ['GET https://api.example/v1?key=secret&q=1 failed', 'GET https://api.example/v1?… failed'],
  ['invalid input syntax for type uuid: "anna"', 'invalid input syntax for type uuid: …'],
  ['Key (lower(email))=(anna@shop.example) already exists.', 'Key (lower(email))=(…) already exists.'],
])('no address, password, key or value of %s is logged', (said, written) => {
  const [first, second] = logged((logger) => {
    logger.warn(said)
    logger.warn({ err: new Error('outer', { cause: new Error(said) }) }, 'failed')
  })
  expect(first!.msg).toBe(written)
  expect((second!.err as { cause: string }).cause).toBe(written)
})

test('an error is logged in one line, whatever it contains', () => {
  const forged = 'a\n{"level":30,"msg":"admin logged in"}\r\n\u001b[2J\u0085\u2028'
  const lines = logged((logger) => {
    logger.error({ err: Object.assign(new Error(forged), { code: forged }) }, forged)
    inStep(item, { item: forged }, () => logger.error('again'))
  })
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toMatch(/[\n\r\u001b]/)
})

test('an error logged further out still names the step it came from', async () => {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('error', { write: (text) => lines.push(JSON.parse(text)) })
  await inStep({ name: 'sending', kind: 'job' }, { job: 'sending', job_id: 'j1' }, () =>
    inStep(item, { owner: 'alice', item: 'r1' }, async () => {
      addAttributes({ work: 'w1' })
      throw new Error('lost')
    }),
  ).catch((error: unknown) => logger.error({ err: error }, 'failed'))
  expect(lines).toMatchObject([{ job: 'sending', job_id: 'j1', owner: 'alice', work: 'w1', item: 'r1' }])
  expect(currentAttributes()).toEqual({})
})

test('the innermost step counts, and its attributes do not leak into the next one', () => {
  inStep({ name: 'job', kind: 'job' }, { job_id: 'j1' }, () => {
    inStep(item, { owner: 'alice' }, () =>
      expect(currentAttributes()).toEqual({ job_id: 'j1', owner: 'alice' }),
    )
    inStep(item, { owner: 'bob' }, () => expect(currentAttributes()).toEqual({ job_id: 'j1', owner: 'bob' }))
    expect(currentAttributes()).toEqual({ job_id: 'j1' })
  })
})
