/** Files that people upload, by key. Keys are made by the product: lower-case letters, digits, '-', '.', '/'. */
export interface Files {
  /** The file appears whole or not at all; one of the same key is replaced. */
  put(key: string, content: Buffer): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>
  /** Also when there is none. */
  remove(key: string): Promise<void>
}

const diskFaults = new WeakSet<object>()

/** Notes that our own disk refused, which an error's code alone does not tell. */
export function throwDiskFault(error: unknown): never {
  if (typeof error === 'object' && error !== null) diskFaults.add(error)
  throw error
}

export const isDiskFault = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && diskFaults.has(error)

const SAFE_KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)+$/

export const isFileKey = (key: string): boolean => SAFE_KEY.test(key) && !key.includes('..')

/** @throws Error for anything that could lead out of where files lie */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${key}`)
  return key
}
