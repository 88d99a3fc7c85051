import type { TownEntry } from '../demo-business.ts'
import { TOWN_NAME } from '../town-entries.ts'
import { type Html, html } from './html.ts'
import { wordsOf } from './words.ts'

/** What a visitor sees while the website is out of order. */
export function closedForRepair(entry: TownEntry): string {
  return plainPage(
    entry,
    '503: fallen flat',
    html`<p>Our website has to prove a second time. Please try again later.</p>`,
  )
}

/** The page of a dealer in names: the business itself has left. */
export function parkedPage(entry: TownEntry): string {
  return plainPage(
    entry,
    'This domain is for sale',
    html`<p>The domain ${entry.slug}.example is parked. Buy this domain, or browse related searches:</p>
<ul><li>Spoons</li><li>Rowing boats</li><li>Flood insurance</li></ul>`,
  )
}

function plainPage(entry: TownEntry, heading: string, body: Html): string {
  const words = wordsOf('en')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<link rel="icon" href="data:,">
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff; }</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
</main>
<footer><p><small>${words.demo(entry.name, TOWN_NAME)}</small></p></footer>
</body>
</html>
`.text
}
