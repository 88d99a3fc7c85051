import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const streamOf = (...chunks: (Uint8Array | Error)[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift()
      if (next === undefined) controller.close()
      else if (next instanceof Error) controller.error(next)
      else controller.enqueue(next)
    },
  })
const bytes = (text: string) => new TextEncoder().encode(text)
const collect = async (content: ReadableStream<Uint8Array>) => {
  const lines: string[] = []
  for await (const line of readLines(content)) lines.push(line)
  return lines
}

test('lines arrive whole however the network cuts them, letters of two bytes included', async () => {
  const all = bytes('{"a":"Gr\u00fc\u00dfe"}\n\n{"b":2}\n{"c":3}')
  for (let cut = 1; cut < all.length; cut++)
    expect(await collect(streamOf(all.slice(0, cut), all.slice(cut)))).toEqual([
      '{"a":"Gr\u00fc\u00dfe"}',
      '{"b":2}',
      '{"c":3}',
    ])
})

test('a connection that breaks in the middle is a network error', async () => {
  const broken = collect(streamOf(bytes('{"a":1}\n{"b"'), new TypeError('network error')))
  await expect(broken).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'NETWORK' })
})
