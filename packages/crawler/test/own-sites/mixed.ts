import { frame, type OwnSite } from './own-site.ts'

/** Several difficulties on one page. */
export const mixedSites: readonly OwnSite[] = [
  {
    host: 'roofworks-gpf.org',
    shows: ['compose-link', 'stated-sign', 'frames', 'decoys', 'makers'],
    pages: {
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Roofworks</title><meta name="author" content="Page Shop, web@pageshop-gpf.net"><style>.m{font-size:0}.m::after{font-size:1rem;content:"hall@roofworks-gpf.org"}</style></head><body>
<p>Office: office @ roofworks-gpf . org</p>
<p>Hall: <a class="m">x</a></p>
<p>Yard: yard*roofworks-gpf.org (replace * by @)</p>
<p><a href="https://mail.google.com/mail/?view=cm&amp;to=desk@roofworks-gpf.org">Write in Gmail</a></p>
<roof-card><template shadowrootmode="open"><p>shop@roofworks-gpf.org</p></template></roof-card>
<iframe srcdoc="&lt;p&gt;frame@roofworks-gpf.org&lt;/p&gt;"></iframe>
<p>Stumps: stumps -at- roofworks-gpf -dot- org</p>
<p>Moss: moss@<i class="hidden">spare</i>roofworks-gpf.org</p>
<script>var contact = { mail: "x22tiles@roofworks-gpf.org" }</script><p>Tiles: tiles@roofworks-gpf.org</p>
</body></html>`,
    },
    contacts: [
      { email: 'office@roofworks-gpf.org', method: 'spaced-at' },
      { email: 'hall@roofworks-gpf.org', method: 'css-content' },
      { email: 'yard@roofworks-gpf.org', method: 'stated-sign' },
      { email: 'desk@roofworks-gpf.org', method: 'compose-link' },
      { email: 'shop@roofworks-gpf.org' },
      { email: 'frame@roofworks-gpf.org' },
      { email: 'stumps@roofworks-gpf.org', method: 'bracket-words' },
      { email: 'moss@roofworks-gpf.org' },
      { email: 'tiles@roofworks-gpf.org', method: 'plain-text' },
    ],
  },
  {
    host: 'www.serre-del-lago.it',
    shows: ['compose-link', 'stated-sign', 'makers'],
    pages: {
      '/': frame(
        {
          title: 'Serre del Lago',
          lang: 'it',
          head: '<meta name="author" content="Studio Pagina, info@studiopagina.it"><link rel="author" href="mailto:web@studiopagina.it">',
          footer: 'Per gli ordini: ordini#serre-del-lago.it (sostituire # con la chiocciola)',
        },
        '<h1>Rose e agrumi</h1><div><h3>Chiara Bianchi</h3><p>Responsabile vendite</p><a href="https://outlook.live.com/mail/0/deeplink/compose?to=vendite%40serre-del-lago.it&subject=Rose">Scrivici</a></div>',
      ),
    },
    contacts: [
      {
        email: 'vendite@serre-del-lago.it',
        method: 'compose-link',
        first_name: 'Chiara',
        last_name: 'Bianchi',
        title: 'Responsabile vendite',
      },
      { email: 'ordini@serre-del-lago.it', method: 'stated-sign' },
    ],
  },
]
