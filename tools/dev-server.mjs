// Started by dev.mjs on Goldpan's Node: Vite serves the screens, and passes everything else to the server.
import { spawn } from 'node:child_process'
import { createServer as createPortProbe } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'
import { progress, root } from './bootstrap.mjs'

const READY = /^Goldpan is ready/

const port = Number(process.env.PORT ?? 3000)
const address = `http://localhost:${port}`
const serverPort = await freePort()
// apps/web/vite.config.ts proxies paths that aren't screens to this.
process.env.GOLDPAN_DEV_SERVER = `http://127.0.0.1:${serverPort}`
const screens = await createServer({
  root: path.join(root, 'apps', 'web'),
  configLoader: 'native',
  logLevel: 'warn',
  server: { host: '127.0.0.1', port, strictPort: true, proxy: { '^/': demoSites() } },
})
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  env: { PUBLIC_URL: address, NODE_ENV: 'development', ...process.env, PORT: String(serverPort) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
announceOnce(server)
stopTogether(server)
await screens.listen().catch((error) => {
  progress(error.message)
  server.kill('SIGTERM')
  process.exitCode = 1
})

/** Websites of the demo town have their own host names below localhost; the server serves them. */
function demoSites() {
  return {
    target: process.env.GOLDPAN_DEV_SERVER,
    bypass: ({ url, headers }) => (/\.localhost(:|$)/.test(headers.host ?? '') ? undefined : url),
  }
}

function announceOnce(server) {
  let isAnnounced = false
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!READY.test(line)) return progress(line)
    if (!isAnnounced) process.stdout.write(`Goldpan is ready at ${address} and shows every change at once\n`)
    isAnnounced = true
  })
}

function stopTogether(server) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'))
  server.once('exit', async (code) => {
    await screens.close()
    process.exit(process.exitCode ?? code ?? 0)
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createPortProbe().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
