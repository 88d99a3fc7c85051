import { frame, type OwnSite } from './own-site.ts'

/** Portals, clubs, clinics, makers' imprints, comments, pictures instead of text. */
export const unusualSites: readonly OwnSite[] = [
  {
    host: 'www.kanzlei-brandhorst.de',
    shows: ['makers', 'privacy officers'],
    pages: {
      '/': frame(
        {
          title: 'Kanzlei Brandhorst',
          lang: 'de',
          menu: { Anwälte: '/anwaelte', Impressum: '/impressum', Datenschutz: '/datenschutz' },
        },
        '<p>Recht</p>',
      ),
      '/anwaelte': frame(
        { title: 'Unsere Anwälte', lang: 'de' },
        '<article class="card"><img src="1.jpg"><h3>Dr. Friederike Brandhorst</h3><p class="sub">Fachanwältin für Familienrecht</p><ul><li>T 0511 555 01-10</li><li><a href="mailto:brandhorst@kanzlei-brandhorst.de">E-Mail</a></li></ul></article><article class="card"><h3>Jannes Tietjen</h3><p class="sub">Rechtsanwalt</p><ul><li>T 0511 555 01-11</li><li><a href="mailto:tietjen@kanzlei-brandhorst.de">E-Mail</a></li></ul></article>',
      ),
      '/impressum': frame(
        { title: 'Impressum', lang: 'de' },
        '<h1>Impressum</h1><p>Kanzlei Brandhorst<br>Georgstr. 4, 30159 Hannover<br>kanzlei@kanzlei-brandhorst.de</p><h2>Zuständige Kammer</h2><p>Rechtsanwaltskammer Celle<br>info@rakcelle.de</p><h2>Konzept und Umsetzung</h2><p>Pixelmühle GmbH, Anja Rost<br>hallo@pixelmuehle.de</p><h2>Bildnachweis</h2><p>Foto: Karl Lenz, karl@lenz-foto.de</p>',
      ),
      '/datenschutz': frame(
        { title: 'Datenschutz', lang: 'de' },
        '<h2>Datenschutzbeauftragter</h2><p>Thomas Uhlig, DSB Nord GmbH<br>datenschutz@dsb-nord.de</p><h2>Aufsichtsbehörde</h2><p>Die Landesbeauftragte für den Datenschutz Niedersachsen, poststelle@lfd.niedersachsen.de</p>',
      ),
    },
    contacts: [
      { email: 'kanzlei@kanzlei-brandhorst.de', first_name: null },
      {
        email: 'brandhorst@kanzlei-brandhorst.de',
        first_name: 'Friederike',
        last_name: 'Brandhorst',
        title: 'Fachanwältin für Familienrecht',
        phone: '+495115550110',
      },
      {
        email: 'tietjen@kanzlei-brandhorst.de',
        first_name: 'Jannes',
        last_name: 'Tietjen',
        title: 'Rechtsanwalt',
        phone: '+495115550111',
      },
    ],
  },
  {
    host: 'www.agriturismo-lequerce.it',
    shows: ['farms'],
    pages: {
      '/': frame(
        {
          title: 'Agriturismo Le Querce',
          lang: 'it',
          menu: { 'Dove siamo': '/dove' },
          footer:
            'Az. Agr. Le Querce di Bianchi Andrea – Loc. Poggio 12, 53100 Siena – P.IVA 02718350521 – PEC lequerce@pec.it – Sito realizzato da <a href="mailto:info@webtoscana.it">WebToscana</a>',
        },
        '<h1>Vacanze in Toscana</h1><blockquote>“Posto meraviglioso!” <cite>Giulia Ferri, giulia.ferri@gmail.com</cite></blockquote>',
      ),
      '/dove': frame(
        { title: 'Dove siamo', lang: 'it' },
        '<p>Chiamate Andrea: +39 0577 555 010<br>oppure scrivete a andrea@agriturismo-lequerce.it</p>',
      ),
    },
    contacts: [
      {
        email: 'andrea@agriturismo-lequerce.it',
        first_name: 'Andrea',
        last_name: 'Bianchi',
        phone: '+390577555010',
      },
      { email: 'lequerce@pec.it' },
    ],
  },
  {
    host: 'www.clinica-dental-arce.es',
    shows: ['clinics'],
    pages: {
      '/': frame(
        {
          title: 'Clínica Dental Arce',
          lang: 'es',
          menu: { 'Equipo médico': '/equipo', 'Aviso legal': '/aviso-legal' },
        },
        '<p>Sonrisas</p>',
      ),
      '/equipo': frame(
        { title: 'Equipo', lang: 'es' },
        '<div class="team"><div><h4>Dra. Nuria Arce Villalobos</h4><span>Odontóloga</span><a href="mailto:nuria.arce@clinica-dental-arce.es">Contactar</a></div><div><h4>Óscar Prieto Luna</h4><span>Higienista dental</span><a href="mailto:oscar.prieto@clinica-dental-arce.es">Contactar</a></div></div>',
      ),
      '/aviso-legal': frame(
        { title: 'Aviso legal', lang: 'es' },
        '<p>Titular: Clínica Dental Arce S.L.P., C/ Mayor 3, 28013 Madrid, Provincia de Madrid. Inscrita en el Colegio Oficial de Odontólogos (info@colegio-odontologos-ejemplo.org). Correo: recepcion@clinica-dental-arce.es. Para ejercer sus derechos ante la Agencia Española de Protección de Datos: consultas@aepd.es</p>',
      ),
    },
    contacts: [
      {
        email: 'nuria.arce@clinica-dental-arce.es',
        first_name: 'Nuria',
        last_name: 'Arce Villalobos',
        title: 'Odontóloga',
      },
      {
        email: 'oscar.prieto@clinica-dental-arce.es',
        first_name: 'Óscar',
        last_name: 'Prieto Luna',
        title: 'Higienista dental',
      },
      { email: 'recepcion@clinica-dental-arce.es', first_name: null },
    ],
  },
  {
    host: 'www.marktplatz-altstadt.de',
    shows: ['portals'],
    pages: {
      '/': frame(
        {
          title: 'Marktplatz Altstadt – Händler der Altstadt',
          lang: 'de',
          menu: { 'Unsere Händler': '/haendler', Kontakt: '/kontakt' },
        },
        '<p>Einkaufen</p>',
      ),
      '/haendler': frame(
        { title: 'Unsere Partner', lang: 'de' },
        '<h2>Partner</h2><ul><li>Buch Adler, info@buch-adler.de</li><li>Blumen Rot, rot@blumen-rot.de</li><li>Optik Weitblick, post@optik-weitblick.de</li></ul>',
      ),
      '/kontakt': frame(
        { title: 'Kontakt', lang: 'de' },
        '<p>Werbegemeinschaft Altstadt e.V.<br>1. Vorsitzende: Gudrun Haberkorn<br>vorstand@marktplatz-altstadt.de</p>',
      ),
    },
    contacts: [
      {
        email: 'vorstand@marktplatz-altstadt.de',
        first_name: 'Gudrun',
        last_name: 'Haberkorn',
        title: '1. Vorsitzende',
      },
    ],
  },
  {
    host: 'www.thread-and-needle.co.uk',
    shows: ['blog comments'],
    pages: {
      '/': frame(
        { title: 'Thread & Needle', menu: { 'How we began': '/blog/how-we-began', Contact: '/contact' } },
        '<p>Sewing lessons</p>',
      ),
      '/blog/how-we-began': frame(
        { title: 'How we began' },
        '<article><h1>How we began</h1><p>It started with a sewing machine.</p></article><section id="comments" class="comments-area"><ol class="comment-list"><li class="comment"><b>Susan Pike</b> says: lovely! mail me at susan.pike@btinternet.com</li></ol></section>',
      ),
      '/contact': frame(
        { title: 'Contact' },
        '<p>Harriet Coombes, owner and teacher</p><p>Email: hello@thread-and-needle.co.uk</p>',
      ),
    },
    contacts: [
      {
        email: 'hello@thread-and-needle.co.uk',
        first_name: 'Harriet',
        last_name: 'Coombes',
        title: 'owner and teacher',
      },
    ],
  },
  {
    host: 'www.hotel-zlaty-potok.cz',
    shows: ['hotels'],
    pages: {
      '/': frame(
        { title: 'Hotel Zlatý potok', lang: 'cs', menu: { Kontakty: '/kontakty' } },
        '<script src="https://widget.bookolo.com/x.js"></script><p>Ubytování</p>',
      ),
      '/kontakty': frame(
        { title: 'Kontakty', lang: 'cs' },
        '<table><tr><th>Oddělení</th><th>Jméno</th><th>E-mail</th></tr><tr><td>Recepce</td><td></td><td>recepce@hotel-zlaty-potok.cz</td></tr><tr><td>Ředitelka hotelu</td><td>Ing. Jana Horáková</td><td>horakova@hotel-zlaty-potok.cz</td></tr><tr><td>Obchod</td><td>Petr Svoboda</td><td>svoboda@hotel-zlaty-potok.cz</td></tr></table>',
      ),
    },
    contacts: [
      { email: 'recepce@hotel-zlaty-potok.cz', first_name: null },
      {
        email: 'horakova@hotel-zlaty-potok.cz',
        first_name: 'Jana',
        last_name: 'Horáková',
        title: 'Ředitelka hotelu',
      },
      { email: 'svoboda@hotel-zlaty-potok.cz', first_name: 'Petr', last_name: 'Svoboda' },
    ],
  },
  {
    host: 'www.volleybal-vooruit.nl',
    shows: ['clubs'],
    pages: {
      '/': frame({ title: 'VV Vooruit', lang: 'nl', menu: { Bestuur: '/club/bestuur' } }, '<p>Volleybal</p>'),
      '/club/bestuur': frame(
        { title: 'Bestuur', lang: 'nl' },
        '<h2>Het bestuur</h2><p><strong>Voorzitter</strong><br>Wouter van der Velde<br>voorzitter@volleybal-vooruit.nl</p><p><strong>Penningmeester</strong><br>Anneke Postma<br>penningmeester@volleybal-vooruit.nl</p><p><strong>Jeugd</strong><br>vacature<br>jeugd@volleybal-vooruit.nl</p>',
      ),
    },
    contacts: [
      {
        email: 'voorzitter@volleybal-vooruit.nl',
        first_name: 'Wouter',
        last_name: 'van der Velde',
        title: 'Voorzitter',
      },
      {
        email: 'penningmeester@volleybal-vooruit.nl',
        first_name: 'Anneke',
        last_name: 'Postma',
        title: 'Penningmeester',
      },
      { email: 'jeugd@volleybal-vooruit.nl', first_name: null },
    ],
  },
  {
    host: 'www.salon-lumiere.fr',
    shows: ['pictures'],
    pages: {
      '/': frame(
        { title: 'Salon Lumière', lang: 'fr', menu: { Contact: '/contact' } },
        '<img src="accueil.jpg" alt="Salon de coiffure">',
      ),
      '/contact': frame(
        { title: 'Contact', lang: 'fr' },
        '<img src="adresse-mail.png" alt="notre adresse e-mail"><p>Tél. 03 20 55 50 10</p>',
      ),
    },
    contacts: [],
  },
]
