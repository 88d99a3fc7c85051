import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. Runs on the thread pool. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A password as it is stored: an Argon2id hash in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: normalize(password), nonce })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether a password is the one that was hashed, with the cost that the hash names. */
export async function isPasswordRight(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored)
  if (!parts) return false
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [nonce, tag] = parts.slice(4, 6).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  const given = await derive('argon2id', {
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
    message: normalize(password),
    nonce,
  })
  return timingSafeEqual(given, tag)
}

/** The same password typed on two keyboards is the same (NIST SP 800-63B, Unicode normalisation). */
const normalize = (password: string) => Buffer.from(password.normalize('NFKC'))
