import { expect, test } from 'vitest'
import { batched } from './batched.ts'

function start() {
  const asked: { questions: string[]; end: (answer: string) => void; fail: (error: Error) => void }[] = []
  const ask = batched((questions: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    asked.push({ questions, end: resolve, fail: reject })
    return promise
  })
  return { asked, ask }
}

test('who asks while a question is under way goes into the next one, with all others that do', async () => {
  const { asked, ask } = start()
  const first = ask('a')
  await Promise.resolve()
  const later = [ask('b'), ask('c')]
  expect(asked.map(({ questions }) => questions)).toEqual([['a']])
  asked[0]!.end('one')
  expect(await first).toBe('one')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]!.questions).toEqual(['b', 'c'])
  asked[1]!.end('two')
  expect(await Promise.all(later)).toEqual(['two', 'two'])
})

test('a question that fails fails for those who asked it, and the next is asked all the same', async () => {
  const { asked, ask } = start()
  const failing = ask('a')
  await Promise.resolve()
  const next = ask('b')
  asked[0]!.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.end('two')
  expect(await next).toBe('two')
})
