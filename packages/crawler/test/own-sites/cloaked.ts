import { base64, cloudflare, moved, rot13, rotated } from './encode.ts'
import { frame, type OwnSite } from './own-site.ts'

/** The cloaks of content management systems and their plugins. */
export const cloakedSites: readonly OwnSite[] = [
  {
    host: 'www.harbour-physio.com.au',
    shows: ['cloudflare'],
    pages: {
      '/': frame({ title: 'Harbour Physio', menu: { 'Our team': '/team' } }, '<p>Backs and knees</p>'),
      '/team': frame(
        { title: 'Our team' },
        `<div class="person"><h3>Marcus Tillery</h3><p>Physiotherapist</p><span class="__cf_email__" data-cfemail="${cloudflare('marcus@harbour-physio.com.au', 0x2b)}">[email&#160;protected]</span></div>`,
      ),
    },
    contacts: [
      {
        email: 'marcus@harbour-physio.com.au',
        method: 'cloudflare',
        first_name: 'Marcus',
        last_name: 'Tillery',
        title: 'Physiotherapist',
      },
    ],
  },
  {
    host: 'www.bistro-canaille.fr',
    shows: ['cloudflare'],
    pages: {
      '/': frame(
        { title: 'Bistro Canaille', lang: 'fr' },
        `<a href="/cdn-cgi/l/email-protection#${cloudflare('table@bistro-canaille.fr?subject=Table', 0x91)}">Réserver</a>`,
      ),
    },
    contacts: [{ email: 'table@bistro-canaille.fr', method: 'cloudflare' }],
  },
  {
    host: 'www.kantonsschule-reuss.ch',
    shows: ['typo3'],
    pages: {
      '/': frame(
        { title: 'Kantonsschule Reuss', lang: 'de', menu: { Kontakt: '/kontakt/' } },
        '<p>Willkommen</p>',
      ),
      '/kontakt/': frame(
        { title: 'Kontakt', lang: 'de' },
        `<a href="javascript:linkTo_UnCryptMailto('${rotated('mailto:sekretariat@kantonsschule-reuss.ch', 3)}');">sekretariat(at)kantonsschule-reuss.ch</a>`,
      ),
    },
    contacts: [{ email: 'sekretariat@kantonsschule-reuss.ch', method: 'typo3' }],
  },
  {
    host: 'www.stadtwerke-wesenau.de',
    shows: ['typo3'],
    pages: {
      '/': frame(
        { title: 'Stadtwerke', lang: 'de' },
        `<a href="#" data-mailto-token="${rotated('mailto:strom@stadtwerke-wesenau.de', -2)}" data-mailto-vector="-2">Strom</a>`,
      ),
    },
    contacts: [{ email: 'strom@stadtwerke-wesenau.de', method: 'typo3' }],
  },
  {
    host: 'www.judo-nowasol.pl',
    shows: ['joomla'],
    pages: {
      '/': frame(
        { title: 'Judo', lang: 'pl' },
        `<joomla-hidden-mail is-link="1" is-email="1" first="${base64('treningi')}" last="${base64('judo-nowasol.pl')}" text="${base64('treningi')}" base="">Adres jest chroniony</joomla-hidden-mail>`,
      ),
    },
    contacts: [{ email: 'treningi@judo-nowasol.pl', method: 'joomla' }],
  },
  {
    host: 'www.chorale-gers.fr',
    shows: ['joomla'],
    pages: {
      '/': frame(
        { title: 'Chorale', lang: 'fr', menu: { Contact: '/index.php/contact' } },
        '<p>Concerts</p>',
      ),
      '/index.php/contact': frame(
        { title: 'Contact', lang: 'fr' },
        `<p>Chef de chœur : Odile Marchetti <joomla-hidden-mail first="${base64('odile')}" last="${base64('chorale-gers.fr')}"></joomla-hidden-mail></p>`,
      ),
    },
    contacts: [
      { email: 'odile@chorale-gers.fr', method: 'joomla', first_name: 'Odile', last_name: 'Marchetti' },
    ],
  },
  {
    host: 'www.praxis-am-wall.at',
    shows: ['rot13'],
    pages: {
      '/': frame(
        { title: 'Praxis am Wall', lang: 'de' },
        `<a href="javascript:__eae_open('${rot13('mailto:termin@praxis-am-wall.at')}');"><span class="__eae_r13">${rot13('termin@praxis-am-wall.at')}</span></a>`,
      ),
    },
    contacts: [{ email: 'termin@praxis-am-wall.at', method: 'rot13' }],
  },
  {
    host: 'www.yogahuis-delft.nl',
    shows: ['rot13'],
    pages: {
      '/': frame(
        { title: 'Yogahuis', lang: 'nl' },
        `<a class="mail-link" href="javascript:;" data-enc-email="${rot13('les')}[at]${rot13('yogahuis-delft.nl')}">Mail ons</a>`,
      ),
    },
    contacts: [{ email: 'les@yogahuis-delft.nl', method: 'rot13' }],
  },
  {
    host: 'www.museum-of-locks.org',
    shows: ['spamspan'],
    pages: {
      '/': frame(
        { title: 'Museum of Locks' },
        '<span class="spamspan"><span class="u">keys</span> [at] <span class="d">museum-of-locks [dot] org</span><span class="t"> (the keeper)</span></span>',
      ),
    },
    contacts: [{ email: 'keys@museum-of-locks.org', method: 'spamspan' }],
  },
  {
    host: 'www.filmklub-aarhus.dk',
    shows: ['spamspan'],
    pages: {
      '/': frame(
        { title: 'Filmklub', lang: 'da' },
        '<p>Formand: Bodil Krogh, <span class="spamspan"><span class="u">bodil</span><img alt="at" src="/at.png"><span class="d">filmklub-aarhus.dk</span></span></p>',
      ),
    },
    contacts: [
      { email: 'bodil@filmklub-aarhus.dk', method: 'spamspan', first_name: 'Bodil', last_name: 'Krogh' },
    ],
  },
  {
    host: 'www.kletterhalle-iser.de',
    shows: ['cryptx'],
    pages: {
      '/': frame(
        { title: 'Kletterhalle', lang: 'de' },
        `<a href="javascript:DeCryptX('${moved('mailto:seil@kletterhalle-iser.de')}')">E-Mail</a>`,
      ),
    },
    contacts: [{ email: 'seil@kletterhalle-iser.de', method: 'cryptx' }],
  },
  {
    host: 'www.weinbau-trauttner.at',
    shows: ['cryptx'],
    pages: {
      '/': frame(
        { title: 'Weinbau', lang: 'de' },
        `<a href="#" onclick="DeCryptX('${[...'mailto:keller@weinbau-trauttner.at'].map((char, index) => `${index % 3}${moved(char, index % 3)}`).join('')}')">Bestellen</a>`,
      ),
    },
    contacts: [{ email: 'keller@weinbau-trauttner.at', method: 'cryptx' }],
  },
  {
    host: 'www.sailmaker-quist.com',
    shows: ['data-attributes'],
    pages: {
      '/': frame(
        { title: 'Sailmaker' },
        '<a class="js-mail" href="#" data-user="canvas" data-domain="sailmaker-quist.com">Write</a>',
      ),
    },
    contacts: [{ email: 'canvas@sailmaker-quist.com', method: 'data-attributes' }],
  },
  {
    host: 'www.olejarna-lhota.cz',
    shows: ['data-attributes'],
    pages: {
      '/': frame(
        { title: 'Olejárna', lang: 'cs' },
        `<span class="adresa" data-contact="${base64('olej@olejarna-lhota.cz')}"></span>`,
      ),
    },
    contacts: [{ email: 'olej@olejarna-lhota.cz', method: 'data-attributes' }],
  },
]
