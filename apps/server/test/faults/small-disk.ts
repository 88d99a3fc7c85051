import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A data folder on a disk that a test can fill. */
export interface SmallDisk {
  dataDir: string
  /** Shell line that starts the program with this disk. */
  within: string
  /** Path of the data folder for this process. */
  seenFrom(pid: number): string
  /** Fills the disk. */
  fill(pid: number): void
  /** Frees the space again. False if the program must be restarted without `within` for that. */
  free(pid: number): boolean
}

const TMPFS_BYTES = 160_000_000

/**
 * A tmpfs in the program's own mount namespace, for root and where user namespaces are allowed; otherwise a limit on
 * file size, which needs no privileges.
 */
export function makeSmallDisk(): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unshare = process.getuid?.() === 0 ? 'unshare --mount' : 'unshare --user --map-root-user --mount'
  const mount = `mount -t tmpfs -o size=${TMPFS_BYTES},mode=0755 none ${folder}`
  const canMount = spawnSync('sh', ['-c', `${unshare} sh -c '${mount}'`]).status === 0
  return canMount ? mounted(folder, unshare, mount) : limited(folder)
}

function mounted(folder: string, unshare: string, mount: string): SmallDisk {
  const seen = (pid: number) => `/proc/${pid}/root${folder}`
  return {
    dataDir: path.join(folder, 'data'),
    within: `exec ${unshare} sh -c '${mount} && exec "$@"' sh "$@"`,
    seenFrom: (pid) => path.join(seen(pid), 'data'),
    fill(pid) {
      // The last write fails when the disk is full.
      for (const part of ['large', 'small'])
        try {
          const size = part === 'large' ? TMPFS_BYTES : 1 << 20
          writeFileSync(path.join(seen(pid), part), Buffer.alloc(size))
        } catch {}
    },
    free(pid) {
      for (const part of ['large', 'small']) rmSync(path.join(seen(pid), part), { force: true })
      return true
    },
  }
}

/** In blocks of 512 bytes: room for the database's WAL files of 16 MB and for smaller tables. */
const FILE_BLOCKS = 36_000

function limited(folder: string): SmallDisk {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  return {
    dataDir,
    within: `ulimit -f ${FILE_BLOCKS}; exec "$@"`,
    seenFrom: () => dataDir,
    fill: () => undefined,
    free: () => false,
  }
}
