// Loaded before the program, with ?pids=: a kill -9 of npm can't be passed on, and without this the program
// would go on, out of anyone's sight, with its port and its data folder.
const pids = new URL(import.meta.url).searchParams.get('pids').split(' ').map(Number)

const watch = setInterval(() => {
  if (pids.every(isAlive)) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 300)
watch.unref()

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
