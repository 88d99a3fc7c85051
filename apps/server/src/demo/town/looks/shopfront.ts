import { Html, html } from '../site/html.ts'
import type { Palette } from './palettes.ts'

/** A drawing of the shop: decoration, different for each seed. */
export function shopfront(palette: Palette, seed: number): Html {
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
${awning(palette, width, 8 + (seed % 4) * 2)}
${bays}
<rect x="0" y="162" width="${width}" height="8" fill="${palette.ink}"/>
</svg>`
}

function awning(palette: Palette, width: number, stripes: number): Html[] {
  const stripe = (width - 24) / stripes
  return Array.from({ length: stripes }, (_, index) => {
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

/** The tab's icon as a data URI, so that no browser asks for /favicon.ico. */
export function tabIcon(palette: Palette): string {
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' rx='2' fill='${palette.accent}'/><circle cx='4' cy='4' r='2' fill='${palette.soft}'/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
