import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationMark } from './port.ts'

/**
 * A small file in the data folder. It is written in place: its number on the disk and the moment of its making stay,
 * and a restored or copied folder has other ones.
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

/** A file that was cut off by a crash counts as none. */
function parse(text: string): { place: string; epoch: number } | null {
  try {
    const { place, epoch } = JSON.parse(text)
    return typeof place === 'string' && Number.isSafeInteger(epoch) ? { place, epoch } : null
  } catch {
    return null
  }
}
