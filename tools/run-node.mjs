import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { nodePath } from './bootstrap.mjs'

/**
 * Runs Goldpan's Node with these arguments in place of this process: same terminal, signals and exit code.
 */
export function becomeNode(args) {
  const node = nodePath()
  if (process.execve) process.execve(node, [node, ...endWith(npmAncestors()), ...args], process.env)
  standInFor(spawn(node, [...endWith([process.pid, ...npmAncestors()]), ...args], { stdio: 'inherit' }))
}

/** The flag that lets a Node program stop when one of these processes is gone. */
export function endWith(pids) {
  if (pids.length === 0) return []
  const watch = new URL('./run-watch.mjs', import.meta.url)
  watch.searchParams.set('pids', pids.join(' '))
  return ['--import', watch.href]
}

/** The npm that runs us, and the shell between it and us, which keeps signals to itself. */
function npmAncestors() {
  if (process.platform !== 'linux' || process.env.npm_lifecycle_event === undefined) return []
  try {
    const parent = process.ppid
    const grandparent = parentOf(parent)
    if (isNpm(parent)) return [parent]
    return isNpm(grandparent) ? [parent, grandparent] : []
  } catch {
    return []
  }
}

function parentOf(pid) {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function isNpm(pid) {
  return /^npm |[/\\]npm(-cli\.js)?\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
}

/** For a Node too old to be replaced: waits for the child, hands on signals, ends as the child ended. */
function standInFor(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
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
