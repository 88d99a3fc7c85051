import { spawn } from 'node:child_process'
import { nodePath } from './bootstrap.mjs'

const PARENT_CHECK_MS = 300

/**
 * Runs a program on Goldpan's Node with our terminal, signals and exit code. The program stops when we die (its IPC
 * channel closes), and we stop when our parent dies: `kill -9` of npm stops everything.
 */
export function launch(args) {
  const child = spawn(nodePath(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to both processes.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, PARENT_CHECK_MS).unref()
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
