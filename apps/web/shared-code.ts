interface ModuleInfo {
  importers: string[]
  dynamicImporters: string[]
  isEntry: boolean
}
export type GetModuleInfo = (id: string) => ModuleInfo | null

/** The fewer need it, the later it takes. */
export const sharedFiles = ['login', 'legal', 'public', 'queries', 'signed-in', 'further'] as const

/** Pages for visitors: they fetch no more than they need, the first one least of all. */
const FIRST_PAGE = /\/src\/features\/accounts\/login-page\.tsx$/
const LEGAL_PAGE = /\/src\/features\/legal\/[a-z-]+-page\.tsx$/
const PUBLIC_PAGE = /\/src\/features\/(accounts|mailing-list)\/[a-z-]+\.tsx?$/
/** Where people arrive after login: what others share without these need not be fetched for them. */
const ARRIVAL = /\/src\/app\/(app-layout|search-screen)\.tsx$/
const QUERIES = /\/src\/app\/queries\.tsx$/

/** The start, and every file that is fetched when a screen or a dialog needs it, that leads to this module. */
function startsOf(id: string, getInfo: GetModuleInfo): Set<string> {
  const starts = new Set<string>()
  const seen = new Set([id])
  for (const current of seen) {
    const info = getInfo(current)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0) starts.add(current)
    for (const importer of info.importers) seen.add(importer)
  }
  return starts
}

/**
 * The file for a module that several screens share; null leaves it where the bundler puts it. Left alone, a screen is
 * made of some seventy small files, each of which a browser has to ask for.
 */
export function sharedFileOf(id: string, getInfo: GetModuleInfo): (typeof sharedFiles)[number] | null {
  const starts = [...startsOf(id, getInfo)]
  if (starts.length < 2 || starts.some((start) => getInfo(start)?.isEntry)) return null
  const isFor = (pages: RegExp) => starts.some((start) => pages.test(start))
  if (isFor(FIRST_PAGE)) return 'login'
  if (isFor(LEGAL_PAGE)) return 'legal'
  if (isFor(PUBLIC_PAGE)) return 'public'
  if (isFor(QUERIES)) return 'queries'
  return isFor(ARRIVAL) ? 'signed-in' : 'further'
}
