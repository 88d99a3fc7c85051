/** Generates business websites of eight pages with 20 to 120 kB each; the same on every run. */
export const PAGES = ['', 'contact', 'imprint', 'team', 'about', 'services', 'prices', 'directions'] as const

const WORDS =
  'our fresh bread every morning since the family bakes with local flour and patience you find us beside old market hall where street meets river we repair roofs gutters chimneys quickly clean quote within two days ask for workshop opening hours closed on monday parking behind building children welcome garden season wine tasting cheese evening please book table early large groups special menu'.split(
    ' ',
  )
const FIRST = 'Maria Peter Ingrid Thomas Lucia Henrik Sophie Marco Anneke Pavel Jane Victor'.split(' ')
const LAST = 'Huber Lindqvist Moreau Rossi Novak Bakker Kowalski Fletcher Santos Berger'.split(' ')

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pageOf(site: number, page: number): string {
  const random = randomFrom(site * 100 + page)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const sentence = (): string =>
    `${pick(FIRST)} ${Array.from({ length: 8 + Math.floor(random() * 14) }, () => pick(WORDS)).join(' ')}.`
  const target = 20_000 + random() * 100_000
  const parts = [head(site, page), navigation()]
  let length = parts.join('').length
  const add = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  if (page === 3) for (let n = 0; n < 4; n++) add(card(pick(FIRST), pick(LAST), site))
  for (let n = 0; length < target; n++) add(section(n, sentence, random))
  add(footer(site))
  return parts.join('')
}

function head(site: number, page: number): string {
  const styles = Array.from(
    { length: 60 },
    (_, n) => `.wp-block-${n}{margin:${n}px auto;padding:0 ${n}px;color:#3${n % 10}4}`,
  ).join('\n')
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: `Oak House ${site}`,
    telephone: '+49 30 1234567',
    openingHours: 'Mo-Fr 08:00-18:00',
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${PAGES[page] || 'Oak House'} ${site}</title><meta name="description" content="A small business."><link rel="stylesheet" href="/wp-content/theme.css"><style>${styles}</style><script type="application/ld+json">${data}</script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-${site}00')</script></head><body class="home page wp-theme">`
}

function navigation(): string {
  const links = PAGES.map((name) => `<li class="menu-item"><a href="/${name}">${name || 'home'}</a></li>`)
  return `<header class="site-header"><a href="/" class="logo"><img src="/logo.png" alt="Oak House" width="120" height="40"></a><nav class="main"><ul class="menu">${links.join('')}</ul></nav></header><main>`
}

function card(first: string, last: string, site: number): string {
  const email = `${first}.${last}@oakhouse${site}.com`.toLowerCase()
  return `<div class="team-member"><img src="/${first}.jpg" alt="${first} ${last}"><h3>${first} ${last}</h3><p class="role">Manager</p><p><a href="mailto:${email}">${email}</a></p></div>`
}

function section(n: number, sentence: () => string, random: () => number): string {
  const paragraphs = Array.from(
    { length: 1 + Math.floor(random() * 4) },
    () => `<p class="wp-block-${n % 60}">${sentence()} ${sentence()} <strong>${sentence()}</strong></p>`,
  )
  const list = random() < 0.3 ? `<ul><li>${sentence()}</li><li>${sentence()}</li></ul>` : ''
  return `<section class="elementor-section wp-block-${n % 60}" id="s${n}" data-id="${n}"><div class="elementor-container"><div class="elementor-column"><h2>${sentence().slice(0, 40)}</h2>${paragraphs.join('')}${list}<figure><img src="/img/${n}.jpg" srcset="/img/${n}-300.jpg 300w, /img/${n}-600.jpg 600w" alt="picture ${n}" loading="lazy"></figure></div></div></section>`
}

function footer(site: number): string {
  return `</main><footer class="site-footer"><p>Oak House ${site}<br>Ring Road 3, 10115 Berlin<br>Tel. <a href="tel:+49301234567">030 1234567</a><br><a href="mailto:office@oakhouse${site}.com">office@oakhouse${site}.com</a></p><ul><li><a href="https://www.facebook.com/oakhouse${site}">Facebook</a></li></ul></footer><script src="/wp-includes/js/jquery.js"></script></body></html>`
}
