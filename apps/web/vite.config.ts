import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const devServer = process.env.GOLDPAN_DEV_SERVER ?? 'http://localhost:3000'

/** Asks for the Latin letters together with the style sheet instead of after it. */
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

/** Everything that the server answers itself; all other paths are the browser application's. */
const served = ['^/api(/|$)', '^/t/', '^/u/', '^/files/']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  preview: {
    port: 4173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
