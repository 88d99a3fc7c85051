import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A message while it comes in. */
export interface Body {
  readonly size: number
  /** True once a part of it is on disk. */
  readonly isSpooled: boolean
  /** Returns false, and keeps nothing of the chunk, when there is no room. */
  add(chunk: Buffer): Promise<boolean>
  read(): Promise<Buffer>
  /** Gives memory, disk and budget back. */
  release(): Promise<void>
}

/** Held in memory for each body; the rest goes to disk. */
const MEMORY_BYTES = 32 * 1024
const FIRST_BYTES = 4 * 1024

/**
 * Bodies of all messages under way, within one budget of bytes. A spooled file is unlinked as soon as it is open, so
 * its space returns when it is closed, and also when the process is killed.
 */
export function createSpool({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  let used = 0

  async function createFile(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path, { force: true })
    return file
  }

  function createBody(): Body {
    let size = 0
    let file: FileHandle | null = null
    let inFile = 0
    let memory: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
    let inMemory = 0

    async function flush(): Promise<void> {
      file ??= await createFile()
      await writeAll(file, memory.subarray(0, inMemory), inFile)
      inFile += inMemory
      inMemory = 0
    }

    /** Chunks are copied: thousands of tiny ones would take many times their size. */
    async function append(chunk: Buffer): Promise<void> {
      for (let at = 0; at < chunk.length; ) {
        if (inMemory === MEMORY_BYTES) await flush()
        if (inMemory === memory.length) memory = grown(memory)
        const copied = chunk.copy(memory, inMemory, at)
        inMemory += copied
        at += copied
      }
    }

    return {
      get size() {
        return size
      },
      get isSpooled() {
        return file !== null
      },
      async add(chunk) {
        if (used + chunk.length > maxBytes) return false
        used += chunk.length
        size += chunk.length
        await append(chunk)
        return true
      },
      async read() {
        if (file === null) return memory.subarray(0, inMemory)
        const whole = Buffer.allocUnsafeSlow(inFile + inMemory)
        await readAll(file, whole.subarray(0, inFile))
        memory.copy(whole, inFile, 0, inMemory)
        return whole
      },
      async release() {
        used -= size
        size = 0
        memory = Buffer.alloc(0)
        inMemory = 0
        const opened = file
        file = null
        await opened?.close()
      },
    }
  }

  return {
    createBody,
    hasRoom: (bytes: number): boolean => used + bytes <= maxBytes,
    usedBytes: (): number => used,
    /** Removes what a process left behind that was killed between opening and unlinking a file. */
    async clean(): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { force: true })
    },
  }
}

export type Spool = ReturnType<typeof createSpool>

function grown(memory: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(memory.length * 4, MEMORY_BYTES))
  memory.copy(larger)
  return larger
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
}

async function readAll(file: FileHandle, into: Buffer): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, at)
    if (bytesRead === 0) throw new Error('A spooled message is shorter than it was')
    at += bytesRead
  }
}
