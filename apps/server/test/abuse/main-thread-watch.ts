import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** Measures CPU time of this process, whatever else the machine does. */
const EVERY_MS = 10
let last = 0
let longest = 0

function measure(): void {
  const { user, system } = process.threadCpuUsage()
  const now = (user + system) / 1000
  longest = Math.max(longest, now - last)
  last = now
}

/** Loaded before a program; reports the longest stretch since the last request on WATCH_PORT, in ms. */
if (isMainThread && process.env.WATCH_PORT) {
  setInterval(measure, EVERY_MS).unref()
  createServer((_request, response) => {
    measure()
    response.end(JSON.stringify({ longest, rss: process.memoryUsage.rss() }))
    longest = 0
  })
    .listen(Number(process.env.WATCH_PORT), '127.0.0.1')
    .unref()
}
