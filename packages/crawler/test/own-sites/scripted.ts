import { base64, cloudflare } from './encode.ts'
import { frame, type OwnSite } from './own-site.ts'

const tilde =
  "<script>document.querySelectorAll('a.m').forEach(function(a){a.href=a.href.replace('~','@')})</script>"

/** Addresses put together by scripts. */
export const scriptedSites: readonly OwnSite[] = [
  {
    host: 'www.glazier-holt.co.uk',
    shows: ['script-text'],
    pages: {
      '/': frame({ title: 'Glazier', menu: { Contact: '/contact.asp' } }, '<p>Windows</p>'),
      '/contact.asp': frame(
        { title: 'Contact' },
        `<script>var n="panes",d="glazier-holt.co.uk";document.write('<a href="mai'+'lto:'+n+'&#64;'+d+'">'+n+String.fromCharCode(64)+d+'</a>')</script>`,
      ),
    },
    contacts: [{ email: 'panes@glazier-holt.co.uk', method: 'script-text' }],
  },
  {
    host: 'www.circolo-velico-ledro.it',
    shows: ['script-text'],
    pages: {
      '/': frame(
        { title: 'Circolo Velico', lang: 'it' },
        `<span id="p"></span><script>(function(){var a=['vele','circolo-velico-ledro','it'];document.getElementById('p').textContent=[a[0],a.slice(1).join('.')].join('@')})()</script>`,
      ),
    },
    contacts: [{ email: 'vele@circolo-velico-ledro.it', method: 'script-text' }],
  },
  {
    host: 'www.stonewall-repairs.ie',
    shows: ['custom-separator'],
    pages: {
      '/': frame(
        { title: 'Walls' },
        `<a class="m" href="mailto:mason~stonewall-repairs.ie">Mail</a>${tilde}`,
      ),
    },
    contacts: [{ email: 'mason@stonewall-repairs.ie', method: 'custom-separator' }],
  },
  {
    host: 'www.imkerij-zuidwende.nl',
    shows: ['custom-separator'],
    pages: {
      '/': frame(
        { title: 'Imkerij', lang: 'nl' },
        `<a class="post" href="#" rel="honing__imkerij-zuidwende.nl">Mail</a><script>$('.post').each(function(){$(this).attr('href','mailto:'+$(this).attr('rel').replace(/__/,'@'))})</script>`,
      ),
    },
    contacts: [{ email: 'honing@imkerij-zuidwende.nl', method: 'custom-separator' }],
  },
  {
    host: 'www.ovenbouw-verstraete.be',
    shows: ['function-arguments'],
    pages: {
      '/': frame(
        { title: 'Ovenbouw', lang: 'nl' },
        `<a href="javascript:schrijf('vuur','ovenbouw-verstraete','be')">Schrijf ons</a>`,
      ),
    },
    contacts: [{ email: 'vuur@ovenbouw-verstraete.be', method: 'function-arguments' }],
  },
  {
    host: 'www.zahnlabor-fink.de',
    shows: ['function-arguments'],
    pages: {
      '/': frame(
        { title: 'Zahnlabor', lang: 'de' },
        `<a href="#" onclick="return post('zahnlabor-fink.de','labor')">Mail</a>`,
      ),
    },
    contacts: [{ email: 'labor@zahnlabor-fink.de', method: 'function-arguments' }],
  },
  {
    host: 'www.letterpress-studio.org',
    shows: ['base64-literal'],
    pages: {
      '/': frame(
        { title: 'Letterpress' },
        `<script>window.site.contact("${base64('mailto:type@letterpress-studio.org')}")</script>`,
      ),
    },
    contacts: [{ email: 'type@letterpress-studio.org', method: 'base64-literal' }],
  },
  {
    host: 'www.korbflechter-baum.de',
    shows: ['base64-literal'],
    pages: {
      '/': frame(
        { title: 'Körbe', lang: 'de' },
        `<script>show({post: '${base64('korb@korbflechter-baum.de')}', logo: '${base64('nothing to see here')}'})</script>`,
      ),
    },
    contacts: [{ email: 'korb@korbflechter-baum.de', method: 'base64-literal' }],
  },
  {
    host: 'www.tandarts-oudezijds.nl',
    shows: ['script-file'],
    pages: {
      '/': frame({ title: 'Tandarts', lang: 'nl' }, '<p id="m"></p><script src="/js/mail.js"></script>'),
      '/js/mail.js': {
        headers: { 'content-type': 'application/javascript' },
        body: "var wie='balie',waar='tandarts-oudezijds.nl';document.getElementById('m').innerHTML='<a href=\"mailto:'+wie+'@'+waar+'\">mail</a>'",
      },
    },
    contacts: [{ email: 'balie@tandarts-oudezijds.nl', method: 'script-file' }],
  },
  {
    host: 'www.fly-fishing-tweed.co.uk',
    shows: ['script-file'],
    pages: {
      '/': frame({ title: 'Fly fishing' }, '<script src="/assets/contact-cloak.js?v=3"></script>'),
      '/assets/contact-cloak.js': {
        headers: { 'content-type': 'text/javascript' },
        body: "window.cloak=function(){return ['ghillie','fly-fishing-tweed.co.uk'].join('\\u0040')}",
      },
    },
    contacts: [{ email: 'ghillie@fly-fishing-tweed.co.uk', method: 'script-file' }],
  },
  {
    host: 'www.skraddare-lind.se',
    shows: ['hex-code'],
    pages: {
      '/': frame({ title: 'Skrädderi', lang: 'sv', menu: { Kontakt: '/kontakt' } }, '<p>Kläder</p>'),
      '/kontakt': frame(
        { title: 'Kontakt', lang: 'sv' },
        `<p>Petra Lind: <a class="email" href="cryptmail:${Buffer.from('petra@skraddare-lind.se').toString('hex')}">mejla</a></p>`,
      ),
    },
    contacts: [
      { email: 'petra@skraddare-lind.se', method: 'hex-code', first_name: 'Petra', last_name: 'Lind' },
    ],
  },
  {
    host: 'www.canoe-hire-wye.co.uk',
    shows: ['hex-code'],
    pages: {
      '/': frame(
        { title: 'Canoe hire' },
        `<button data-address="${cloudflare('paddle@canoe-hire-wye.co.uk', 0x71)}" onclick="show(this)">Show our address</button>`,
      ),
    },
    contacts: [{ email: 'paddle@canoe-hire-wye.co.uk', method: 'hex-code' }],
  },
]
