import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Files } from './port.ts'

/** Behaviour of every file storage. */
export function testFiles(name: string, create: () => Promise<Files>): void {
  test(`${name}: a file is read byte by byte as written, and replaced as a whole`, async () => {
    const files = await create()
    const [first, second] = [randomBytes(300_000), Buffer.from('short')]
    await files.put('signatures/a-1.png', first)
    expect(await files.get('signatures/a-1.png')).toEqual(first)
    await files.put('signatures/a-1.png', second)
    expect(await files.get('signatures/a-1.png')).toEqual(second)
    await files.put('signatures/empty.png', Buffer.alloc(0))
    expect(await files.get('signatures/empty.png')).toEqual(Buffer.alloc(0))
  })

  test(`${name}: a missing file is null and can be removed`, async () => {
    const files = await create()
    expect(await files.get('signatures/none.png')).toBeNull()
    await files.put('screenshots/b.png', Buffer.from('b'))
    await files.remove('screenshots/b.png')
    expect(await files.get('screenshots/b.png')).toBeNull()
    await files.remove('screenshots/b.png')
  })

  test.each([
    '../secret.key',
    'signatures/../../x',
    '/etc/passwd',
    'A/b',
    'a',
    'a/b?x=1',
    'a//b',
    'a/%2e%2e/b',
  ])(`${name}: no key leads out of where files lie (%s)`, async (key) => {
    const files = await create()
    await expect(files.get(key)).rejects.toThrow('Not a file key')
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
    await expect(files.remove(key)).rejects.toThrow('Not a file key')
  })
}
