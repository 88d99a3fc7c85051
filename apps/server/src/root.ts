import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The installation's folder. Sources and bundle are at different depths below it. */
export const ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  return existsSync(join(folder, 'apps', 'server')) ? folder : findRoot(dirname(folder))
}
