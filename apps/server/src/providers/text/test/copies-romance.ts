import type { SampleCopy } from './sample-copy.ts'

export const romanceCopies: SampleCopy[] = [
  {
    trade: 'nettoyage de hottes',
    language: 'fr',
    copy: 'Nous nettoyons les hottes et les conduits des restaurants à Lyon et dans sa région. Une intervention dure trois heures, après le service, et coûte 280 €. Vous recevez un certificat pour votre assurance.',
    promotion: '15 % de remise sur la première intervention avant le 30 avril.',
  },
  {
    trade: 'une phrase',
    language: 'fr',
    copy: 'Nous livrons des paniers de légumes aux restaurants.',
    promotion: null,
  },
  {
    trade: 'publicité',
    language: 'fr',
    copy: "Économisez 20 % sur votre facture d'électricité !!! N'attendez plus, appelez-nous au 01 23 45 67 89. Notre audit énergétique est réalisé en 2 heures et coûte 150 €. OFFRE LIMITÉE : le rapport est remis en 48 heures. Cliquez ici 👉 www.watt.example.fr",
    promotion: null,
  },
  {
    trade: 'liste',
    language: 'fr',
    copy: "L'Atelier Moreau conçoit des sites internet pour artisans.\n\nNos prestations :\n- Création du site en 3 semaines\n- Photos de vos chantiers\n- Référencement local\n\nForfait à 1 200 €, sans abonnement.",
    promotion: null,
  },
  {
    trade: 'formation',
    language: 'fr',
    copy: "Depuis 2009, nous proposons des formations en hygiène alimentaire. La session dure une journée, dans vos locaux, pour 8 personnes au maximum. Chaque participant reçoit une attestation. Le prix est de 640 € par groupe. Nos formateurs sont d'anciens chefs de cuisine.",
    promotion: 'Réservez avant le 31 mai et profitez de 80 € de remise.',
  },
  {
    trade: 'fragments',
    language: 'fr',
    copy: 'Location de vélos électriques pour hôtels. 18 € par jour et par vélo. Entretien inclus.',
    promotion: null,
  },
  {
    trade: 'pulizia',
    language: 'it',
    copy: "Siamo un'impresa di pulizie di Torino e puliamo uffici e studi dentistici dal 2004. Un ufficio di 100 mq costa 180 € al mese con due passaggi alla settimana. I prodotti sono inclusi nel prezzo.",
    promotion: 'Il primo mese costa la metà per i contratti firmati entro il 31 maggio.',
  },
  {
    trade: 'una frase',
    language: 'it',
    copy: 'Produciamo gelato artigianale per ristoranti.',
    promotion: null,
  },
  {
    trade: 'pubblicità',
    language: 'it',
    copy: "RISPARMIA SUBITO!!! 🎉 Risparmia il 15 % sulla bolletta del gas. Chiama ora il 011 2345678! La nostra consulenza dura un'ora. Offerta imperdibile: analisi delle ultime 12 bollette inclusa.",
    promotion: null,
  },
  {
    trade: 'elenco',
    language: 'it',
    copy: 'La Tipografia Ferri stampa menù e biglietti per ristoranti e alberghi.\n\nCosa facciamo:\n- Menù plastificati\n- Biglietti da visita\n- Tovagliette di carta\n\nConsegna in 4 giorni in tutta la Toscana, ordine minimo 60 €.',
    promotion: null,
  },
  {
    trade: 'software',
    language: 'it',
    copy: 'Tavolo Libero è un programma di prenotazione per ristoranti. I clienti prenotano dal sito e ricevono un promemoria il giorno prima. Il canone è di 29 € al mese, senza commissioni. La configurazione richiede 30 minuti e la facciamo insieme al telefono.',
    promotion: 'Prenotate entro il 15 giugno e risparmiate il 20 % per un anno.',
  },
  {
    trade: 'limpieza',
    language: 'es',
    copy: 'Limpiamos cristales de tiendas y oficinas en Sevilla. Un escaparate cuesta 18 € y venimos cada dos semanas antes de abrir. No hay permanencia y la factura llega a fin de mes.',
    promotion: '10 % de descuento durante los tres primeros meses.',
  },
  {
    trade: 'una frase',
    language: 'es',
    copy: 'Ofrecemos café de especialidad para hoteles.',
    promotion: null,
  },
  {
    trade: 'publicidad',
    language: 'es',
    copy: '¡¡¡AHORRA AHORA!!! Ahorra un 30 % en tu factura de la luz. ¡Llama ya al 912 345 678! ¿Cansado de pagar de más? Nuestro estudio tarda 48 horas y revisamos tus 12 últimas facturas. ¡Últimos días, no te lo pierdas!',
    promotion: null,
  },
  {
    trade: 'lista',
    language: 'es',
    copy: 'Huerta La Vega entrega fruta y verdura a restaurantes de Valencia.\n\nQué llevamos:\n• Tomates de temporada\n• Cítricos\n• Hierbas frescas\n\nPedidos hasta las 20:00, entrega al día siguiente. Pedido mínimo de 35 €.',
    promotion: null,
  },
  {
    trade: 'formación',
    language: 'es',
    copy: 'Desde 2012 damos cursos de inglés para equipos de recepción. Cada curso dura 10 semanas, con dos clases de 45 minutos en su hotel. El precio es de 890 € por grupo de hasta 6 personas. Nuestros profesores son nativos y conocen el sector.',
    promotion: 'Si empiezan en enero, los libros están incluidos.',
  },
]

export const otherCopies: SampleCopy[] = [
  {
    trade: 'schoonmaak, Dutch',
    language: 'nl',
    copy: 'Wij maken kantoren schoon in Utrecht en omgeving. Een uur kost € 32, inclusief materiaal. U heeft een vast team en kunt elke maand opzeggen.',
    promotion: null,
  },
  {
    trade: 'coffee, Polish',
    language: 'pl',
    copy: 'Dostarczamy świeżo paloną kawę do restauracji w Krakowie. Kilogram kosztuje 85 zł. Dostawa jest bezpłatna od 5 kg.',
    promotion: null,
  },
  {
    trade: 'cleaning, Japanese',
    language: 'ja',
    copy: '大阪のオフィス清掃。1時間3000円から。',
    promotion: null,
  },
]
