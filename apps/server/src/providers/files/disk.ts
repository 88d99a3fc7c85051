import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Files, requireFileKey } from './port.ts'

/** Files in a folder. A file appears whole or not at all: written beside and renamed. */
export function createDiskFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, requireFileKey(key))
  return {
    async put(key, content) {
      const path = pathOf(key)
      const part = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(part, content)
      await rename(part, path)
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
