import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/**
 * PostgreSQL refuses to run as root. `namespace` shows it an ordinary uid while files are accessed as root; `account`
 * switches to another user.
 */
export type RunAs = { how: 'ourselves' } | { how: 'namespace' } | { how: 'account'; uid: number; gid: number }

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
const ENVIRONMENT = {
  PATH: PROGRAM_FOLDERS.join(':'),
  // English messages, which explainFailure matches. PGDATA, PGPORT and the like are not passed on.
  LC_ALL: 'C',
  TZ: 'UTC',
}
const NOBODY = 65534

/** Starts a PostgreSQL program in its own process group, so that Ctrl-C doesn't reach it. */
export function spawnAs(runAs: RunAs, program: string, args: string[]): ChildProcess {
  const [command = program, ...rest] = commandLine(runAs, program, args)
  return spawn(command, rest, {
    ...account(runAs),
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** False if a namespace is refused or the file is not accessible. */
export function canRun(runAs: RunAs, program: string): boolean {
  if (runAs.how === 'namespace' && findProgram('unshare') === undefined) return false
  const [command = program, ...rest] = commandLine(runAs, program, ['--version'])
  const { status } = spawnSync(command, rest, {
    ...account(runAs),
    cwd: '/',
    env: ENVIRONMENT,
    stdio: 'ignore',
  })
  return status === 0
}

function commandLine(runAs: RunAs, program: string, args: string[]): string[] {
  return [...namespace(runAs), ...endWithParent(), program, ...args]
}

function namespace(runAs: RunAs): string[] {
  const unshare = runAs.how === 'namespace' ? findProgram('unshare') : undefined
  return unshare ? [unshare, '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] : []
}

/** Makes the kernel stop the server cleanly when the application is killed. */
function endWithParent(): string[] {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined
  return setpriv ? [setpriv, '--pdeathsig', 'INT'] : []
}

function account(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.how === 'account' ? { uid: runAs.uid, gid: runAs.gid } : {}
}

function findProgram(name: string): string | undefined {
  return PROGRAM_FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
