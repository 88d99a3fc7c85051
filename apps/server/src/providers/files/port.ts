/**
 * Storage of uploaded files. Keys consist of lower-case letters, digits, '-', '.' and '/'. All methods throw an Error for
 * another key, and the error of the disk or the bucket if it fails.
 */
export interface Files {
  /** Atomic; replaces a file with the same key. */
  put(key: string, content: Buffer): Promise<void>
  /** Null if there is no such file. */
  get(key: string): Promise<Buffer | null>
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>
}

const diskFaults = new WeakSet<object>()

/** Marks an error as one of our disk, which its code alone doesn't show. */
export function throwDiskFault(error: unknown): never {
  if (typeof error === 'object' && error !== null) diskFaults.add(error)
  throw error
}

export const isDiskFault = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && diskFaults.has(error)

const SAFE_KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)+$/

export const isFileKey = (key: string): boolean => SAFE_KEY.test(key) && !key.includes('..')

/** @throws Error for keys that could lead out of the storage */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${key}`)
  return key
}
