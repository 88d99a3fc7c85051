import type { SampleCopy } from './sample-copy.ts'

/** Trades outside of the composer's word lists, as their owners describe them: short, long, with lists, with prices. */
export const oddTradeCopies: SampleCopy[] = [
  {
    trade: 'falconry against gulls',
    language: 'en',
    copy: 'Gulls on the roof? We fly trained Harris hawks over hotels, shopping centres and landfill sites along the south coast. A patrol takes two hours and costs £140. Most roofs need six patrols in spring. No birds are harmed. Since 2011 we have cleared 86 roofs between Hastings and Poole.',
    promotion: 'The first patrol is free for roofs booked before 15 February.',
  },
  {
    trade: 'knife sharpening, one sentence',
    language: 'en',
    copy: 'We collect blunt kitchen knives from restaurants in Bristol on Monday and bring them back sharp on Tuesday, for £3 a knife.',
    promotion: null,
  },
  {
    trade: 'aquarium maintenance, bullet points',
    language: 'en',
    copy: `Reef & River Aquatics
Aquariums for dental surgeries and waiting rooms

- Visit every two weeks
- Water tests, cleaning and feeding
- Fish replaced at no charge if they fall ill
- Tanks from 120 to 2,000 litres

A 200 litre tank costs $159 per month, installation included. We look after 41 tanks in Denver.`,
    promotion: 'Sign up in May and the second month costs nothing.',
  },
  {
    trade: 'piano tuning',
    language: 'en',
    copy: "I'm Tom, a piano tuner in Leeds. Schools, churches and theatres have trusted me with their pianos for 22 years. A tuning costs £75 and takes ninety minutes; I can come on evenings and weekends. If a string breaks within a month, I replace it for free.",
    promotion: null,
  },
  {
    trade: 'goats that graze',
    language: 'en',
    copy: 'Forget the brushcutter. Our 60 goats clear brambles and knotweed on steep ground where machines cannot go! A herd of 20 clears one acre in about eight days. Fencing, water and a shepherd are included. From €690 per acre, anywhere in County Wicklow.',
    promotion: '10% off for two acres or more.',
  },
  {
    trade: 'Eisskulpturen',
    language: 'de',
    copy: 'Wir schnitzen Skulpturen aus klarem Eis für Hotels, Hochzeitslocations und Messestände. Eine Skulptur von einem Meter Höhe kostet 380 € und hält bei 20 Grad etwa sechs Stunden. Lieferung und Aufbau in Bayern sind inklusive, das Schmelzwasser nehmen wir wieder mit.',
    promotion: 'Bei Bestellung bis zum 30. November ist die Beleuchtung kostenlos dabei.',
  },
  {
    trade: 'Bienen auf dem Dach',
    language: 'de',
    copy: `Stadtbienen Linz
Ihr Dach, unsere Bienen:
• Zwei Völker ab 95 € im Monat
• Betreuung durch einen Imker, alle zehn Tage
• 30 Gläser Honig im Jahr mit Ihrem Etikett
• Versicherung inbegriffen
Schon 17 Betriebe machen mit.`,
    promotion: null,
  },
  {
    trade: 'Gebärdensprache, du',
    language: 'de',
    copy: 'Du willst, dass auch gehörlose Gäste dein Museum verstehen? Wir drehen kurze Videos in Gebärdensprache. Ein Video von zwei Minuten kostet 420 € und ist in drei Wochen fertig. Bisher haben wir für 12 Museen gearbeitet.',
    promotion: 'Wenn du fünf Videos bestellst, ist das sechste gratis.',
  },
  {
    trade: 'Kaminfeger für Pizzaöfen, Schweiz',
    language: 'de',
    copy: 'Wir reinigen Holzöfen und Abzüge in Pizzerien. Eine Reinigung dauert drei Stunden, kostet CHF 290.– und findet am Ruhetag statt. Danach erhalten Sie ein Protokoll für die Feuerpolizei.',
    promotion: null,
  },
  {
    trade: 'champignons sur marc de café',
    language: 'fr',
    copy: 'Nous récupérons le marc de café des restaurants et des hôtels de Lyon pour y faire pousser des pleurotes. La collecte a lieu deux fois par semaine et coûte 29 € par mois. Chaque mois, vous recevez un kilo de champignons. 54 établissements participent déjà.',
    promotion: 'Les trois premiers mois sont offerts pour toute inscription avant le 1er mars.',
  },
  {
    trade: 'vitraux',
    language: 'fr',
    copy: 'Restauration de vitraux anciens. Dépose, nettoyage, remise en plomb, repose. Atelier familial à Chartres depuis 1962. Devis sous dix jours. Nous intervenons pour des églises, des mairies et des hôtels particuliers dans toute la région Centre.',
    promotion: null,
  },
  {
    trade: 'restauro di gondole e barche',
    language: 'it',
    copy: 'Restauriamo barche di legno per alberghi e ristoranti della laguna. La verniciatura completa di una barca di sette metri richiede dodici giorni e costa 2.400 euro. Ritiro e consegna a Venezia e Chioggia sono compresi.',
    promotion: 'Per i lavori prenotati entro il 31 gennaio, il rimessaggio invernale costa la metà.',
  },
  {
    trade: 'profumi per hotel, elenco',
    language: 'it',
    copy: `Un profumo per la tua hall!
- Diffusore in comodato d'uso
- Ricarica ogni 30 giorni
- 12 fragranze prodotte a Firenze
Da 39 € al mese per ambienti fino a 100 m².
Scopri di più sul nostro sito.`,
    promotion: null,
  },
  {
    trade: 'alquiler de sombreros',
    language: 'es',
    copy: 'Alquilamos sombreros de paja y abanicos para bodas al aire libre. Un juego de 50 sombreros cuesta 120 euros por fin de semana. Los llevamos limpios y planchados a cualquier finca de la provincia de Sevilla y los recogemos el lunes.',
    promotion: 'En mayo, por cada 50 sombreros damos 20 abanicos sin coste.',
  },
  {
    trade: 'afilado de guitarras, una frase',
    language: 'es',
    copy: 'En Cuerdas del Sur ajustamos y reparamos guitarras de escuelas de música en Granada por 35 euros la unidad, con entrega en 48 horas.',
    promotion: null,
  },
  {
    trade: 'simuladores de vuelo',
    language: 'es',
    copy: '¿Buscas algo distinto para tu evento? Llevamos un simulador de vuelo real a empresas y centros comerciales. Ocupa 9 m², se monta en dos horas y lo atiende un piloto con licencia. Una jornada de seis horas cuesta 850 €.',
    promotion: null,
  },
]
