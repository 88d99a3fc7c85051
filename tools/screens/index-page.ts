import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shot } from './screen-shots.ts'

/** Writes index.html beside the pictures, one row per screen and state. */
export function writeIndexPage(folder: string, shots: readonly Shot[]): void {
  const rows = Map.groupBy(shots, ({ state, screen }) => `${state}: ${screen}`)
  const sections = [...rows].map(([title, row]) => `<h2>${title}</h2><div>${row.map(figure).join('')}</div>`)
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Goldpan, every screen</title>
<style>body{font:14px system-ui;margin:24px}div{display:flex;gap:12px;overflow-x:auto}figure{margin:0}
img{height:260px;border:1px solid #ccc}figcaption{color:#666}</style>
<h1>Every screen</h1>${sections.join('\n')}`,
  )
}

const figure = ({ file, width, scheme, screen }: Shot): string =>
  `<figure><a href="${file}"><img src="${file}" alt="${screen} at ${width} px, ${scheme}" loading="lazy"></a><figcaption>${width} ${scheme}</figcaption></figure>`
