import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../apps/server/src/config.ts'

/** What can be proved without helm; .github/workflows/ci.yml runs `helm lint` and `helm template`. */
const chart = join(import.meta.dirname, '..', 'deploy', 'helm', 'goldpan')
const read = (path: string) => readFileSync(join(chart, path), 'utf8')
const known = new Set<string>(Object.values(settings).map(({ name }) => name))
const secret = new Set<string>(
  Object.values(settings).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
)

interface Values {
  [name: string]: unknown
}

const defaults: Values = parse(read('values.yaml'))
const validate = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')))
const templates = readdirSync(join(chart, 'templates')).map((name) => read(`templates/${name}`))
const deployments = read('templates/deployments.yaml')

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As helm merges a file of values over the chart's. */
function merged(base: Values, over: Values): Values {
  const both: Values = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const under = base[name]
    both[name] = isMap(under) && isMap(value) ? merged(under, value) : value
  }
  return both
}

const example = (name: string): Values => merged(defaults, parse(read(`ci/${name}.yaml`)))
const isValid = (values: Values): boolean => validate(values)

test('the example values fit the schema, and the chart’s own don’t: they lack what is required', () => {
  for (const name of ['small', 'all']) {
    validate(example(name))
    expect(validate.errors).toBeNull()
  }
  expect(isValid(defaults)).toBe(false)
})

test.each<[string, Values]>([
  ['no image', { image: { repository: '' } }],
  ['no address', { settings: { PUBLIC_URL: '' } }],
  ['no trusted proxy', { settings: { TRUST_PROXY: '' } }],
  ['no bucket', { settings: { S3_BUCKET: '' } }],
  ['a number as a setting', { settings: { MAIL_RATE: 10 } }],
  ['on and off as YAML reads them', { settings: { PAYMENT: false } }],
  ['neither a Secret nor secrets', { existingSecret: '' }],
  ['secrets without a key', { existingSecret: '', secrets: { DATABASE_URL: 'postgres://db/goldpan' } }],
  ['an unknown value', { replicas: 3 }],
  ['an unknown value of a role', { worker: { replica: 3 } }],
  ['an ingress without a host', { ingress: { enabled: true } }],
  ['workers scaled without a Prometheus', { worker: { autoscaling: { enabled: true } } }],
])('%s is refused', (_name, change) => {
  expect(isValid(merged(example('small'), change))).toBe(false)
})

test('every setting that the chart names is one that Goldpan has, and secrets are only in the Secret', () => {
  const inMaps = [defaults, example('small'), example('all')].flatMap((values) =>
    [values, values.web, values.worker, values.inbound].flatMap((of) =>
      Object.keys((of as { settings: object }).settings),
    ),
  )
  const inTemplates = [...deployments.matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name]) => name!)
  const inSecret = [
    ...Object.keys(example('all').secrets as object),
    ...[...templates.join('').matchAll(/^ +key: ([A-Z_]+)$/gm)].map(([, name]) => name!),
  ]
  expect(inTemplates).toContain('ROLES')
  expect(inSecret).toContain('METRICS_TOKEN')
  expect([...inMaps, ...inTemplates, ...inSecret].filter((name) => !known.has(name))).toEqual([])
  expect(inMaps.filter((name) => secret.has(name))).toEqual([])
  // S3_ACCESS_KEY_ID is no secret by itself, but belongs to one.
  expect(inSecret.filter((name) => !secret.has(name) && name !== 'S3_ACCESS_KEY_ID')).toEqual([])
})

test('every value that a template reads is declared in values.yaml', () => {
  const paths = templates.flatMap((text) =>
    [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => path!.slice(1).split('.')),
  )
  const ofRoles = [...deployments.matchAll(/\$of\.(\w+)/g)].map(([, name]) => ['worker', name!])
  expect(paths.length).toBeGreaterThan(30)
  const isDeclared = (path: string[]) => {
    let value: unknown = defaults
    for (const name of path) value = isMap(value) ? value[name] : undefined
    return value !== undefined
  }
  expect([...paths, ...ofRoles].filter((path) => !isDeclared(path)).map((path) => path.join('.'))).toEqual([])
})

test('a process of each role runs as compose runs it: without root, rights and anything to write but /data and /tmp', () => {
  expect(deployments).toContain('range $role := list "web" "worker" "inbound"')
  for (const line of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    '- ALL',
    'path: /api/health/ready',
    'automountServiceAccountToken: false',
  ])
    expect(deployments).toContain(line)
  expect([...deployments.matchAll(/mountPath: (\S+)/g)].map(([, path]) => path)).toEqual(['/data', '/tmp'])
  const { DRAIN_SECONDS, STOP_SECONDS } = defaults.settings as Record<string, string>
  expect(defaults.terminationGracePeriodSeconds).toBeGreaterThan(Number(DRAIN_SECONDS) + Number(STOP_SECONDS))
})

test('workers are scaled by a metric that Goldpan has', () => {
  const metric = /max\((goldpan_\w+)%s\)/.exec(read('templates/autoscaling.yaml'))?.[1]
  expect(metric).toBe('goldpan_oldest_due_message_seconds')
})
