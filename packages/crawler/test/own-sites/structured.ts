import { frame, type OwnSite } from './own-site.ts'

const ld = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
const quoted = (data: unknown): string => JSON.stringify(data).replaceAll('"', '&quot;')
const push = (text: string): string => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`

/** Addresses and people in machine-readable data. */
export const structuredSites: readonly OwnSite[] = [
  {
    host: 'www.riverside-vets.com',
    shows: ['json-ld'],
    pages: {
      '/': frame(
        {
          title: 'Riverside Vets',
          head: ld({
            '@context': 'https://schema.org',
            '@graph': [
              { '@type': 'WebSite', name: 'Riverside Vets' },
              {
                '@type': 'VeterinaryCare',
                email: 'desk@riverside-vets.com',
                employee: {
                  '@type': 'Person',
                  name: 'Dr. Helen Ostrow',
                  jobTitle: 'Veterinarian',
                  email: 'mailto:helen@riverside-vets.com',
                },
              },
            ],
          }),
        },
        '<p>Cats and dogs</p>',
      ),
    },
    contacts: [
      { email: 'desk@riverside-vets.com', method: 'json-ld', first_name: null },
      {
        email: 'helen@riverside-vets.com',
        method: 'json-ld',
        first_name: 'Helen',
        last_name: 'Ostrow',
        title: 'Veterinarian',
      },
    ],
  },
  {
    host: 'www.caseificio-montesole.it',
    shows: ['json-ld'],
    pages: {
      '/': frame(
        {
          title: 'Caseificio',
          lang: 'it',
          head: '<script type="application/ld+json">{"@type":"Store","contactPoint":[{"@type":"ContactPoint","contactType":"ordini","email":"ordini@caseificio-montesole.it",}],}</script>',
        },
        '<p>Formaggi</p>',
      ),
    },
    contacts: [{ email: 'ordini@caseificio-montesole.it', method: 'json-ld' }],
  },
  {
    host: 'www.notaire-belcourt.fr',
    shows: ['microdata'],
    pages: {
      '/': frame(
        { title: 'Étude Belcourt', lang: 'fr' },
        '<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Maître Solène Belcourt</span><span itemprop="jobTitle">Notaire</span><a itemprop="email" href="mailto:solene@notaire-belcourt.fr">écrire</a></div>',
      ),
    },
    contacts: [
      { email: 'solene@notaire-belcourt.fr', first_name: 'Solène', last_name: 'Belcourt', title: 'Notaire' },
    ],
  },
  {
    host: 'www.hotel-lindenhoehe.de',
    shows: ['microdata'],
    pages: {
      '/': frame(
        { title: 'Hotel', lang: 'de' },
        '<div vocab="https://schema.org/" typeof="Hotel"><b property="name">Lindenhöhe</b><meta itemprop="email" content="rezeption@hotel-lindenhoehe.de"></div>',
      ),
    },
    contacts: [{ email: 'rezeption@hotel-lindenhoehe.de', method: 'microdata' }],
  },
  {
    host: 'www.rambling-club.org.uk',
    shows: ['hcard'],
    pages: {
      '/': frame({ title: 'Rambling Club', menu: { Committee: '/committee' } }, '<p>Walks</p>'),
      '/committee': frame(
        { title: 'Committee' },
        '<div class="vcard"><span class="fn">Winifred Sayle</span> <span class="role">Treasurer</span> <span class="email">winifred@rambling-club.org.uk</span></div>',
      ),
    },
    contacts: [
      {
        email: 'winifred@rambling-club.org.uk',
        method: 'hcard',
        first_name: 'Winifred',
        last_name: 'Sayle',
        title: 'Treasurer',
      },
    ],
  },
  {
    host: 'www.indie-bookbinder.net',
    shows: ['hcard'],
    pages: {
      '/': frame(
        { title: 'Bookbinder' },
        '<div class="h-card"><a class="p-name u-url" href="/">Jasper Thorne</a>, <span class="p-job-title">Bookbinder</span> <a class="u-email" href="mailto:jasper@indie-bookbinder.net">mail</a></div>',
      ),
    },
    contacts: [
      {
        email: 'jasper@indie-bookbinder.net',
        first_name: 'Jasper',
        last_name: 'Thorne',
        title: 'Bookbinder',
      },
    ],
  },
  {
    host: 'www.orchard-cider.us',
    shows: ['component-props'],
    pages: {
      '/': frame(
        { title: 'Orchard Cider' },
        `<div id="app" data-page="${quoted({ component: 'Home', props: { staff: [{ name: 'Peggy Larkin', position: 'Cellar manager', email: 'peggy@orchard-cider.us' }] } })}"></div>`,
      ),
    },
    contacts: [
      { email: 'peggy@orchard-cider.us', first_name: 'Peggy', last_name: 'Larkin', title: 'Cellar manager' },
    ],
  },
  {
    host: 'www.fysio-strandgade.dk',
    shows: ['component-props'],
    pages: {
      '/': frame(
        { title: 'Fysio', lang: 'da' },
        `<astro-island uid="1" props="${quoted({ hold: [1, [[0, { navn: [0, ''], name: [0, 'Karen Dalgaard'], role: [0, 'Leder'], email: [0, 'karen@fysio-strandgade.dk'] }]]] })}"></astro-island>`,
      ),
    },
    contacts: [
      {
        email: 'karen@fysio-strandgade.dk',
        method: 'component-props',
        first_name: 'Karen',
        last_name: 'Dalgaard',
      },
    ],
  },
  {
    host: 'www.copperline-roofing.com',
    shows: ['streamed-state'],
    pages: {
      '/': frame(
        { title: 'Copperline' },
        `${push('0:["$","main",null,{"children":"$L1"}]\n1:I[7,[],"Crew"]\n')}${push('2:["$","$L1",null,{"crew":[{"fullName":"Dennis Albright","jobTitle":"Estimator","email":"dennis@copperline-roofing.com"}]}]\n')}`,
      ),
    },
    contacts: [
      {
        email: 'dennis@copperline-roofing.com',
        method: 'streamed-state',
        first_name: 'Dennis',
        last_name: 'Albright',
        title: 'Estimator',
      },
    ],
  },
  {
    host: 'www.tapas-macarena.es',
    shows: ['streamed-state'],
    pages: {
      '/': frame(
        { title: 'Tapas', lang: 'es' },
        `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(JSON.stringify([{ _1: 2 }, 'contacto', { _3: 4 }, 'email', 'mesas@tapas-macarena.es']))});</script>`,
      ),
    },
    contacts: [{ email: 'mesas@tapas-macarena.es', method: 'streamed-state' }],
  },
  {
    host: 'www.tidewater-legal.com',
    shows: ['js-state'],
    pages: {
      '/': frame(
        { title: 'Tidewater Legal' },
        `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { attorneys: [{ name: 'Roberta Finch', title: 'Attorney', email: 'roberta@tidewater-legal.com' }] } } })}</script>`,
      ),
    },
    contacts: [
      {
        email: 'roberta@tidewater-legal.com',
        method: 'js-state',
        first_name: 'Roberta',
        last_name: 'Finch',
        title: 'Attorney',
      },
    ],
  },
  {
    host: 'www.bergfuehrer-arnoldi.ch',
    shows: ['js-state'],
    pages: {
      '/': frame(
        { title: 'Bergführer', lang: 'de' },
        `<script>window.__INITIAL_STATE__={"guides":[{"vorname":"Urs","nachname":"Arnoldi","funktion":"Bergführer","mail":"urs@bergfuehrer-arnoldi.ch"}]};</script>`,
      ),
    },
    contacts: [
      { email: 'urs@bergfuehrer-arnoldi.ch', first_name: 'Urs', last_name: 'Arnoldi', title: 'Bergführer' },
    ],
  },
]
