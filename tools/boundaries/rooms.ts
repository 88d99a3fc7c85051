import { type Finding, isTest, type Source } from './sources.ts'

/** Which server feature may use which. Read downwards; nothing points up. */
export const featureUses: Record<string, readonly string[]> = {
  accounts: [],
  notifications: ['accounts'],
  organizations: ['accounts'],
  usage: ['accounts', 'notifications'],
  operator: ['accounts', 'organizations', 'own-data'],
  billing: ['accounts', 'operator', 'usage'],
  'operator-pages': ['accounts', 'billing', 'operator'],
  'mailing-list': ['accounts'],
  support: ['accounts'],
  search: ['accounts', 'usage', 'tables'],
  tables: ['accounts'],
  signatures: ['accounts'],
  'sender-identity': [],
  enrolments: [],
  suppressions: ['enrolments'],
  'sending-domain': [],
  prospects: ['accounts', 'enrolments', 'suppressions', 'tables'],
  campaigns: ['accounts', 'enrolments', 'prospects', 'signatures', 'suppressions', 'tables'],
  inbox: ['accounts', 'campaigns', 'enrolments', 'organizations', 'prospects', 'suppressions'],
  writing: ['accounts', 'usage', 'campaigns', 'sender-identity', 'signatures', 'prospects'],
  tracking: ['accounts', 'campaigns', 'enrolments', 'prospects', 'suppressions'],
  gathering: ['accounts', 'notifications', 'suppressions', 'tables', 'prospects'],
  'own-mailboxes': ['accounts', 'enrolments', 'notifications', 'organizations'],
  sending: [
    'notifications',
    'accounts',
    'inbox',
    'usage',
    'campaigns',
    'enrolments',
    'signatures',
    'prospects',
    'own-mailboxes',
    'sender-identity',
    'sending-domain',
    'suppressions',
    'tracking',
    'writing',
  ],
  'follow-ups': [
    'accounts',
    'campaigns',
    'enrolments',
    'own-mailboxes',
    'prospects',
    'sending',
    'signatures',
    'suppressions',
    'tracking',
    'usage',
    'writing',
  ],
  replies: [
    'accounts',
    'campaigns',
    'enrolments',
    'follow-ups',
    'inbox',
    'own-mailboxes',
    'prospects',
    'signatures',
    'tracking',
    'sending',
    'sending-domain',
    'suppressions',
    'usage',
    'writing',
  ],
  'mailbox-reading': ['own-mailboxes', 'replies', 'sending', 'tracking'],
  imports: ['accounts', 'tables', 'prospects', 'suppressions'],
  activity: ['prospects', 'sending', 'tracking'],
  removals: [
    'accounts',
    'campaigns',
    'enrolments',
    'inbox',
    'prospects',
    'replies',
    'sending',
    'tables',
    'tracking',
  ],
  retention: ['replies', 'usage'],
  home: ['tables', 'prospects', 'campaigns', 'gathering', 'own-mailboxes', 'sending', 'imports'],
  'own-data': ['accounts', 'usage', 'gathering', 'own-mailboxes', 'sending'],
  'weekly-report': ['accounts', 'usage', 'prospects', 'campaigns'],
}

/** Which browser feature may use which. A feature that isn't named uses no other. */
export const browserFeatureUses: Record<string, readonly string[]> = {
  accounts: ['mailbox'],
  campaigns: [
    'holds',
    'inbox',
    'organizations',
    'own-mailboxes',
    'prospects',
    'removals',
    'sender-identity',
    'sending',
  ],
  gathering: ['organizations', 'prospects'],
  home: ['inbox', 'organizations'],
  inbox: ['holds', 'organizations', 'prospects', 'removals'],
  organizations: ['sender-identity'],
  prospects: ['organizations', 'removals'],
  search: ['home', 'prospects'],
  sending: ['organizations', 'own-mailboxes', 'sender-identity'],
  settings: ['organizations', 'sender-identity'],
  signatures: ['tracking'],
  tables: ['gathering', 'organizations', 'prospects', 'removals'],
  tracking: ['mailing-list'],
}

interface Room {
  name: string
  holds: RegExp
  /** Allowed imports besides npm packages and the same room. */
  mayUse: RegExp[]
  advice: string
}

const contract = /^packages\/contract\/src\//
/** The one way to escape HTML, for every room that writes some. */
const escapeHtml = /^packages\/campaign-mail\/src\/escape-html/
const ports = /^apps\/server\/src\/providers\/[^/]+\/port\.ts$/

/** A file belongs to the first room whose pattern matches. */
const rooms: Room[] = [
  {
    name: 'the contract',
    holds: contract,
    mayUse: [],
    advice: 'The contract knows only Zod and itself; move the code to the side that needs it.',
  },
  {
    name: 'a package',
    holds: /^packages\/([^/]+)\//,
    mayUse: [contract],
    advice: 'Packages know nothing of the product but the contract; pass what is needed as an option.',
  },
  {
    name: 'the start',
    holds: /^apps\/server\/src\/((main|[a-z]+-cli)\.ts$|admin\/)/,
    mayUse: [/^apps\/server\/src\//, /^packages\//],
    advice: '',
  },
  {
    name: 'the composition',
    holds: /^apps\/server\/src\/compose(\.|\/|-)/,
    mayUse: [/^apps\/server\/src\//, /^packages\//],
    advice: '',
  },
  {
    name: 'the demo',
    holds: /^apps\/server\/src\/demo\//,
    mayUse: [/^apps\/server\/src\//, /^packages\//],
    advice: '',
  },
  {
    name: 'a server feature',
    holds: /^apps\/server\/src\/features\//,
    mayUse: [
      /^apps\/server\/src\/(db|jobs|letters|features)\//,
      /^apps\/server\/src\/http\/(bind|refuse|csv|error-answers|known-hosts|operator\/operator-guard|rate-limits|session-gate|uploads)\.ts$/,
      ports,
      /^packages\//,
    ],
    advice:
      'Features import ports, never adapters, and nothing of compose; take it as a dependency of createX(deps).',
  },
  {
    name: 'the letters',
    holds: /^apps\/server\/src\/letters\//,
    mayUse: [/^apps\/server\/src\/db\//, ports, contract, escapeHtml],
    advice: 'Letters use ports and the database only.',
  },
  {
    name: 'a provider',
    holds: /^apps\/server\/src\/providers\//,
    mayUse: [/^apps\/server\/src\/(db|providers)\//, /^packages\//],
    advice: 'An adapter knows its port, the database and packages; no feature.',
  },
  {
    name: 'the web server',
    holds: /^apps\/server\/src\/http\//,
    mayUse: [/^apps\/server\/src\/db\//, ports, contract, escapeHtml],
    advice: 'http/ knows no feature; compose hands it what it needs.',
  },
  {
    name: 'the database',
    holds: /^apps\/server\/src\/db\//,
    mayUse: [/^apps\/server\/src\/root\.ts$/],
    advice: 'db/ knows nobody; pass what it needs.',
  },
  {
    name: 'the worker loop',
    holds: /^apps\/server\/src\/jobs\//,
    mayUse: [/^apps\/server\/src\/db\//, ports],
    advice: 'jobs/ knows no feature; a feature passes what it does with a row.',
  },
  {
    name: 'the settings',
    holds: /^apps\/server\/src\/(config|plans-file|json-lines|([a-z]+-)?settings)\.ts$/,
    mayUse: [/^apps\/server\/src\/db\/start-up-error\.ts$/, contract],
    advice: 'config.ts reads the environment and the files that it names, nothing else.',
  },
  {
    name: 'a browser feature',
    holds: /^apps\/web\/src\/features\//,
    mayUse: [/^apps\/web\/src\/(features|ui|lib)\//, contract],
    advice: 'A screen uses ui, lib, the contract and the features that browserFeatureUses names.',
  },
  {
    name: 'the browser shell',
    holds: /^apps\/web\/src\/(app|main)/,
    mayUse: [/^apps\/web\/src\//, contract],
    advice: '',
  },
  {
    name: 'a component',
    holds: /^apps\/web\/src\/ui\//,
    mayUse: [],
    advice: 'Components know neither router, contract nor queries; pass values and callbacks.',
  },
  {
    name: 'the bot check',
    holds: /^apps\/web\/src\/lib\/bot-check\//,
    mayUse: [/^apps\/web\/src\/(ui|lib)\//, contract],
    advice: 'The check that several screens show uses ui, lib and the contract.',
  },
  {
    name: 'the browser library',
    holds: /^apps\/web\/src\/lib\//,
    mayUse: [contract],
    advice: 'lib/ knows the contract only.',
  },
]

const featureOf = (path: string): string | undefined =>
  /^apps\/(?:server|web)\/src\/features\/([^/]+)/.exec(path)?.[1]
const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]
const isOurs = (target: string): boolean => /^(apps|packages|tools|e2e|bench)\//.test(target)

export function checkRooms(sources: Source[]): Finding[] {
  return sources.filter((source) => !isTest(source.path)).flatMap(checkImports)
}

function checkImports(source: Source): Finding[] {
  const room = rooms.find((candidate) => candidate.holds.test(source.path))
  if (!room) return []
  return source.imports.flatMap(({ target, line }) => {
    const sentence = isOurs(target)
      ? explainImport(source.path, target, room)
      : explainPackage(source.path, target)
    return sentence ? [{ file: source.path, line, sentence }] : []
  })
}

function explainImport(path: string, target: string, room: Room): string | null {
  const [feature, used] = [featureOf(path), featureOf(target)]
  if (feature && used && feature !== used) return explainFeature(path, target, feature, used)
  const isOwnRoom = room.holds.test(target) && packageOf(path) === packageOf(target)
  if (isOwnRoom || room.mayUse.some((pattern) => pattern.test(target))) return null
  return `${room.name} may not import ${target}. ${room.advice}`
}

function explainFeature(path: string, target: string, feature: string, used: string): string | null {
  const list = path.startsWith('apps/web/') ? 'browserFeatureUses' : 'featureUses'
  const uses = list === 'browserFeatureUses' ? browserFeatureUses : featureUses
  if (!uses[feature]?.includes(used))
    return `${feature} may not use ${used}. If it must, add it to ${list} in tools/boundaries/rooms.ts, without a cycle; else turn the dependency round.`
  if (/\.(store|mail)\.ts$/.test(target))
    return `${feature} may not reach into ${target}. Ask an operation of ${used} instead.`
  return null
}

function explainPackage(path: string, target: string): string | null {
  if (path.startsWith('packages/contract/') && target !== 'zod')
    return `the contract imports only Zod, not ${target}.`
  if (path.startsWith('apps/web/src/ui/') && /^(react-router|@tanstack\/react-query)/.test(target))
    return `components know neither router nor queries (${target}). Pass values and callbacks.`
  return null
}

/** Features that can reach themselves through others, in the server or the browser. */
export function checkCycles(): Finding[] {
  const cycles = [findCycle(featureUses), findCycle(browserFeatureUses)]
  return cycles
    .filter((cycle) => cycle !== null)
    .map((cycle) => ({
      file: 'tools/boundaries/rooms.ts',
      line: 1,
      sentence: `features use each other in a circle: ${cycle.join(' → ')}. Turn one dependency round.`,
    }))
}

export function findCycle(uses: Record<string, readonly string[]>): string[] | null {
  const reach = (feature: string, path: string[]): string[] | null => {
    if (path.includes(feature)) return [...path, feature]
    for (const used of uses[feature] ?? []) {
      const cycle = reach(used, [...path, feature])
      if (cycle) return cycle
    }
    return null
  }
  for (const feature of Object.keys(uses)) {
    const cycle = reach(feature, [])
    if (cycle) return cycle
  }
  return null
}
