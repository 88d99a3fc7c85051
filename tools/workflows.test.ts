import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github', 'workflows')
const files = readdirSync(folder)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { 'timeout-minutes'?: number; steps?: Step[] }>
}
interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

const stepsOf = (name: string): Step[] =>
  Object.values((parse(read(name)) as Workflow).jobs).flatMap(({ steps = [] }) => steps)

test.each(files)('%s pins every action by commit, and begins with read access alone', (name) => {
  const used = [...read(name).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, action]) => action!)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  const { permissions, jobs } = parse(read(name)) as Workflow
  expect(permissions).toEqual({ contents: 'read' })
  // A job of another workflow has that one's limits.
  for (const job of Object.values(jobs)) if (job.steps) expect(job['timeout-minutes']).toBeGreaterThan(0)
})

test('a release is an image for two platforms with SBOM and provenance, after versions and tests were checked', () => {
  const build = stepsOf('release.yml').find(({ uses }) => uses?.startsWith('docker/build-push-action'))
  expect(build?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    push: true,
    sbom: true,
    provenance: 'mode=max',
  })
  expect((parse(read('release.yml')) as Workflow).jobs.image).toMatchObject({ needs: ['notes', 'test'] })
  expect(stepsOf('release.yml').some(({ run }) => run?.includes('tools/check-changelog.ts'))).toBe(true)
})

test('each change is tested by npm test, and the chart by helm', () => {
  const commands = stepsOf('ci.yml').flatMap(({ run }) => run ?? [])
  expect(commands).toContain('npm test')
  for (const example of readdirSync(join(root, 'deploy/helm/goldpan/ci')))
    expect(commands).toContain(
      `helm template goldpan deploy/helm/goldpan -f deploy/helm/goldpan/ci/${example}`,
    )
})
