import type { LookName } from '../demo-business.ts'
import { Html, html } from '../site/html.ts'
import { awning } from './awning.ts'
import type { Frame, Look } from './frame.ts'
import { homemade } from './homemade.ts'
import { ledger } from './ledger.ts'
import { onepage } from './onepage.ts'
import { poster } from './poster.ts'
import { tabIcon } from './shopfront.ts'
import { sidebar } from './sidebar.ts'

const LOOKS: Record<LookName, Look> = { awning, sidebar, ledger, poster, onepage, homemade }

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

export interface DocumentParts {
  look: LookName
  frame: Frame
  title: string
  charset: string
  scripts: readonly Html[]
}

/** A whole HTML page. */
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
