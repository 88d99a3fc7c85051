import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaults, notesOf } from './changelog.ts'

/**
 * Checks that CHANGELOG.md and the Helm chart know the version in package.json. With a tag such as v0.2.0: also that
 * the tag is that version, and prints its section.
 */
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const [tag] = process.argv.slice(2)
const { version } = JSON.parse(read('package.json')) as { version: string }
const changelog = read('CHANGELOG.md')
const faults = findFaults(changelog, version)
const chart = /^appVersion: "(.+)"$/m.exec(read('deploy/helm/goldpan/Chart.yaml'))?.[1]
if (chart !== version)
  faults.push(`deploy/helm/goldpan/Chart.yaml has the appVersion ${chart}, and package.json ${version}.`)
if (tag !== undefined) {
  if (tag !== `v${version}`) faults.push(`The tag is ${tag}, and package.json has the version ${version}.`)
  const notes = notesOf(changelog, version)
  if (notes === null) faults.push(`CHANGELOG.md has no section '## ${version} – <date>' yet.`)
  else if (faults.length === 0) console.log(notes)
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
