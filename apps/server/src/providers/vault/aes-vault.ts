import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Vault } from './port.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** AES-256-GCM with a key of its own for each purpose. The key is read when it is first needed. */
export function createAesVault(readKey: () => Promise<Buffer>): Vault {
  let root: Promise<Buffer> | null = null
  async function keyFor(purpose: string): Promise<Buffer> {
    root ??= readKey()
    root.catch(() => {
      root = null
    })
    return Buffer.from(hkdfSync('sha256', await root, '', purpose, KEY_BYTES))
  }
  return {
    async seal(purpose, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, await keyFor(purpose), iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    async open(purpose, sealed) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, await keyFor(purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

/** The key that the setting SECRET_KEY holds: any text that is long enough. */
export function keyOfText(text: string): Buffer {
  if (text.length < KEY_BYTES)
    throw new StartUpError(
      `The setting SECRET_KEY has ${text.length} characters, but it needs at least ${KEY_BYTES}. Nothing was started.`,
    )
  return createHash('sha256').update(text).digest()
}

/** The key in a file that only this user may read; made when there is none. */
export async function readKeyFile(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true })
  // Written beside and linked: the key appears whole, and of two processes at once the second reads the first's.
  const part = `${path}.${randomUUID()}`
  await writeFile(part, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 })
  await link(part, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(part)
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new Error(
      `The key in ${path} is damaged. Put it back from a backup; secrets can't be read without it.`,
    )
  return key
}
