import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The body of a message being received. */
export interface Body {
  readonly size: number
  /** True once it has spilled to disk. */
  readonly isSpooled: boolean
  /** Returns false and discards the chunk if the budget or the disk is full. */
  add(chunk: Buffer): Promise<boolean>
  read(): Promise<Buffer>
  /** Frees memory, disk and budget. */
  release(): Promise<void>
}

/** Larger bodies continue on disk. */
const MEMORY_BYTES = 32 * 1024
const FIRST_BYTES = 4 * 1024

/**
 * Bodies of all messages being received, within one byte budget. A spool file is unlinked right after opening, so its
 * space is freed when it is closed or the process dies.
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

    /** Copies chunks: thousands of tiny ones would keep far larger buffers alive. */
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
    /** Removes files of a process that was killed between opening and unlinking. */
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
