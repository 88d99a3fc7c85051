import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ScratchFile {
  descriptor: number
  close(): void
}

/**
 * A temporary file for what does not fit into memory. Its name goes at once where the system lets an open file lose it,
 * so that a killed import leaves nothing behind.
 */
export function openScratchFile(): ScratchFile {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-places-'))
  const descriptor = openSync(join(folder, 'scratch'), 'w+', 0o600)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (process.platform !== 'win32') remove()
  return {
    descriptor,
    close() {
      closeSync(descriptor)
      remove()
    },
  }
}
