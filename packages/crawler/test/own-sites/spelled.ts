import { turned } from './encode.ts'
import { frame, type OwnSite } from './own-site.ts'

/** Addresses to read aloud, reverse or put together. */
export const spelledSites: readonly OwnSite[] = [
  {
    host: 'www.ferme-du-hallier.fr',
    shows: ['bracket-words'],
    pages: {
      '/': frame(
        { title: 'Ferme du Hallier', lang: 'fr', menu: { 'Nous trouver': '/acces.php' } },
        '<p>Fromages</p>',
      ),
      '/acces.php': frame(
        { title: 'Accès', lang: 'fr' },
        '<p>Courriel : fromage (arobase) ferme-du-hallier (point) fr</p>',
      ),
    },
    contacts: [{ email: 'fromage@ferme-du-hallier.fr', method: 'bracket-words' }],
  },
  {
    host: 'www.kadar-pincegazdasag.hu',
    shows: ['bracket-words'],
    pages: {
      '/': frame(
        { title: 'Kádár Pince', lang: 'hu' },
        '<p>Írjon nekünk: bor [kukac] kadar-pincegazdasag [pont] hu</p>',
      ),
    },
    contacts: [{ email: 'bor@kadar-pincegazdasag.hu', method: 'bracket-words' }],
  },
  {
    host: 'www.quarry-climbing.org',
    shows: ['bare-words'],
    pages: {
      '/': frame(
        { title: 'Quarry Climbing' },
        '<p>Meet us at noon dot org chart or whatever. Questions: ropes at quarry-climbing dot org, day and night.</p>',
      ),
    },
    contacts: [{ email: 'ropes@quarry-climbing.org', method: 'bare-words' }],
  },
  {
    host: 'www.panaderia-sanroque.com',
    shows: ['bare-words'],
    pages: {
      '/': frame(
        { title: 'Panadería San Roque', lang: 'es' },
        '<p>pedidos ARROBA panaderia-sanroque PUNTO com</p>',
      ),
    },
    contacts: [{ email: 'pedidos@panaderia-sanroque.com', method: 'bare-words' }],
  },
  {
    host: 'www.low-tide-kayaks.com',
    shows: ['spaced-at'],
    pages: {
      '/': frame(
        { title: 'Low Tide Kayaks' },
        '<p>Paddle with us: trips @ low-tide-kayaks.com. See you @ thebeach.com!</p>',
      ),
    },
    contacts: [{ email: 'trips@low-tide-kayaks.com', method: 'spaced-at' }],
  },
  {
    host: 'www.cukraszda-margit.hu',
    shows: ['spaced-at'],
    pages: {
      '/': frame(
        { title: 'Margit cukrászda', lang: 'hu' },
        '<p>E-mail: tortak&nbsp;@ cukraszda-margit.hu</p>',
      ),
    },
    contacts: [{ email: 'tortak@cukraszda-margit.hu', method: 'spaced-at' }],
  },
  {
    host: 'www.hexagon-hives.co.uk',
    shows: ['nospam-words'],
    pages: {
      '/': frame({ title: 'Hexagon Hives' }, '<p>honey@NOSPAM.hexagon-hives.co.uk (take out NOSPAM)</p>'),
    },
    contacts: [{ email: 'honey@hexagon-hives.co.uk', method: 'nospam-words' }],
  },
  {
    host: 'www.fahrradhof-ilm.de',
    shows: ['nospam-words'],
    pages: {
      '/': frame(
        { title: 'Fahrradhof Ilm', lang: 'de' },
        '<a href="mailto:rad-entfernen@fahrradhof-ilm.de">Schreiben Sie uns</a>',
      ),
    },
    contacts: [{ email: 'rad@fahrradhof-ilm.de', method: 'nospam-words' }],
  },
  {
    host: 'www.pottery-lane.ca',
    shows: ['reversed'],
    pages: {
      '/': frame(
        { title: 'Pottery Lane' },
        `<p>Write to <span style="direction: rtl; unicode-bidi: bidi-override;">${turned('kiln@pottery-lane.ca')}</span></p>`,
      ),
    },
    contacts: [{ email: 'kiln@pottery-lane.ca', method: 'reversed' }],
  },
  {
    host: 'www.stolarstwo-wrona.pl',
    shows: ['reversed'],
    pages: {
      '/': frame(
        {
          title: 'Stolarstwo Wrona',
          lang: 'pl',
          head: '<style>.odwrotnie { unicode-bidi: bidi-override; direction: rtl }</style>',
        },
        `<p>Poczta: <b class="odwrotnie">${turned('meble@stolarstwo-wrona.pl')}</b></p>`,
      ),
    },
    contacts: [{ email: 'meble@stolarstwo-wrona.pl', method: 'reversed' }],
  },
  {
    host: 'www.signwriters-union.org',
    shows: ['css-content'],
    pages: {
      '/': frame(
        {
          title: 'Signwriters',
          head: '<style>.post::after{content:attr(data-who) "@" attr(data-where)}</style>',
        },
        '<p class="post" data-who="letters" data-where="signwriters-union.org"></p>',
      ),
    },
    contacts: [{ email: 'letters@signwriters-union.org', method: 'css-content' }],
  },
  {
    host: 'www.papierwerkstatt-lahn.de',
    shows: ['css-content'],
    pages: {
      '/': frame(
        {
          title: 'Papierwerkstatt',
          lang: 'de',
          head: '<style>#post:before { content: "blatt"; } #post:after { content: "\\0040 papierwerkstatt-lahn.de"; }</style>',
        },
        '<p id="post"></p>',
      ),
    },
    contacts: [{ email: 'blatt@papierwerkstatt-lahn.de', method: 'css-content' }],
  },
  {
    host: 'www.drone-survey.eu',
    shows: ['attribute-text'],
    pages: {
      '/': frame(
        { title: 'Drone Survey' },
        '<button title="fly@drone-survey.eu" aria-label="Write to us">✉</button>',
      ),
    },
    contacts: [{ email: 'fly@drone-survey.eu', method: 'attribute-text' }],
  },
  {
    host: 'www.musikhaus-torgau.de',
    shows: ['attribute-text'],
    pages: {
      '/': frame(
        {
          title: 'Musikhaus',
          lang: 'de',
          head: '<meta name="reply-to" content="noten@musikhaus-torgau.de">',
        },
        '<input type="email" placeholder="ihre.adresse@beispiel.de">',
      ),
    },
    contacts: [{ email: 'noten@musikhaus-torgau.de', method: 'attribute-text' }],
  },
]
