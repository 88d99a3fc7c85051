import { html } from '../site/html.ts'
import { mainElement, navigation, tagline } from './common-parts.ts'
import type { Look } from './frame.ts'

/** Made at the kitchen table some time ago, and proud of it. */
export const homemade: Look = {
  css: ({ paper, ink, accent, soft }) => `
body { background: ${paper}; color: ${ink}; font-family: "Comic Sans MS", "Comic Neue", "Chalkboard SE", cursive; padding: 1rem; max-width: 58rem; margin: 0 auto; }
a { color: ${accent}; }
header { border: 4px dashed ${accent}; padding: 1rem; text-align: center; background: ${soft}; }
header .name { font-size: 2rem; margin: 0; }
.menu { justify-content: center; gap: .3rem; }
.menu li + li::before { content: "\\2605\\00a0"; }
hr { border: 0; border-top: 4px dotted ${accent}; }
.card { border: 2px solid ${accent}; }
footer { text-align: center; }
`,
  body: (frame) => html`<header>
<p class="name">~ ${frame.siteName} ~</p>
${tagline(frame)}
</header>
${navigation(frame)}
<hr>
${mainElement(frame)}
<hr>
<footer>
${frame.details}
${frame.notice}
</footer>`,
}
