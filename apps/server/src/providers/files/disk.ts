import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Files, requireFileKey, throwDiskFault } from './port.ts'

/** Files in a folder. Written under another name and renamed, so that they appear complete. */
export function createDiskFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, requireFileKey(key))
  async function write(path: string, content: Buffer): Promise<void> {
    const part = `${path}.${randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(part, content)
    await rename(part, path)
  }
  return {
    put: async (key, content) => write(pathOf(key), content).catch(throwDiskFault),
    async get(key) {
      return readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        return throwDiskFault(error)
      })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch(throwDiskFault)
    },
  }
}
