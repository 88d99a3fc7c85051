import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'

/** The code of the pages whose first look is written into their HTML. */
const modules = {
  '/login': 'features/accounts/login-page.tsx',
  '/signup': 'features/accounts/signup-page.tsx',
  '/terms-and-privacy': 'features/legal/terms-and-privacy-page.tsx',
}

/**
 * Writes `pages/<address>.html` for visitors without a session: the page as it looks before anything is pressed, and
 * the names of its code, so that it is seen while that code is on its way. The application puts itself in its place.
 */
export function writeEarlyPages(plugins: () => Plugin[]): Plugin {
  let root = ''
  return {
    name: 'write-early-pages',
    apply: (_config, { command, mode, isSsrBuild }) =>
      command === 'build' && mode === 'production' && !isSsrBuild,
    configResolved(config) {
      root = config.root
    },
    async writeBundle({ dir = '' }, bundle) {
      const index = await readFile(join(dir, 'index.html'), 'utf8')
      const looks = await renderLooks(root, plugins)
      await mkdir(join(dir, 'pages'), { recursive: true })
      for (const [address, module] of Object.entries(modules)) {
        const look = looks[address]
        if (!look) throw new Error(`${address} has no early look`)
        const links = codeOf(module, bundle).map((name) =>
          name.endsWith('.css')
            ? `<link rel="stylesheet" crossorigin href="/${name}">`
            : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`,
        )
        // What is seen first comes first; the code follows.
        const page = index
          .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
          .replace('</head>', `${links.join('')}</head>`)
          .replace('<div id="root">', `<div id="early" inert>${toPicture(look)}</div><div id="root">`)
        await writeFile(join(dir, 'pages', `${address.slice(1)}.html`), page)
      }
    },
  }
}

async function renderLooks(root: string, plugins: () => Plugin[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'goldpan-early-pages-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: plugins(),
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: { ssr: 'src/early-pages.tsx', outDir: folder, assetsInlineLimit: 0, emptyOutDir: true },
    })
    return JSON.parse(execFileSync(process.execPath, [join(folder, 'early-pages.js')], { encoding: 'utf8' }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Only a picture: nothing in it can be typed into or pressed, so that nothing is lost when the real page comes. */
function toPicture(look: string): string {
  return look
    .replace(/<input\b([^>]*?)\/?>/g, '<div$1></div>')
    .replace(/<(button|form|label)\b/g, '<div')
    .replace(/<\/(button|form|label)>/g, '</div>')
    .replace(/<a\b/g, '<span')
    .replace(/<\/a>/g, '</span>')
    .replace(/ (?:style|id|for|href|name|type|value|tabindex|autofocus|aria-label(?:ledby)?)="[^"]*"/gi, '')
}

/** A screen's own files and all that they import, without what the entry names itself. */
function codeOf(module: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`))
  if (!entry || !chunk) throw new Error(`${module} is not a file of its own`)
  const known = withImports(entry.fileName, bundle)
  return [...withImports(chunk.fileName, bundle)].filter((name) => !known.has(name))
}

function withImports(start: string, bundle: Rollup.OutputBundle): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const part = bundle[name]
    if (found.has(name) || part?.type !== 'chunk') continue
    found.add(name)
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(style)
    waiting.push(...part.imports)
  }
  return found
}
