import type { SampleCopy } from './sample-copy.ts'

export const furtherCopies: SampleCopy[] = [
  {
    trade: 'physiotherapy at work',
    language: 'en',
    copy: 'Back pain is the number one reason for sick days. Our physiotherapists come to your workplace, assess desks and teach your team simple exercises. A visit takes half a day and costs $680 for up to 15 people. Trusted by 120+ companies since 2011!',
    promotion: 'Free ergonomic check for the first 10 companies that book in November.',
  },
  {
    trade: 'wine importer, title case headings',
    language: 'en',
    copy: '## Natural Wines From Small Growers\n\n**Barrel & Vine** imports organic wine from Portugal and Slovenia. 85 labels, most under £12 per bottle. \n\n### How It Works\n1. Tell us your menu\n2. We send six samples\n3. Order by the case, next-day delivery in London',
    promotion: null,
  },
  {
    trade: 'IT support, question and answer',
    language: 'en',
    copy: 'Server down again? Printer not working? Sound familiar? Northgate IT looks after the computers of small law firms. Average response time: 11 minutes. Fixed price: $49 per computer per month. No contract.',
    promotion: '',
  },
  {
    trade: 'dog food, link in the copy',
    language: 'en',
    copy: 'Our grain-free dog food is made in Vermont (see https://paws.example.com/range?x=1). Vets can order it from 4 bags at 35% below the shop price. "My own dog loves it", says Dr. Helen Brook.',
    promotion: 'Use code VET24 by 12/31/2026 - contact sales@paws.example.com',
  },
  {
    trade: 'a copy that speaks of the recipient',
    language: 'en',
    copy: 'We would like to help {{businessName}} with its bookings. TableFlow is a reservation book for restaurants. It runs on any tablet and costs €19 a month. You can cancel at any time.',
    promotion: null,
  },
  {
    trade: 'Fotografie',
    language: 'de',
    copy: 'Professionelle Hotelfotografie aus Zürich. Innenräume, Speisen, Mitarbeitende und Luftaufnahmen mit der Drohne. Ein Tag vor Ort kostet Fr. 1’450.– inklusive 40 bearbeiteter Bilder. Lieferung innert 7 Tagen.',
    promotion: 'Im November und Dezember 15 % günstiger.',
  },
  {
    trade: 'Fahrradleasing',
    language: 'de',
    copy: 'Radkraft bringt das Dienstrad in kleine Firmen. Ihre Angestellten suchen ein Fahrrad aus, Sie zahlen ab 39 Euro im Monat, wir kümmern uns um Versicherung und Wartung. Schon 230 Betriebe in Niedersachsen machen mit. Rufen Sie uns an: +49 511 1234567. Mehr unter www.radkraft.example.de!',
    promotion: null,
  },
  {
    trade: 'Software, HTML aus einem Editor',
    language: 'de',
    copy: '<div><p><strong>Dienstplan ohne Zettel</strong></p><p>Mit Schichtwerk planst du die Woche in zehn Minuten.&nbsp;Dein Team sieht den Plan auf dem Handy &ndash; Tausch inklusive.</p><p>Ab 2 &euro; pro Person und Monat.</p></div>',
    promotion: '<b>3 Monate kostenlos testen!</b>',
  },
  {
    trade: 'Weihnachtskarten',
    language: 'de',
    copy: 'Individuelle Weihnachtskarten für Firmen 🎄 – gedruckt auf Recyclingpapier, auf Wunsch mit Unterschrift, adressiert und verschickt. 100 Karten ab 149 €. Bestellschluss ist der 5. Dezember.',
    promotion: null,
  },
  {
    trade: 'traiteur',
    language: 'fr',
    copy: "La Table d'Hélène prépare des plateaux-repas pour les entreprises de Nantes. Tout est cuisiné le matin même, avec des produits de la région. À partir de 16,50 € par personne, livraison comprise dès 8 plateaux. Commande la veille avant 15 h.",
    promotion: 'Un plateau offert pour toute première commande de 10 plateaux.',
  },
  {
    trade: 'espaces verts, vente agressive',
    language: 'fr',
    copy: "VOTRE JARDIN MÉRITE LE MEILLEUR !!! Profitez de 30 ans d'expérience ! Nous entretenons les espaces verts des copropriétés et des hôtels. Devis sous 48 h. Ne ratez pas cette offre exceptionnelle !!!",
    promotion: null,
  },
  {
    trade: 'noleggio macchine caffè',
    language: 'it',
    copy: 'Noleggio di macchine da caffè per uffici\nDa 25 € al mese\nAssistenza in 24 ore\nCialde consegnate ogni lunedì',
    promotion: 'Primo mese gratuito per chi firma entro il 30 settembre',
  },
  {
    trade: 'traduzioni',
    language: 'it',
    copy: 'Lo Studio Bianchi traduce siti e menù per alberghi e ristoranti. Lavoriamo in inglese, tedesco e francese con traduttori madrelingua. Un menù di due pagine costa 70 € ed è pronto in 3 giorni. Il testo viene sempre riletto da una seconda persona.',
    promotion: null,
  },
  {
    trade: 'energía solar',
    language: 'es',
    copy: 'Somos una empresa instaladora de Murcia. Instalamos placas solares en naves y granjas desde 2007. Una instalación de 20 kW cuesta unos 17.500 € y se amortiza en cinco años. Nos ocupamos de las licencias y de las ayudas.',
    promotion: 'El estudio del tejado es gratuito hasta el 28 de febrero.',
  },
  {
    trade: 'gestión de redes',
    language: 'es',
    copy: '¿Tu bar no aparece en internet? Publicamos por ti tres veces por semana, respondemos a las reseñas y hacemos las fotos. Cuesta 120 € al mes. Sin permanencia. Escríbenos por WhatsApp: +34 600 123 456 📲',
    promotion: null,
  },
]
