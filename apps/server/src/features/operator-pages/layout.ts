import { createHash } from 'node:crypto'
import { type Content, Html, html } from './html.ts'

/** The colours are those of the application. */
const CSS = `
:root { color-scheme: light; --ground: oklch(0.983 0.004 75); --surface: oklch(0.998 0.002 75); --line: oklch(0.905 0.007 75); --line-strong: oklch(0.6 0.011 70); --ink: oklch(0.235 0.01 65); --muted: oklch(0.45 0.011 65); --link: oklch(0.5 0.11 70); --accent: oklch(0.8 0.15 85); --on-accent: oklch(0.22 0.03 75); --danger: oklch(0.54 0.19 27); --on-danger: oklch(0.99 0.005 27); --danger-ink: oklch(0.47 0.17 27); --danger-tint: oklch(0.96 0.02 25); --danger-line: oklch(0.85 0.07 25); --warning-ink: oklch(0.45 0.1 62); --warning-tint: oklch(0.96 0.035 78); --warning-line: oklch(0.84 0.09 76); --success-ink: oklch(0.42 0.1 152); --success-tint: oklch(0.956 0.03 150); --success-line: oklch(0.83 0.08 150); }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --ground: oklch(0.178 0.006 65); --surface: oklch(0.214 0.007 65); --line: oklch(0.305 0.009 65); --line-strong: oklch(0.565 0.012 65); --ink: oklch(0.94 0.006 75); --muted: oklch(0.755 0.01 70); --link: oklch(0.84 0.125 87); --accent: oklch(0.81 0.145 86); --on-accent: oklch(0.2 0.03 75); --danger: oklch(0.55 0.185 27); --danger-ink: oklch(0.8 0.105 25); --danger-tint: oklch(0.265 0.05 25); --danger-line: oklch(0.43 0.1 26); --warning-ink: oklch(0.86 0.1 80); --warning-tint: oklch(0.272 0.04 70); --warning-line: oklch(0.42 0.07 72); --success-ink: oklch(0.84 0.1 152); --success-tint: oklch(0.262 0.036 152); --success-line: oklch(0.4 0.065 152); } }
* { box-sizing: border-box; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; overflow-wrap: break-word; padding: 0 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
p { margin: 0.5rem 0; max-width: 44rem; }
a { color: var(--link); }
time { white-space: nowrap; }
dd, h1, h3, small, th, table a { overflow-wrap: anywhere; }
table a { display: inline-block; min-width: 11rem; }
nav ul { border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0.5rem 0; }
nav a { display: inline-block; padding: 0.5rem 0; }
nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { background: var(--surface); left: 1rem; padding: 0.5rem; position: absolute; top: -4rem; }
.skip:focus { top: 0.5rem; }
.muted, caption, small { color: var(--muted); }
table { border-collapse: collapse; margin: 0.5rem 0; width: 100%; }
caption { padding: 0.25rem 0; text-align: start; }
th, td { border-bottom: 1px solid var(--line); padding: 0.5rem; text-align: start; vertical-align: top; }
th:first-child, td:first-child { padding-inline-start: 0; }
th { font-weight: 500; }
thead th { color: var(--muted); font-size: 0.875rem; white-space: nowrap; }
.figure { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; }
td > form, td > p { margin-top: 0; }
td button { margin-top: 0; }
.box { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.75rem 0; max-width: 44rem; padding: 0.5rem 1rem; }
.box > :is(h2, h3):first-child { font-size: 1rem; margin: 0.5rem 0; }
.done { background: var(--success-tint); border-color: var(--success-line); color: var(--success-ink); }
.warning { background: var(--warning-tint); border-color: var(--warning-line); color: var(--warning-ink); }
.error { background: var(--danger-tint); border-color: var(--danger-line); color: var(--danger-ink); }
dl { display: grid; gap: 0.25rem 1.5rem; grid-template-columns: minmax(7rem, max-content) 1fr; margin: 0.5rem 0; }
dt { color: var(--muted); }
dd { margin: 0; }
form { margin: 0.5rem 0; }
label { display: block; font-weight: 500; margin-top: 0.5rem; }
input, select, button { background: var(--surface); border: 1px solid var(--line-strong); border-radius: 0.375rem; color: inherit; font: inherit; max-width: 100%; min-height: 2.75rem; padding: 0.25rem 0.75rem; }
input[type="text"], input[type="email"], input[type="search"] { max-width: 44rem; width: 100%; }
input[type="checkbox"] { accent-color: var(--accent); height: 1.25rem; margin: 0 0.5rem 0 0; min-height: 0; vertical-align: -0.25rem; width: 1.25rem; }
input[aria-invalid] { border-color: var(--danger-ink); }
.wrong { color: var(--danger-ink); }
button { cursor: pointer; font-weight: 500; margin: 0.75rem 0.5rem 0.25rem 0; padding: 0.25rem 1rem; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
.fields { align-items: start; display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.fields input, .fields select { width: 100%; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.5rem 0; }
@media (max-width: 44rem) {
  thead { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  table, tbody, caption { display: block; }
  tr { border-bottom: 1px solid var(--line); display: block; padding: 0.5rem 0; }
  th, td { border: 0; display: block; padding: 0.125rem 0; }
  .figure { text-align: start; }
  td.figure { display: inline-block; margin-inline-end: 1.25rem; }
  td.figure:empty { display: none; }
  td[data-label]::before { color: var(--muted); content: attr(data-label) ": "; }
  h1 { font-size: 1.25rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
`

/** No scripts, no frames, nothing from elsewhere, and this style alone. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const NAVIGATION = [
  ['/operator', 'Overview'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/jobs', 'Failed work'],
  ['/operator/audit-log', 'Audit log'],
] as const

export type NavPath = (typeof NAVIGATION)[number][0]

export const RESUME_PATH = '/operator/resume-sending'

export const accountPath = (id: string, action?: 'suspend' | 'unsuspend' | 'delete' | 'lift-pause'): string =>
  `/operator/accounts/${id}${action ? `/${action}` : ''}`

export const jobPath = (id: string, action: 'retry' | 'cancel'): string =>
  `/operator/jobs/${encodeURIComponent(id)}/${action}`

export interface Page {
  title: string
  /** The entry of the navigation that it belongs to. */
  nav: NavPath | null
  /** The result of the last form. */
  done?: string | null | undefined
  content: Content
}

export function renderPage({ title, nav, done, content }: Page): string {
  const links = NAVIGATION.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === nav ? html` aria-current="page"` : null}>${name}</a></li>\n`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Goldpan operator</title>
<style>${new Html(CSS)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Operator pages"><ul>
${links}</ul></nav>
<main id="content">
<h1>${title}</h1>
${done ? html`<p class="box done" role="status">${done}</p>` : null}
${content}
</main>
</body>
</html>
`.text
}

/** A column of figures is aligned by them. */
export interface Column {
  name: string
  isFigure?: true
}

/** On phones rows become blocks; the roles keep it a table for screen readers there. */
export function table(
  caption: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly Content[])[],
): Html {
  const heads = columns.map((column) => (typeof column === 'string' ? { name: column } : column))
  const head = heads.map(
    ({ name, isFigure }) =>
      html`<th scope="col" role="columnheader"${isFigure ? html` class="figure"` : null}>${name}</th>`,
  )
  const body = rows.map(([first, ...rest]) => {
    const cells = rest.map((cell, at) => {
      const { name = '', isFigure } = heads[at + 1] ?? {}
      const label = name && !isEmpty(cell) ? html` data-label="${name}"` : null
      return html`<td role="cell"${label}${isFigure ? html` class="figure"` : null}>${cell}</td>`
    })
    return html`<tr role="row"><th scope="row" role="rowheader">${first}</th>${cells}</tr>\n`
  })
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody>
</table>`
}

const isEmpty = (cell: Content): boolean =>
  cell === null || cell === undefined || cell === false || cell === ''

/** In UTC, to the minute. */
export const moment = (at: string | null): Content =>
  at === null ? 'never' : html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`

export function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
