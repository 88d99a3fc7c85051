import { html } from '../site/html.ts'
import { mainElement, navigation, tagline } from './common-parts.ts'
import type { Look } from './frame.ts'

/** A page of an old account book: serif letters, ruled lines, a double frame. */
export const ledger: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${soft}; color: ${ink}; font-family: Georgia, "Times New Roman", serif; }
.book { background: ${paper}; max-width: 52rem; margin: 1.5rem auto; padding: 1.5rem clamp(1rem, 5vw, 3.5rem); border: .35rem double ${accent}; }
a { color: ${accent}; }
header { text-align: center; }
header .name { font-size: 2rem; font-variant: small-caps; margin-bottom: 0; }
header .name a { text-decoration: none; }
.menu { justify-content: center; gap: .3rem 1.2rem; border-block: 1px solid ${accent}; padding: .5rem 0; }
.menu [aria-current] { font-style: italic; text-decoration: none; }
table { width: 100%; }
.card { border: 1px solid ${accent}; }
h1, h2 { font-weight: 400; }
footer { border-top: .35rem double ${accent}; margin-top: 2rem; font-size: .95rem; }
`,
  body: (frame) => html`<div class="book">
<header>
<p class="name"><a href="${frame.homeHref}">${frame.siteName}</a></p>
${tagline(frame)}
${navigation(frame)}
</header>
${mainElement(frame)}
<footer>
${frame.details}
${frame.notice}
</footer>
</div>`,
}
