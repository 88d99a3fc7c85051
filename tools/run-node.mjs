import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { nodePath } from './bootstrap.mjs'

/**
 * Runs Goldpan's Node with these arguments in place of this process: same terminal, signals and exit code.
 */
export function becomeNode(args, env = process.env) {
  const command = [...endWithNpm(), nodePath(), ...args]
  if (process.execve) process.execve(command[0], command, env)
  standInFor(spawn(command[0], command.slice(1), { env, stdio: 'inherit' }))
}

/** npm can't pass on a kill -9: without this the program would go on, out of anyone's sight. */
function endWithNpm() {
  const setpriv = '/usr/bin/setpriv'
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  return process.platform === 'linux' && isUnderNpm && isExecutable(setpriv)
    ? [setpriv, '--pdeathsig', 'TERM']
    : []
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** For a Node too old to be replaced: waits for the child, hands on signals, ends as the child ended. */
function standInFor(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    clearInterval(watch)
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
