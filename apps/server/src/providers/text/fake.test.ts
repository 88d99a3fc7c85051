import { expect, test } from 'vitest'
import { createFakeText } from './fake.ts'
import { textPortSuite } from './suite.ts'
import { briefOf, knownCopies } from './test/all-copies.ts'

textPortSuite('fake', async () => ({ port: createFakeText(), writtenBy: 'composer' }))

test('the fake records its calls, returns what it was told and fails once', async () => {
  const text = createFakeText()
  const brief = briefOf(knownCopies[0]!)
  text.answerWith({ subject: 'Hello' })
  text.failNextWith(new Error('no paper'))
  await expect(text.writeTemplate(brief, { seed: 1 })).rejects.toThrow('no paper')
  expect((await text.writeTemplate(brief, { seed: 2 })).subject).toBe('Hello')
  expect(text.asked.map(({ seed }) => seed)).toEqual([1, 2])
})
