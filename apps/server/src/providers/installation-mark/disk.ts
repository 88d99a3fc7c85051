import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationMark } from './port.ts'

/**
 * A small file in the data folder, always overwritten in place: its inode and birth time stay the same, and those of
 * a restored or copied folder differ.
 */
export function createDiskMark(folder: string): InstallationMark {
  const path = join(folder, 'installation-mark.json')

  async function identify(): Promise<string> {
    const { ino, birthtimeMs } = await stat(path)
    return `${ino} ${Math.round(birthtimeMs)}`
  }

  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => null)
      const kept = text === null ? null : parse(text)
      return kept && { ...kept, identity: await identify() }
    },
    async write({ place, epoch }) {
      await mkdir(folder, { recursive: true })
      const file = await open(path, 'a')
      try {
        const text = `${JSON.stringify({ place, epoch })}\n`
        await file.truncate(0)
        await file.write(text)
      } finally {
        await file.close()
      }
      return identify()
    },
  }
}

/** Null if a crash truncated the file. */
function parse(text: string): { place: string; epoch: number } | null {
  try {
    const { place, epoch } = JSON.parse(text)
    return typeof place === 'string' && Number.isSafeInteger(epoch) ? { place, epoch } : null
  } catch {
    return null
  }
}
