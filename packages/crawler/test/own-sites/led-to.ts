import { pdf } from '../pdf.ts'
import { frame, type OwnSite } from './own-site.ts'

const vcard = (lines: string): { headers: Record<string, string>; body: string } => ({
  headers: { 'content-type': 'text/vcard; charset=utf-8' },
  body: `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines}\r\nEND:VCARD\r\n`,
})
const file = (text: string, link: string) => ({
  headers: { 'content-type': 'application/pdf' },
  body: pdf(text, link),
})

/** Addresses in other files, or on pages without a plain link to them. */
export const ledToSites: readonly OwnSite[] = [
  {
    host: 'www.hovercraft-hire.com',
    shows: ['vcard'],
    pages: {
      '/': frame({ title: 'Hovercraft', menu: { 'Save contact': '/card.vcf' } }, '<p>Rides</p>'),
      '/card.vcf': vcard(
        'FN:Lydia Marsh\r\nTITLE:Pilot\r\nEMAIL;TYPE=work:lydia@hovercraft-hire.com\r\nTEL:+44 1983 555 010',
      ),
    },
    contacts: [
      {
        email: 'lydia@hovercraft-hire.com',
        method: 'vcard',
        first_name: 'Lydia',
        last_name: 'Marsh',
        title: 'Pilot',
        phone: '+441983555010',
      },
    ],
  },
  {
    host: 'www.orgelbau-reinthal.de',
    shows: ['vcard'],
    pages: {
      '/': frame({ title: 'Orgelbau', lang: 'de', menu: { Visitenkarte: '/reinthal.vcf' } }, '<p>Orgeln</p>'),
      '/reinthal.vcf': vcard(
        'N:Reinthal;Götz;;;\r\nTITLE:Orgelbaumeister\r\nEMAIL:goetz@orgelbau-reinthal.de',
      ),
    },
    contacts: [
      { email: 'goetz@orgelbau-reinthal.de', method: 'vcard', first_name: 'Götz', last_name: 'Reinthal' },
    ],
  },
  {
    host: 'www.ballroom-nights.com',
    shows: ['pdf'],
    pages: {
      '/': frame({ title: 'Ballroom', menu: { 'Contact sheet (PDF)': '/contact.pdf' } }, '<p>Dance</p>'),
      '/contact.pdf': file('Bookings: floor@ballroom-nights.com', 'http://www.ballroom-nights.com/'),
    },
    contacts: [{ email: 'floor@ballroom-nights.com', method: 'pdf' }],
  },
  {
    host: 'www.feuerwehr-hagenow.de',
    shows: ['pdf'],
    pages: {
      '/': frame(
        { title: 'Feuerwehr', lang: 'de', menu: { Kontaktblatt: '/dateien/kontakt.pdf' } },
        '<p>112</p>',
      ),
      '/dateien/kontakt.pdf': file('Geraetehaus', 'mailto:wache@feuerwehr-hagenow.de'),
    },
    contacts: [{ email: 'wache@feuerwehr-hagenow.de', method: 'pdf' }],
  },
  {
    host: 'www.alte-schmiede-gera.de',
    shows: ['frames'],
    pages: {
      '/': '<html><head><title>Schmiede</title></head><frameset cols="20%,*"><frame src="navi.htm"><frame src="inhalt.htm"></frameset></html>',
      '/navi.htm': '<a href="impressum.htm" target="main">Impressum</a>',
      '/inhalt.htm': '<p>Eisen</p>',
      '/impressum.htm': '<p>Schmiedemeister Ewald Kranich<br>amboss@alte-schmiede-gera.de</p>',
    },
    contacts: [{ email: 'amboss@alte-schmiede-gera.de', method: 'plain-text' }],
  },
  {
    host: 'www.campsite-fairlie.co.uk',
    shows: ['frames'],
    pages: {
      '/': frame({ title: 'Campsite' }, '<iframe src="/embed/footer.html" title="Contact"></iframe>'),
      '/embed/footer.html': '<p><a href="mailto:tents@campsite-fairlie.co.uk">Book a pitch</a></p>',
    },
    contacts: [{ email: 'tents@campsite-fairlie.co.uk', method: 'mailto' }],
  },
  {
    host: 'www.loomhouse.scot',
    shows: ['redirects'],
    pages: {
      '/': { status: 301, headers: { location: '/home' } },
      '/home': '<html><head><meta http-equiv="refresh" content="0;url=/en/"></head></html>',
      '/en/': frame({ title: 'Loom House', menu: { Contact: '/en/contact' } }, '<p>Tweed</p>'),
      '/en/contact': { status: 302, headers: { location: '/en/reach-us' } },
      '/en/reach-us': frame({ title: 'Reach us' }, '<p>weave@loomhouse.scot</p>'),
    },
    contacts: [{ email: 'weave@loomhouse.scot' }],
  },
  {
    host: 'www.barca-traghetti.it',
    shows: ['redirects'],
    pages: {
      '/': '<script>location.replace("/it/")</script>',
      '/it/': frame(
        { title: 'Traghetti', lang: 'it' },
        `<button onclick="location.href='/it/contatti'">Contatti</button>`,
      ),
      '/it/contatti': frame({ title: 'Contatti', lang: 'it' }, '<p>porto@barca-traghetti.it</p>'),
    },
    contacts: [{ email: 'porto@barca-traghetti.it' }],
  },
]
