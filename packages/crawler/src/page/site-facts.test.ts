import { expect, test } from 'vitest'
import { openPage } from './page.ts'
import { readFacts } from './site-facts.ts'

const factsOf = (body: string, head = '') =>
  readFacts(
    openPage(
      {
        url: 'http://www.oak-inn.com/',
        html: `<html lang="en-GB"><head>${head}</head><body>${body}</body></html>`,
        siteDomains: ['oak-inn.com'],
      },
      () => undefined,
    ),
  )

test.each([
  ['<iframe src="https://www.opentable.co.uk/widget/reservation"></iframe>', 'opentable'],
  ['<script src="https://assets.calendly.com/assets/external/widget.js"></script>', 'calendly'],
  ['<a href="https://www.doctolib.fr/dentiste/lille/oak">Prendre rendez-vous</a>', 'doctolib'],
  ['<a href="https://www.booking.com/hotel/gb/oak.html">Book</a>', 'booking.com'],
  ['<script src="https://cdn.treatwell.de/w.js"></script>', 'treatwell'],
])('a booking platform is recognised by what the page loads or links: %s', (body, platform) => {
  expect(factsOf(body)).toMatchObject({ booking_platform: platform, shop_platform: null })
})

test.each([
  ['<script src="https://cdn.shopify.com/s/files/theme.js"></script>', 'shopify'],
  ['<link rel="stylesheet" href="/wp-content/plugins/woocommerce/woo.css">', 'woocommerce'],
  ['<script src="/engine/Shopware/app.js"></script>', 'shopware'],
  ['<a href="https://www.ubereats.com/store/oak">Order</a>', 'ubereats'],
])('a shop platform is recognised by what the page loads or links: %s', (body, platform) => {
  expect(factsOf(body)).toMatchObject({ shop_platform: platform, booking_platform: null })
})

test('a page that only mentions booking and shops has none', () => {
  const body = '<p>We love Shopify and OpenTable.</p><a href="/booking">Book</a><a href="/shop">Shop</a>'
  expect(factsOf(body)).toMatchObject({ booking_platform: null, shop_platform: null, platform: null })
})

test.each([
  ['<meta name="generator" content="WordPress 6.8">', 'WordPress'],
  [
    '<link href="https://static.parastorage.com/x.css"><script src="https://static.wixstatic.com/a.js"></script>',
    'Wix',
  ],
  ['<meta name="generator" content="TYPO3 CMS">', 'TYPO3'],
  ['<meta name="generator" content="Joomla! - Open Source">', 'Joomla'],
])('a website’s software is recognised: %s', (head, platform) => {
  expect(factsOf('', head).platform).toBe(platform)
})

test('profiles are the business’s, not share buttons', () => {
  const body =
    '<a href="https://www.facebook.com/oakinn/?ref=x">f</a><a href="https://www.facebook.com/sharer.php?u=x">share</a><a href="https://twitter.com/intent/tweet">tweet</a><a href="https://www.linkedin.com/company/oak-inn">in</a>'
  expect(factsOf(body).social_profiles).toEqual([
    'https://www.facebook.com/oakinn',
    'https://www.linkedin.com/company/oak-inn',
  ])
})

test('opening hours are read from any structured data', () => {
  const data = {
    openingHoursSpecification: [
      { dayOfWeek: ['https://schema.org/Monday'], opens: '08:00', closes: '18:00' },
    ],
  }
  const facts = factsOf(
    `<time itemprop="openingHours" datetime="Tu-Su 09:00-17:00">open</time><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    '<title>Oak  Inn</title><meta property="og:description" content="Beds and beer">',
  )
  expect(facts).toMatchObject({ title: 'Oak Inn', language: 'en-GB', description: 'Beds and beer' })
  expect(facts.opening_hours.sort()).toEqual(['Mo 08:00-18:00', 'Tu-Su 09:00-17:00'])
})
