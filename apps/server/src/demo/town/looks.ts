import { Html, html } from './html.ts'
import type { Language, LookName } from './town-table.ts'
import type { Words } from './words.ts'

interface Palette {
  paper: string
  ink: string
  accent: string
  soft: string
}

/** Ink and accent are readable (4.5:1) on both paper and soft. */
export const palettes: readonly Palette[] = [
  { paper: '#fff8ec', ink: '#33230f', accent: '#8f3510', soft: '#f6e3c3' },
  { paper: '#f6f8f0', ink: '#1f2a1c', accent: '#35602a', soft: '#dfe9d2' },
  { paper: '#fbf7ea', ink: '#1c2333', accent: '#6f4b00', soft: '#efe3bd' },
  { paper: '#f3f8fb', ink: '#14293a', accent: '#1b5e86', soft: '#d6e7f1' },
  { paper: '#fff5f5', ink: '#3a1a22', accent: '#a1264f', soft: '#f8dbe2' },
  { paper: '#f1f9f6', ink: '#12302b', accent: '#0d6053', soft: '#cfeae2' },
  { paper: '#f8f5fc', ink: '#281d3d', accent: '#5f3d9e', soft: '#e5dbf4' },
  { paper: '#f7f6f4', ink: '#2b2724', accent: '#8c2f2a', soft: '#e6e1da' },
]

export interface NavItem {
  label: string
  href: string
  isCurrent: boolean
}

/** The parts of a page that a look arranges. */
interface Frame {
  language: Language
  words: Words
  siteName: string
  tagline: string
  homeHref: string
  nav: readonly NavItem[]
  main: Html
  /** Street, telephone and opening hours. */
  details: Html
  /** The demo notice on every page. */
  notice: Html
  palette: Palette
  /** Varies the drawing; constant for each business. */
  seed: number
  isHome: boolean
}

/** A design: style sheet and page layout. */
interface Look {
  css(palette: Palette): string
  body(frame: Frame): Html
}

const BASE_CSS = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; line-height: 1.6; font-size: 1.05rem; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; }
h2 { font-size: 1.4rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: #fff; color: #000; padding: .5rem 1rem; z-index: 1; }
.menu { display: flex; flex-wrap: wrap; list-style: none; padding: 0; margin: 1rem 0; }
.shopfront { display: block; width: 100%; max-width: 26rem; margin: 1rem auto; }
.card { padding: .5rem 1.2rem; margin: 1rem 0; }
.backwards { unicode-bidi: bidi-override; direction: rtl; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; }
dt { font-weight: 700; margin-top: .6rem; }
dd { margin-left: 0; }
label { display: block; font-weight: 700; margin-top: .8rem; }
input, textarea { font: inherit; width: 100%; max-width: 30rem; padding: .4rem; }
button { font: inherit; padding: .4rem 1rem; cursor: pointer; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
footer { padding: .5rem 0 1.5rem; }
`

interface DocumentParts {
  look: LookName
  frame: Frame
  title: string
  charset: string
  scripts: readonly Html[]
}

export function htmlDocument({ look, frame, title, charset, scripts }: DocumentParts): string {
  const { css, body } = LOOKS[look]
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="${charset}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${frame.tagline}">
<link rel="icon" href="${tabIcon(frame.palette)}">
<style>${new Html(BASE_CSS + css(frame.palette))}</style>
</head>
<body>
<a class="skip" href="#main">${frame.words.skip}</a>
${body(frame)}
${scripts}
</body>
</html>
`.text
}

/** A striped awning over a friendly column. */
const awning: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${paper}; color: ${ink}; font-family: "Trebuchet MS", "Segoe UI", sans-serif; }
a { color: ${accent}; }
.stripes { height: 2.2rem; background: repeating-linear-gradient(90deg, ${accent} 0 2.2rem, ${soft} 2.2rem 4.4rem); border-radius: 0 0 1.1rem 1.1rem; }
.wrap { max-width: 46rem; margin: 0 auto; padding: 0 1.2rem; }
header .name { font-size: 1.6rem; font-weight: 700; }
.menu { gap: .4rem 1.4rem; }
.menu [aria-current] { font-weight: 700; text-decoration: none; }
.card { background: ${soft}; border-radius: 1rem; }
footer { background: ${soft}; margin-top: 3rem; }
`,
  body: (frame) => html`<header>
<div class="stripes"></div>
<div class="wrap">
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${navigation(frame)}
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
</div>
</header>
<div class="wrap">
${mainElement(frame)}
</div>
<footer><div class="wrap">
${frame.details}
${frame.notice}
</div></footer>`,
}

/** One long page with a rounded panel per section; the menu jumps. */
export const onepage: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${soft}; color: ${ink}; font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
.stack { max-width: 44rem; margin: 0 auto; padding: 1rem; }
a { color: ${accent}; }
header { text-align: center; }
header .name { font-size: 1.8rem; font-weight: 800; }
.menu { justify-content: center; gap: .5rem; }
.menu a { display: inline-block; background: ${paper}; border-radius: 2rem; padding: .35rem 1rem; }
section, .alone { background: ${paper}; border-radius: 1.5rem; padding: 1rem 1.6rem; margin: 1.2rem 0; }
.card { border-top: 3px solid ${accent}; }
footer { text-align: center; }
`,
  body: (frame) => html`<div class="stack">
<header>
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${navigation(frame)}
${frame.isHome ? shopfront(frame.palette, frame.seed) : null}
</header>
${mainElement(frame)}
<footer>
${frame.notice}
</footer>
</div>`,
}

const LOOKS: Record<LookName, Look> = { awning, onepage }

function navigation(frame: Frame): Html {
  return html`<nav aria-label="${frame.words.menu}">
<ul class="menu">
${frame.nav.map(menuItem)}
</ul>
</nav>`
}

function menuItem(item: NavItem): Html {
  return item.isCurrent
    ? html`<li><a href="${item.href}" aria-current="page">${item.label}</a></li>`
    : html`<li><a href="${item.href}">${item.label}</a></li>`
}

function mainElement(frame: Frame): Html {
  return html`<main id="main" tabindex="-1">
${frame.main}
</main>`
}

/** A decorative drawing of the shop, varied by `seed`. */
function shopfront(palette: Palette, seed: number): Html {
  const windows = 2 + (seed % 3)
  const doorAt = seed % (windows + 1)
  const width = 320
  const bay = (width - 40) / (windows + 1)
  const bays = Array.from({ length: windows + 1 }, (_, index) =>
    index === doorAt ? door(palette, 20 + index * bay, bay) : shopWindow(palette, 20 + index * bay, bay),
  )
  return html`<svg class="shopfront" viewBox="0 0 ${width} 170" aria-hidden="true" focusable="false">
<rect x="12" y="24" width="${width - 24}" height="140" fill="${palette.soft}"/>
<rect x="4" y="14" width="${width - 8}" height="14" fill="${palette.ink}"/>
${stripes(palette, width, 8 + (seed % 4) * 2)}
${bays}
<rect x="0" y="162" width="${width}" height="8" fill="${palette.ink}"/>
</svg>`
}

function stripes(palette: Palette, width: number, count: number): Html[] {
  const stripe = (width - 24) / count
  return Array.from({ length: count }, (_, index) => {
    const x = 12 + index * stripe
    const fill = index % 2 === 0 ? palette.accent : palette.paper
    return html`<path d="M${round(x)} 28h${round(stripe)}v24a${round(stripe / 2)} 9 0 0 1-${round(stripe)} 0z" fill="${fill}"/>`
  })
}

function shopWindow(palette: Palette, x: number, bay: number): Html {
  return html`<rect x="${round(x + 6)}" y="76" width="${round(bay - 12)}" height="58" rx="3" fill="${palette.paper}" stroke="${palette.ink}" stroke-width="3"/>
<path d="M${round(x + 6)} 134h${round(bay - 12)}" stroke="${palette.accent}" stroke-width="7"/>`
}

function door(palette: Palette, x: number, bay: number): Html {
  const width = Math.min(bay - 16, 46)
  const left = x + (bay - width) / 2
  return html`<rect x="${round(left)}" y="72" width="${round(width)}" height="90" fill="${palette.accent}" stroke="${palette.ink}" stroke-width="3"/>
<circle cx="${round(left + width - 8)}" cy="120" r="3" fill="${palette.paper}"/>`
}

function round(value: number): Html {
  return new Html(value.toFixed(1))
}

/** A data URI, so that browsers don't request /favicon.ico. */
function tabIcon(palette: Palette): string {
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' rx='2' fill='${palette.accent}'/><circle cx='4' cy='4' r='2' fill='${palette.soft}'/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
