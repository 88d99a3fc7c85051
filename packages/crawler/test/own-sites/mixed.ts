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
  {
    host: 'slatehouse-gpf.org',
    shows: ['people'],
    pages: {
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slate House</title></head><body><h2>Team</h2>
<div class="card"><h3>Cathal Ó Murchú</h3><p>Workshop manager</p><a href="mailto:cathal@slatehouse-gpf.org">E-mail</a></div>
<p><strong>Brigitte Sommer</strong>, Büroleitung, Tel. 0561 555 0162, brigitte(at)slatehouse-gpf.org</p>
<p>Questions go to the Manager of Roof Review, Paula Kent, at pkent@slatehouse-gpf.org.</p>
<div class="card"><h3>Rosa Dienstag</h3><p>Director</p><a href="mailto:rosa@slatehouse-gpf.org">E-mail</a></div>
<div class="card"><h3>RA Ilse Lang</h3><p>Rechtsanwältin</p><a href="mailto:ilse@slatehouse-gpf.org">E-mail</a></div>
<div role="tabpanel" hidden><h3>Till</h3><p>Call +44 20 7946 0155 or write to till@slatehouse-gpf.org</p></div>
</body></html>`,
    },
    contacts: [
      {
        email: 'cathal@slatehouse-gpf.org',
        first_name: 'Cathal',
        last_name: 'Ó Murchú',
        title: 'Workshop manager',
      },
      {
        email: 'brigitte@slatehouse-gpf.org',
        first_name: 'Brigitte',
        last_name: 'Sommer',
        title: 'Büroleitung',
      },
      {
        email: 'pkent@slatehouse-gpf.org',
        first_name: 'Paula',
        last_name: 'Kent',
        title: 'Manager of Roof Review',
      },
      { email: 'rosa@slatehouse-gpf.org', first_name: 'Rosa', last_name: 'Dienstag', title: 'Director' },
      { email: 'ilse@slatehouse-gpf.org', first_name: 'Ilse', last_name: 'Lang', title: 'Rechtsanwältin' },
      { email: 'till@slatehouse-gpf.org', phone: '+442079460155' },
    ],
  },
  {
    host: 'choir-gpf.org',
    shows: ['people'],
    pages: {
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choir</title></head><body><nav><a href="/">Home</a></nav><h2>Team</h2>
<table><tr><td>Anke Braun</td><td>Felix Sonntag</td></tr><tr><td>Choir director</td><td>Accountant</td></tr><tr><td><a href="mailto:a.braun@choir-gpf.org">Mail</a></td><td><a href="mailto:sonntag@choir-gpf.org">Mail</a></td></tr></table>
<h2>Committee</h2><p>Robes and rooms: <a href="mailto:robes@choir-gpf.org">Nell Archer</a><br>Treasurer: <a href="mailto:money@choir-gpf.org">Owen Price</a><br>Secretary: <a href="mailto:letters@choir-gpf.org">Joan Reed</a></p>
</body></html>`,
    },
    contacts: [
      { email: 'a.braun@choir-gpf.org', first_name: 'Anke', last_name: 'Braun', title: 'Choir director' },
      { email: 'sonntag@choir-gpf.org', first_name: 'Felix', last_name: 'Sonntag', title: 'Accountant' },
      { email: 'robes@choir-gpf.org', first_name: 'Nell', last_name: 'Archer', title: null },
      { email: 'money@choir-gpf.org', first_name: 'Owen', last_name: 'Price', title: 'Treasurer' },
      { email: 'letters@choir-gpf.org', first_name: 'Joan', last_name: 'Reed', title: 'Secretary' },
    ],
  },
]
