import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../apps/server/src/config.ts'

/** Writes docs/settings.md from config.ts. With --check, fails if it is outdated. */
const file = join(import.meta.dirname, '../docs/settings.md')

const rows = Object.values(settings).map(({ name, shownDefault, sentence, isSecret }) => {
  const shown =
    shownDefault.includes('`') || shownDefault === 'none' || shownDefault.includes(' ')
      ? shownDefault
      : `\`${shownDefault}\``
  return `| \`${name}\`${isSecret ? '*' : ''} | ${shown || 'none'} | ${sentence.replaceAll('|', '\\|')} |`
})

const page = `# Settings

Every setting is an environment variable and has a default: \`npm start\` needs none of them. Set one for a single start as in \`PORT=8080 npm start\`, or for good in your service's environment. A wrong value stops the start with a sentence that names it.

The secret ones, marked with *, may be in a file instead, as Docker and Kubernetes mount them: \`SECRET_KEY_FILE=/run/secrets/key\`.

This page is generated from \`apps/server/src/config.ts\` by \`node tools/run.mjs tools/settings-docs.ts\`.

| setting | default | what it does |
|---|---|---|
${rows.join('\n')}
`

if (!process.argv.includes('--check')) {
  writeFileSync(file, page)
  console.log('docs/settings.md is written')
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/settings.md is not what config.ts says. Run: node tools/run.mjs tools/settings-docs.ts')
  process.exitCode = 1
}
