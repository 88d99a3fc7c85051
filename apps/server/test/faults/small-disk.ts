import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A data folder on a disk that can be filled, for a process of the product. */
export interface SmallDisk {
  dataDir: string
  /** The shell line that runs the program with this disk. */
  within: string
  /** The data folder as it is seen from out here. */
  seenFrom(pid: number): string
  /** Leaves no room. */
  fill(pid: number): void
  /** Makes room again; false when the program has to be started anew, without `within`, for that. */
  free(pid: number): boolean
}

const TMPFS_BYTES = 160_000_000

/**
 * A file system in memory, in a mount namespace of the program's own: for root, and for others where user
 * namespaces are allowed. Where neither is, a limit on the size of each file, which needs no right at all.
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
      // The last write is cut off where the disk ends.
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

/** Room for the database's log files of 16 MB, and for tables that are smaller. In blocks of 512 bytes. */
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
