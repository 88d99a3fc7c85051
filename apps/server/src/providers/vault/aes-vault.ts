import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Vault } from './port.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Content of a key file: 32 bytes in hex. */
const KEY_FILE = /^[0-9a-f]{64}$/i

/** AES-256-GCM. Derives a key per purpose from the installation's key. */
export function createAesVault(root: Buffer): Vault {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', purpose, KEY_BYTES))
  return {
    async seal(purpose, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyFor(purpose), iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    async open(purpose, sealed) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, keyFor(purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

/** Candidate keys for SECRET_KEY, which is a passphrase or the content of a key file. */
export function keysOfText(text: string, setting = 'SECRET_KEY'): [Buffer, ...Buffer[]] {
  if (text.length < KEY_BYTES)
    throw new StartUpError(
      `The setting ${setting} has ${text.length} characters, but it needs at least ${KEY_BYTES}. Nothing was started.`,
    )
  const hashed = createHash('sha256').update(text).digest()
  return KEY_FILE.test(text) ? [hashed, Buffer.from(text, 'hex')] : [hashed]
}

/** Null if there is no file. */
export async function readKeyFile(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartUpError(`The key file ${path} can't be read (${error.code}). Nothing was started.`)
  })
  if (text === null) return null
  if (!KEY_FILE.test(text.trim()))
    throw new StartUpError(
      `The key in ${path} is damaged. Put the file back from a backup; stored secrets can't be read without it. Nothing was started.`,
    )
  return Buffer.from(text.trim(), 'hex')
}

/** Creates a key file readable by this user only. Returns the key in it. */
export async function makeKeyFile(path: string): Promise<Buffer> {
  try {
    await mkdir(dirname(path), { recursive: true })
    // Written beside and linked: the key appears complete, and the second of two processes reads the first's.
    const part = `${path}.${randomUUID()}`
    // Flushed to disk before the database relies on it.
    await writeFile(part, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(part)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartUpError(
      `The key file ${path} can't be written (${code}). Make DATA_DIR writable, or set SECRET_KEY. Nothing was started.`,
    )
  }
  return (await readKeyFile(path))!
}
