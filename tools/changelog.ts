interface Section {
  /** '0.2.0', or null for what isn't released yet. */
  version: string | null
  /** Of unreleased changes: the last release. */
  since: string | null
  text: string
}

const RELEASED = /^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$/
const UNRELEASED = /^## Unreleased \(since (\d+\.\d+\.\d+)\)$/
const NEEDS_ACTION = /^### Needs action\n+\S/m

/** Sections in order, newest first. A heading of another form gives neither version. */
export function readSections(changelog: string): Section[] {
  return changelog
    .split(/^(?=## )/m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      return {
        version: RELEASED.exec(heading)?.[1] ?? null,
        since: UNRELEASED.exec(heading)?.[1] ?? null,
        text: lines.join('\n').trim(),
      }
    })
}

/** Sentences about what is wrong with the change log of this version. */
export function findFaults(changelog: string, version: string): string[] {
  const sections = readSections(changelog)
  const [newest] = sections
  const faults: string[] = []
  if ((newest?.version ?? newest?.since) !== version)
    faults.push(
      `CHANGELOG.md has to begin with '## ${version} – <date>' or '## Unreleased (since ${version})', because package.json names ${version}.`,
    )
  for (const [index, { version: released, since, text }] of sections.entries()) {
    if (released === null && (since === null || index > 0))
      faults.push(
        `Section ${index + 1} of CHANGELOG.md needs a heading such as '## ${version} – 2026-12-01'; only the first may be unreleased.`,
      )
    if (!NEEDS_ACTION.test(text))
      faults.push(
        `${released ?? 'The unreleased part'} has no '### Needs action'. If operators have nothing to do, write 'Nothing.' there.`,
      )
  }
  return faults
}

/** What is said about a release. */
export const notesOf = (changelog: string, version: string): string | null =>
  readSections(changelog).find((section) => section.version === version)?.text ?? null
