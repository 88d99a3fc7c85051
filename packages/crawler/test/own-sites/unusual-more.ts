import { frame, type OwnSite } from './own-site.ts'

/** Agencies, offices, job pages, shops, and pages with too much on them. */
export const moreUnusualSites: readonly OwnSite[] = [
  {
    host: 'www.northlight-agency.com',
    shows: ['agencies'],
    pages: {
      '/': frame(
        { title: 'Northlight – web design agency', menu: { Work: '/work', People: '/people' } },
        '<h1>Websites that work</h1>',
      ),
      '/work': frame(
        { title: 'Work' },
        '<h2>Case study: Hartley Bakery</h2><p>We built the shop of Hartley Bakery. “A joy!” — Ruth Hartley, ruth@hartley-bakery.com</p>',
      ),
      '/people': frame(
        { title: 'People' },
        '<div class="grid"><figure><img alt="Imogen Vale"><figcaption><b>Imogen Vale</b><span>Creative Director</span><a href="mailto:imogen@northlight-agency.com">imogen@northlight-agency.com</a></figcaption></figure><figure><img alt="Theo Marsden"><figcaption><b>Theo Marsden</b><span>Lead Developer</span><a href="mailto:theo@northlight-agency.com">theo@northlight-agency.com</a></figcaption></figure></div>',
      ),
    },
    contacts: [
      {
        email: 'imogen@northlight-agency.com',
        first_name: 'Imogen',
        last_name: 'Vale',
        title: 'Creative Director',
      },
      {
        email: 'theo@northlight-agency.com',
        first_name: 'Theo',
        last_name: 'Marsden',
        title: 'Lead Developer',
      },
    ],
  },
  {
    host: 'www.maschinenbau-kestner.de',
    shows: ['job pages'],
    pages: {
      '/': frame(
        {
          title: 'Kestner Maschinenbau',
          lang: 'de',
          menu: { Karriere: '/karriere', Ansprechpartner: '/ansprechpartner' },
        },
        '<p>Drehen und Fräsen</p>',
      ),
      '/karriere': frame(
        { title: 'Karriere', lang: 'de' },
        '<h1>Zerspanungsmechaniker (m/w/d)</h1><p>Bewerbung an Frau Silke Norden, bewerbung@maschinenbau-kestner.de.</p>',
      ),
      '/ansprechpartner': frame(
        { title: 'Ansprechpartner', lang: 'de' },
        '<div class="row"><div class="col"><p>Geschäftsführung<br><strong>Rolf Kestner</strong><br>Fon: 05231 5550-12<br>Fax: 05231 5550-99<br>r.kestner@maschinenbau-kestner.de</p></div><div class="col"><p>Einkauf<br><strong>Meike Sander</strong><br>Fon: 05231 5550-20<br>m.sander@maschinenbau-kestner.de</p></div></div>',
      ),
    },
    contacts: [
      { email: 'bewerbung@maschinenbau-kestner.de' },
      {
        email: 'm.sander@maschinenbau-kestner.de',
        first_name: 'Meike',
        last_name: 'Sander',
        title: 'Einkauf',
        phone: '+495231555020',
      },
      {
        email: 'r.kestner@maschinenbau-kestner.de',
        first_name: 'Rolf',
        last_name: 'Kestner',
        title: 'Geschäftsführung',
        phone: '+495231555012',
      },
    ],
  },
  {
    host: 'www.biuro-rachunkowe-lis.pl',
    shows: ['offices'],
    pages: {
      '/': frame(
        {
          title: 'Biuro Rachunkowe Lis',
          lang: 'pl',
          footer: 'Realizacja: <a href="mailto:biuro@stronyplus.pl">StronyPlus</a>',
        },
        '<p>Właściciel: mgr Barbara Lis<br>tel. 22 555 01 23<br>e-mail: barbara.lis@biuro-rachunkowe-lis.pl</p><p>Administratorem danych jest Barbara Lis. Inspektor ochrony danych: iod@rodo-ekspert.pl</p>',
      ),
    },
    contacts: [
      {
        email: 'barbara.lis@biuro-rachunkowe-lis.pl',
        first_name: 'Barbara',
        last_name: 'Lis',
        title: 'Właściciel',
        phone: '+48225550123',
      },
    ],
  },
  {
    host: 'www.quinta-do-freixo.pt',
    shows: ['farms'],
    pages: {
      '/': frame(
        { title: 'Quinta do Freixo', lang: 'pt', menu: { Contactos: '/contactos' } },
        '<p>Azeite</p>',
      ),
      '/contactos': frame(
        { title: 'Contactos', lang: 'pt' },
        '<p>Freguesia de Santa Maria Maior, Concelho de Chaves</p><p>Enóloga: Filipa Azevedo<br><a href="mailto:filipa@quinta-do-freixo.pt?subject=Vinhos">filipa@quinta-do-freixo.pt</a></p><p>Encomendas: loja@quinta-do-freixo.pt</p>',
      ),
    },
    contacts: [
      { email: 'filipa@quinta-do-freixo.pt', first_name: 'Filipa', last_name: 'Azevedo', title: 'Enóloga' },
      { email: 'loja@quinta-do-freixo.pt', first_name: null },
    ],
  },
  {
    host: 'www.surgery-at-elmbrook.org.uk',
    shows: ['clinics'],
    pages: {
      '/': frame(
        { title: 'Elmbrook Surgery', menu: { 'Contact us': '/contact-us' } },
        '<p>Do not send urgent requests by email.</p>',
      ),
      '/contact-us': frame(
        { title: 'Contact us' },
        '<p>Practice manager: Mrs Denise Okafor – denise.okafor@nhs.net</p><p>Complaints: Parliamentary and Health Service Ombudsman, phso.enquiries@ombudsman.org.uk</p><p>Reception: reception@surgery-at-elmbrook.org.uk (no reply: noreply@surgery-at-elmbrook.org.uk)</p>',
      ),
    },
    contacts: [
      {
        email: 'denise.okafor@nhs.net',
        first_name: 'Denise',
        last_name: 'Okafor',
        title: 'Practice manager',
      },
      { email: 'reception@surgery-at-elmbrook.org.uk', first_name: null },
    ],
  },
  {
    host: 'www.fiskebua-lofoten.no',
    shows: ['shops'],
    pages: {
      '/': frame(
        {
          title: 'Fiskebua',
          lang: 'nb',
          menu: { 'Om oss': '/om-oss' },
          footer: 'Nettside av Kystbyrå – post@kystbyra.no',
        },
        '<form><input name="email" placeholder="din@epost.no"></form>',
      ),
      '/om-oss': frame(
        { title: 'Om oss', lang: 'nb' },
        '<p>Daglig leder Torunn Hagen, mobil 912 34 567, torunn@fiskebua-lofoten.no</p>',
      ),
    },
    contacts: [
      {
        email: 'torunn@fiskebua-lofoten.no',
        first_name: 'Torunn',
        last_name: 'Hagen',
        title: 'Daglig leder',
        phone: '+4791234567',
      },
    ],
  },
  {
    host: 'www.theme-left-overs.com',
    shows: ['pages that say too much'],
    pages: {
      '/': frame(
        { title: 'Petrov Plumbing', footer: 'Email: info@yoursite.com' },
        `<p>Pipes and boilers. Our plumber: <b>Ivan Petrov</b> <a href="mailto:ivan@theme-left-overs.com">write</a></p><p>Lorem ipsum dolor sit amet, support@fancytheme.net</p><img src="/boiler@2x.png"><script>Sentry.init({dsn:"https://0a1b2c3d4e5f60718293a4b5c6d7e8f9@o4.ingest.sentry.io/1"})</script><p>npm i left-pad@1.3.0, follow @petrov</p>`,
      ),
    },
    contacts: [{ email: 'ivan@theme-left-overs.com', first_name: 'Ivan', last_name: 'Petrov' }],
  },
  {
    host: 'www.chambres-hotes-garance.fr',
    shows: ['makers'],
    pages: {
      '/': frame(
        { title: 'La Garance', lang: 'fr', menu: { 'Mentions légales': '/mentions-legales' } },
        '<p>Chez Sylvie et Marc Dubreuil</p>',
      ),
      '/mentions-legales': frame(
        { title: 'Mentions légales', lang: 'fr' },
        '<h3>Éditeur</h3><p>Sylvie Dubreuil, directrice de la publication<br>sylvie@chambres-hotes-garance.fr</p><h3>Hébergeur</h3><p>OVH SAS, 2 rue Kellermann, 59100 Roubaix, support@ovh.com</p><h3>Médiateur de la consommation</h3><p>mediation@cm2c-exemple.net</p><h3>Crédits photo</h3><p>Léo Blin, leo@blin-photos.fr</p>',
      ),
    },
    contacts: [{ email: 'sylvie@chambres-hotes-garance.fr', first_name: 'Sylvie', last_name: 'Dubreuil' }],
  },
]
