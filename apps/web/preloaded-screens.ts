import type { Plugin, Rollup } from 'vite'

/**
 * Public addresses and the code that they show. The server names these files beside the page (`Link: rel=modulepreload`),
 * so that a browser asks for them at once instead of after it has run the entry.
 */
const publicScreens = {
  '/login': 'features/accounts/login-page.tsx',
  '/signup': 'features/accounts/signup-page.tsx',
  '/reset-password': 'features/accounts/reset-password-page.tsx',
  '/terms-and-privacy': 'features/legal/terms-and-privacy-page.tsx',
  '/subscribe': 'features/mailing-list/subscribe-page.tsx',
  '/unsubscribe': 'features/mailing-list/unsubscribe-page.tsx',
}

/** Writes `screens.json`: by address the files that the entry does not name itself. */
export function listPublicScreens(): Plugin {
  return {
    name: 'list-public-screens',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!entry) return
      const known = withImports(entry, bundle)
      const listed = Object.entries(publicScreens).map(([address, module]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`))
        if (!chunk) throw new Error(`${module}, which ${address} shows, is not a file of its own`)
        return [
          address,
          [...withImports(chunk, bundle)].filter((name) => !known.has(name)).map((name) => `/${name}`),
        ]
      })
      this.emitFile({
        type: 'asset',
        fileName: 'screens.json',
        source: JSON.stringify(Object.fromEntries(listed)),
      })
    },
  }
}

function withImports(start: Rollup.OutputChunk, bundle: Rollup.OutputBundle): Set<string> {
  const found = new Set<string>()
  const waiting = [start.fileName]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const part = bundle[name]
    if (found.has(name) || part?.type !== 'chunk') continue
    found.add(name)
    waiting.push(...part.imports)
  }
  return found
}
