import type { SampleCopy } from './sample-copy.ts'

export const unusualCopies: SampleCopy[] = [
  {
    trade: 'guest Wi-Fi, question first',
    language: 'en',
    copy: 'Are your customers complaining about slow Wi-Fi? We set up guest Wi-Fi for cafés, bars and small hotels. Setup takes one afternoon, costs £390 and includes the equipment. After that you pay £9 a month. Your guests log in with one click, and you can see how many came back.',
    promotion: 'Through the end of October we waive the £390 setup fee for hotels with fewer than 20 rooms.',
  },
  {
    trade: 'upholstery, one word sentences',
    language: 'en',
    copy: 'Upholstery. Reupholstery. Repairs. Family business since 1974. Restaurant chairs from $85 per seat, pickup and delivery included within 40 miles of Portland. Typical turnaround: 2 weeks.',
    promotion: null,
  },
  {
    trade: 'bookkeeping in the first person',
    language: 'en',
    copy: "Bookkeeping that just works. Hi, I'm Dana. I do the books for 23 hair salons in Ohio. You send me photos of your receipts, I send you a monthly report you can actually read. Flat fee: $210/month.",
    promotion: 'First month half price.',
  },
  {
    trade: 'review tablet, shouting',
    language: 'en',
    copy: 'GET MORE REVIEWS! GET MORE CUSTOMERS! 5-star Google reviews are the BEST way to grow. Our tablet asks guests for a review at checkout. Only $29/mo. Cancel anytime. No setup fee!!!',
    promotion: 'Use code GROW30 for 30% off!!!',
  },
  {
    trade: 'Onlineshops',
    language: 'de',
    copy: 'Wir sind ein junges Team aus Leipzig und programmieren Onlineshops. Ein Shop mit bis zu 100 Artikeln kostet 2.900 Euro und ist nach sechs Wochen online. Schulung inklusive. Wir betreuen heute 34 Shops, darunter zwei Weingüter und eine Rösterei.',
    promotion: 'Wer bis zum 31.10. bestellt, bekommt die Produktfotos dazu.',
  },
  {
    trade: 'Blumenabo',
    language: 'de',
    copy: 'Frische Schnittblumen im Abo! Jeden Montag ein neuer Strauß für Ihren Empfang - ab 19,90 € pro Woche, jederzeit pausierbar. Lieferung in ganz Hamburg. Unsere Blumen kommen von Gärtnereien aus den Vierlanden.',
    promotion: null,
  },
  {
    trade: 'Feuerlöscher',
    language: 'de',
    copy: 'Brandschutz ist Pflicht. Wir prüfen Feuerlöscher in Hotels und Schulen nach DIN 14406-4. Die Prüfung kostet 14 € je Gerät, die Anfahrt ist frei. Protokoll und Plakette gibt es am selben Tag.',
    promotion: 'Ab 20 Geräten 10 % Nachlass.',
  },
  {
    trade: 'photographe culinaire',
    language: 'fr',
    copy: 'Vous cherchez un photographe culinaire ? Basé à Bordeaux, je photographie les plats et les équipes des restaurants depuis 2015. La demi-journée coûte 350 € et comprend 20 photos retouchées. Livraison sous une semaine.',
    promotion: null,
  },
  {
    trade: 'laverie',
    language: 'fr',
    copy: 'Notre laverie industrielle lave le linge des hôtels et des restaurants de Nice : draps, serviettes, nappes. Collecte à 7 h, retour le lendemain. 1,80 € le kilo. Aucun abonnement.',
    promotion: "2 collectes offertes aux nouveaux clients jusqu'au 15 décembre.",
  },
  {
    trade: 'pagine Instagram',
    language: 'it',
    copy: 'Gestiamo le pagine Instagram di ristoranti e gelaterie. Tre post alla settimana, foto comprese, a 190 € al mese. Nessun vincolo: si può smettere quando si vuole. Seguiamo già 28 locali tra Bologna e Modena.',
    promotion: null,
  },
  {
    trade: 'pane fresco',
    language: 'it',
    copy: 'Pane fresco ogni mattina alle 6 per bar e alberghi di Verona. Farine biologiche, lievito madre. Ordine minimo 15 €. Si ordina via WhatsApp entro le 20.',
    promotion: 'Prova gratuita di 3 giorni',
  },
  {
    trade: 'asesoría',
    language: 'es',
    copy: 'Asesoría fiscal para autónomos y pequeñas empresas. Llevamos tu contabilidad, presentamos los impuestos y respondemos por WhatsApp en menos de 4 horas. Desde 49 €/mes. Más de 300 clientes en Zaragoza confían en nosotros.',
    promotion: 'El primer trimestre al 50 %.',
  },
  {
    trade: 'muebles',
    language: 'es',
    copy: 'En Taller Nogal fabricamos muebles a medida para restaurantes y hoteles. Trabajamos con madera de bosques gestionados. El plazo medio es de 5 semanas y el diseño en 3D va incluido. Mesas desde 240 €.',
    promotion: null,
  },
]
