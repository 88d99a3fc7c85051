import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { writeEarlyPages } from './early-pages.build.ts'
import { type GetModuleInfo, sharedFileOf, sharedFiles } from './shared-code.ts'

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

/** Compresses once, as hard as it goes, what the server would otherwise have to compress for everybody. */
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

/** Zod can print its schemas as JSON Schema; only the server does, so a browser need not fetch how. */
function withoutJsonSchema(): Plugin {
  const nothing = '\0without-json-schema'
  const names = [
    ...['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod', 'initializeContext', 'process'],
    ...['extractDefs', 'finalize'],
  ]
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /(^|\/)to-json-schema\.js$/.test(source) && importer?.includes('/zod/') ? nothing : null,
    load: (id) => (id === nothing ? names.map((name) => `export const ${name} = () => {}`).join('\n') : null),
  }
}

/** Everything that the server answers itself; all other paths are the browser application's. */
const served = ['^/api(/|$)', '^/t/', '^/u/', '^/files/']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    withoutJsonSchema(),
    preloadFont(),
    writeEarlyPages(() => [react(), withoutJsonSchema()].flat()),
    compressAssets(),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  preview: {
    port: 4173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: devServer, changeOrigin: false }])),
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: sharedFiles.length + 1 },
            // Every icon hangs on one module of all icons, so that nobody can tell which screens use it.
            { name: 'icons', test: /lucide-react.*\/icons\//, priority: sharedFiles.length + 1 },
            // Only screens that show somebody's HTML need what cleans it.
            {
              name: 'html',
              test: /\/(dompurify\/|src\/ui\/sanitized-html)/,
              priority: sharedFiles.length + 1,
            },
            // One after the other, as a file takes what its modules need along.
            ...sharedFiles.map((name, at) => ({
              name: (id: string, bundle: { getModuleInfo: GetModuleInfo }) =>
                sharedFileOf(id, (other) => bundle.getModuleInfo(other)) === name ? name : null,
              priority: sharedFiles.length - at,
            })),
          ],
        },
      },
    },
  },
})
