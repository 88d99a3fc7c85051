import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAesVault, keysOfText, makeKeyFile, readKeyFile } from './aes-vault.ts'

async function keyFile() {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'below', 'secret.key')
}

test('a sealed secret reveals nothing and opens only for its purpose', async () => {
  const vault = createAesVault(Buffer.alloc(32, 1))
  const sealed = await vault.seal('dkim', 'very private')
  expect(sealed).not.toContain('private')
  expect(sealed).not.toBe(await vault.seal('dkim', 'very private'))
  expect(await vault.open('dkim', sealed)).toBe('very private')
  await expect(vault.open('smtp', sealed)).rejects.toThrow()
  await expect(vault.open('dkim', `${sealed.slice(0, -2)}AA`)).rejects.toThrow()
  const other = createAesVault(Buffer.alloc(32, 2))
  await expect(other.open('dkim', sealed)).rejects.toThrow()
})

test('the key file is created once, readable by its owner only, even by two processes', async () => {
  const path = await keyFile()
  expect(await readKeyFile(path)).toBeNull()
  const [one, two] = await Promise.all([makeKeyFile(path), makeKeyFile(path)])
  expect(one.equals(two)).toBe(true)
  expect(await readKeyFile(path)).toEqual(one)
  expect((await stat(path)).mode & 0o077).toBe(0)
})

test('a damaged key file is reported with a sentence and not replaced', async () => {
  const path = await keyFile()
  await makeKeyFile(path)
  await writeFile(path, 'oops')
  await expect(readKeyFile(path)).rejects.toThrow('is damaged')
  await expect(makeKeyFile(path)).rejects.toThrow('is damaged')
})

test('an unwritable data folder is reported with a sentence that names SECRET_KEY', async () => {
  const path = await keyFile()
  await expect(makeKeyFile(join('/dev/null', path))).rejects.toThrow(/can't be written.*SECRET_KEY/)
})

test('SECRET_KEY is any long enough text, or the content of a key file', () => {
  expect(keysOfText('x'.repeat(32)).map((key) => key.length)).toEqual([32])
  expect(keysOfText('ab'.repeat(32))).toContainEqual(Buffer.alloc(32, 0xab))
  expect(() => keysOfText('short')).toThrow('needs at least 32')
})
