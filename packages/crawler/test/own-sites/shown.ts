import { entities, percent } from './encode.ts'
import { frame, type OwnSite } from './own-site.ts'

/** Visible addresses: in text, in links, in pieces. */
export const shownSites: readonly OwnSite[] = [
  {
    host: 'www.tischlerei-ohlendorf.de',
    shows: ['plain-text'],
    pages: {
      '/': frame(
        { title: 'Tischlerei Ohlendorf', lang: 'de', menu: { Impressum: '/impressum' } },
        '<h1>Treppen und Türen</h1>',
      ),
      '/impressum': frame(
        { title: 'Impressum', lang: 'de' },
        '<h1>Impressum</h1><p>Tischlerei Ohlendorf GmbH<br>Inhaber: Henning Ohlendorf<br>Am Deich 4, 26721 Emden<br>Telefon: 04921 55501-0<br>Telefax: 04921 55501-9<br>E-Mail: werkstatt@tischlerei-ohlendorf.de.</p>',
      ),
    },
    contacts: [{ email: 'werkstatt@tischlerei-ohlendorf.de', method: 'plain-text', phone: '+494921555010' }],
  },
  {
    host: 'www.kawabe-ryokan.jp',
    shows: ['plain-text', 'invisible-characters'],
    pages: {
      '/': frame({ title: '川辺旅館', lang: 'ja', menu: { お問い合わせ: '/toiawase' } }, '<p>温泉宿</p>'),
      '/toiawase': frame(
        { title: 'お問い合わせ', lang: 'ja' },
        '<p>メール：ｙａｄｏ＠ｋａｗａｂｅ－ｒｙｏｋａｎ．ｊｐ</p>',
      ),
    },
    contacts: [{ email: 'yado@kawabe-ryokan.jp', method: 'plain-text' }],
  },
  {
    host: 'www.brynfarm-eggs.co.uk',
    shows: ['mailto'],
    pages: {
      '/': frame(
        { title: 'Bryn Farm', menu: { 'Get in touch': '/get-in-touch' } },
        '<p>Eggs since 1961. <a href="mailto:?subject=Look%20at%20this">Tell a friend</a></p>',
      ),
      '/get-in-touch': frame(
        { title: 'Get in touch' },
        '<p><a href="mailto:Gwen%20Prosser%20%3Cgwen@brynfarm-eggs.co.uk%3E?subject=Eggs">Write to Gwen</a> or <a href="MAILTO: shop@brynfarm-eggs.co.uk,orders@brynfarm-eggs.co.uk">the shop</a></p>',
      ),
    },
    contacts: [
      { email: 'gwen@brynfarm-eggs.co.uk', method: 'mailto', first_name: 'Gwen', last_name: 'Prosser' },
      { email: 'shop@brynfarm-eggs.co.uk' },
      { email: 'orders@brynfarm-eggs.co.uk' },
    ],
  },
  {
    host: 'www.carpinteria-olmedo.es',
    shows: ['mailto', 'percent-encoding'],
    pages: {
      '/': frame(
        {
          title: 'Carpintería Olmedo',
          lang: 'es',
          footer: `<a href="mailto:${percent('taller')}%40carpinteria-olmedo.es">Escríbanos</a>`,
        },
        '<map name="m"><area shape="rect" coords="0,0,9,9" href="mailto://presupuestos@carpinteria-olmedo.es"></map>',
      ),
    },
    contacts: [
      { email: 'taller@carpinteria-olmedo.es', method: 'mailto' },
      { email: 'presupuestos@carpinteria-olmedo.es' },
    ],
  },
  {
    host: 'www.atelier-vermeil.fr',
    shows: ['mailto', 'percent-encoding', 'entities'],
    pages: {
      '/': frame(
        { title: 'Atelier Vermeil', lang: 'fr' },
        `<a href="${entities('mailto:')}bijoux${percent('@')}atelier-vermeil.fr">${entities('bijoux@atelier-vermeil.fr', true)}</a>`,
      ),
    },
    contacts: [{ email: 'bijoux@atelier-vermeil.fr', method: 'mailto' }],
  },
  {
    host: 'www.vinarija-lesko.si',
    shows: ['plain-text', 'entities'],
    pages: {
      '/': frame(
        { title: 'Vinarija Leško', lang: 'sl' },
        `<p>Pišite nam: ${entities('klet@vinarija-lesko.si')}</p>`,
      ),
    },
    contacts: [{ email: 'klet@vinarija-lesko.si', method: 'plain-text' }],
  },
  {
    host: 'www.northquay-optics.ie',
    shows: ['split-elements', 'comments'],
    pages: {
      '/': frame({ title: 'North Quay Optics', menu: { Contact: '/contact.html' } }, '<p>Glasses</p>'),
      '/contact.html': frame(
        { title: 'Contact' },
        '<p>Email <span>eyes<!-- no robots --></span><em>@</em><span>northquay-<!-- please -->optics</span>.<span>ie</span></p>',
      ),
    },
    contacts: [{ email: 'eyes@northquay-optics.ie', method: 'split-elements' }],
  },
  {
    host: 'www.schreinerei-amrein.ch',
    shows: ['split-elements'],
    pages: {
      '/': frame(
        { title: 'Schreinerei Amrein', lang: 'de' },
        '<dl><dt>Mail</dt><dd><b>holz</b><b>@schreinerei-</b><i>amrein.ch</i></dd><dt>Tel</dt><dd>041 555 01 02</dd></dl>',
      ),
    },
    contacts: [{ email: 'holz@schreinerei-amrein.ch', method: 'split-elements' }],
  },
  {
    host: 'www.pensjonat-brzoza.pl',
    shows: ['plain-text', 'comments', 'decoys'],
    pages: {
      '/': frame(
        { title: 'Pensjonat Brzoza', lang: 'pl', head: '<style>.cien{display:none}</style>' },
        '<p>Rezerwacje: pokoje<!-- nie -->@<span class="cien">spam.</span>pensjonat-brzoza.pl</p>',
      ),
    },
    contacts: [{ email: 'pokoje@pensjonat-brzoza.pl' }],
  },
  {
    host: 'www.skargard-bat.se',
    shows: ['decoys', 'invisible-characters'],
    pages: {
      '/': frame(
        { title: 'Skärgård Båt', lang: 'sv' },
        '<p>Skriv till bo\u200bka@skar\u00adgard-bat.se</p><p style="visibility: hidden">robot@skargard-bat.se</p>',
      ),
    },
    contacts: [{ email: 'boka@skargard-bat.se', method: 'plain-text' }],
  },
  {
    host: 'www.hasekura-gallery.com',
    shows: ['image-at'],
    pages: {
      '/': frame(
        { title: 'Hasekura Gallery' },
        '<p>prints<img src="/i/sign.png" alt="@" width="12">hasekura-gallery.com</p>',
      ),
    },
    contacts: [{ email: 'prints@hasekura-gallery.com', method: 'image-at' }],
  },
  {
    host: 'www.heimatverein-ruhla.de',
    shows: ['image-at'],
    pages: {
      '/': frame(
        { title: 'Heimatverein Ruhla', lang: 'de' },
        '<p>Vorstand: vorstand<img src="klammeraffe.gif">heimatverein-ruhla<img src="p.gif" alt="(punkt)">de</p><img src="mail-adresse.png" alt="unsere Adresse">',
      ),
    },
    contacts: [{ email: 'vorstand@heimatverein-ruhla.de', method: 'image-at' }],
  },
  {
    host: 'www.drawn-signs.co.nz',
    shows: ['svg'],
    pages: {
      '/': frame(
        { title: 'Drawn Signs' },
        '<svg viewBox="0 0 90 20"><g><text x="2" y="9">brush@drawn-signs.co.nz</text></g></svg>',
      ),
    },
    contacts: [{ email: 'brush@drawn-signs.co.nz' }],
  },
  {
    host: 'www.linocut-lab.nl',
    shows: ['svg'],
    pages: {
      '/': frame(
        { title: 'Linocut Lab', lang: 'nl' },
        '<svg><a xlink:href="mailto:drukken@linocut-lab.nl"><path d="M0 0"/></a></svg>',
      ),
    },
    contacts: [{ email: 'drukken@linocut-lab.nl', method: 'mailto' }],
  },
]
