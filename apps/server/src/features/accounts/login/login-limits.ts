import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RateLimits } from '../../../http/rate-limits.ts'
import type { User } from '../accounts.store.ts'

/** Wrong passwords for one address from one place: a browser that its owner has used, else a source. */
export const TRIES_PER_PLACE = { points: 10, seconds: 900 }
/** Wrong passwords for one address from everywhere but its owner's browsers. */
export const TRIES_PER_ADDRESS = { points: 300, seconds: 3600 }
/** Logins from one source, whatever the address. */
export const LOGINS_PER_SOURCE = { points: 100, seconds: 900 }

/** Where a password is typed. */
export interface LoginPlace {
  source: string
  /** The browser's device cookie. */
  device: string | undefined
}

type Known = Pick<User, 'id' | 'password_hash'> | null

/**
 * Limits guessing without letting strangers lock the owner out: they use up the tries of their own source and at most
 * those of the address, which don't hold for a browser that has logged in before. Such a browser keeps a random id, signed
 * together with the password's hash, so that a new password makes every browser unknown.
 */
export function createLoginLimits({ limits, secret }: { limits: RateLimits; secret: Buffer }) {
  const sign = (user: NonNullable<Known>, id: string) =>
    createHmac('sha256', secret).update(`device:${user.id}:${id}:${user.password_hash}`).digest('base64url')

  function findDevice(user: Known, cookie: string | undefined): string | null {
    const [id = '', proof = ''] = cookie?.split('.') ?? []
    if (!user || id === '') return null
    const [given, wanted] = [Buffer.from(proof), Buffer.from(sign(user, id))]
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null
  }

  return {
    /** Counts a try; returns the seconds to wait if there were too many. `user` is null if nobody has the address. */
    async take(address: string, user: Known, { source, device }: LoginPlace): Promise<number | null> {
      const known = findDevice(user, device)
      const wait = await limits.take('login-place', `${address} ${known ?? source}`, TRIES_PER_PLACE)
      return wait !== null || known !== null ? wait : limits.take('login-address', address, TRIES_PER_ADDRESS)
    },

    /** The password was right after all. */
    async giveBack(address: string, user: Known, { source, device }: LoginPlace): Promise<void> {
      const known = findDevice(user, device)
      await limits.forget('login-place', `${address} ${known ?? source}`)
      if (known === null) await limits.giveBack('login-address', address)
    },

    /** What the browser keeps to be known from now on. */
    deviceOf(user: NonNullable<Known>, cookie?: string): string {
      const id = findDevice(user, cookie) ?? randomBytes(16).toString('base64url')
      return `${id}.${sign(user, id)}`
    },
  }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>
