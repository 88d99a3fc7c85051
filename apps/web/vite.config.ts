import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const devServer = process.env.GOLDPAN_DEV_SERVER ?? 'http://localhost:3000'

/** Preloads the Latin font file, which the browser otherwise finds only in the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        if (!font) return []
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** Compresses the files at build time, so the server doesn't do it for each request. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir ?? '', name)
          const content = await readFile(path)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}

/** Paths that the server answers itself; all others are screens of the browser application. */
const serverPaths = ['^/api(/|$)', '^/t/', '^/u/', '^/files/']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont(), compressAssets()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  preview: {
    port: 4173,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
