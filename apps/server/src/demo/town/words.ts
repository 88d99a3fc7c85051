import type { Language } from './town-table.ts'

/** Fixed texts of a demo website. */
export interface Words {
  home: string
  offers: string
  about: string
  team: string
  contact: string
  imprint: string
  hours: string
  address: string
  phone: string
  mail: string
  skip: string
  menu: string
  name: string
  role: string
  since: (town: string) => string
  offersLead: string
  more: string
  teamLead: string
  contactLead: string
  operator: string
  card: string
  /** Introduces a person; the address follows. */
  prose: (name: string, title: string) => string
  missing: string
  missingLead: string
  back: string
  demo: (name: string, town: string) => string
  /** Last path segments. */
  paths: { offers: string; about: string; team: string; contact: string; imprint: string }
}

const en: Words = {
  home: 'Home',
  offers: 'What we offer',
  about: 'About us',
  team: 'Our team',
  contact: 'Contact',
  imprint: 'Legal notice',
  hours: 'Opening hours',
  address: 'Address',
  phone: 'Telephone',
  mail: 'E-mail',
  skip: 'Skip to the content',
  menu: 'Main menu',
  name: 'Name',
  role: 'Role',
  since: (town) => `You find us in ${town}.`,
  offersLead: 'A few favourites. Ask for the rest.',
  more: 'All of it, with prices',
  teamLead: 'These are the people you will meet.',
  contactLead: 'Come by, ring the bell, or write a line.',
  operator: 'Responsible for this website',
  card: 'Save the card',
  prose: (name, title) => `For anything you would like to know, write to ${name}, ${title}, at`,
  missing: 'There is nothing here',
  missingLead: 'We looked under the counter and behind the clock. This page is not in the shop.',
  back: 'Back to the front door',
  demo: (name, town) =>
    `Demo website. ${name} is a fictional business in the demo town of ${town}; its people and addresses are invented.`,
  paths: { offers: 'offers', about: 'about', team: 'team', contact: 'contact', imprint: 'legal' },
}

const de: Words = {
  home: 'Start',
  offers: 'Angebot',
  about: 'Über uns',
  team: 'Team',
  contact: 'Kontakt',
  imprint: 'Impressum',
  hours: 'Öffnungszeiten',
  address: 'Adresse',
  phone: 'Telefon',
  mail: 'E-Mail',
  skip: 'Zum Inhalt springen',
  menu: 'Hauptmenü',
  name: 'Name',
  role: 'Aufgabe',
  since: (town) => `Sie finden uns in ${town}.`,
  offersLead: 'Eine kleine Auswahl. Fragen Sie nach mehr.',
  more: 'Das ganze Angebot',
  teamLead: 'Diese Menschen treffen Sie bei uns.',
  contactLead: 'Kommen Sie vorbei, rufen Sie an oder schreiben Sie uns.',
  operator: 'Angaben zum Anbieter',
  card: 'Visitenkarte speichern',
  prose: (name, title) => `Ihr Kontakt für Fragen aller Art: ${name}, ${title}, erreichbar unter`,
  missing: 'Hier ist nichts',
  missingLead: 'Wir haben unter der Theke und hinter der Uhr gesucht. Diese Seite gibt es nicht.',
  back: 'Zurück zur Startseite',
  demo: (name, town) =>
    `Demo-Website. ${name} ist ein erfundener Betrieb in der Demo-Stadt ${town}; Personen und Adressen sind ausgedacht.`,
  paths: { offers: 'angebot', about: 'ueber-uns', team: 'team', contact: 'kontakt', imprint: 'impressum' },
}

const fr: Words = {
  home: 'Accueil',
  offers: 'Nos spécialités',
  about: 'La maison',
  team: 'L’équipe',
  contact: 'Contact',
  imprint: 'Mentions légales',
  hours: 'Horaires',
  address: 'Adresse',
  phone: 'Téléphone',
  mail: 'Courriel',
  skip: 'Aller au contenu',
  menu: 'Menu principal',
  name: 'Nom',
  role: 'Fonction',
  since: (town) => `Vous nous trouverez à ${town}.`,
  offersLead: 'Quelques classiques. Demandez-nous le reste.',
  more: 'Toutes nos spécialités',
  teamLead: 'Voici celles et ceux qui vous accueillent.',
  contactLead: 'Passez nous voir, appelez ou écrivez-nous.',
  operator: 'Éditeur du site',
  card: 'Enregistrer la carte',
  prose: (name, title) => `Pour toute question, écrivez à ${name}, ${title} :`,
  missing: 'Il n’y a rien ici',
  missingLead: 'Nous avons cherché sous le comptoir et derrière l’horloge : cette page n’existe pas.',
  back: 'Retour à l’accueil',
  demo: (name, town) =>
    `Site de démonstration (demo). ${name} est une entreprise fictive de la ville imaginaire de ${town} ; personnes et adresses sont inventées.`,
  paths: {
    offers: 'specialites',
    about: 'la-maison',
    team: 'equipe',
    contact: 'contact',
    imprint: 'mentions-legales',
  },
}

const it: Words = {
  home: 'Home',
  offers: 'Che cosa offriamo',
  about: 'Chi siamo',
  team: 'Il nostro team',
  contact: 'Contatti',
  imprint: 'Note legali',
  hours: 'Orari',
  address: 'Indirizzo',
  phone: 'Telefono',
  mail: 'E-mail',
  skip: 'Vai al contenuto',
  menu: 'Menu principale',
  name: 'Nome',
  role: 'Ruolo',
  since: (town) => `Ci trovate a ${town}.`,
  offersLead: 'Qualche classico. Il resto, basta chiedere.',
  more: 'Tutta la nostra offerta',
  teamLead: 'Ecco chi vi accoglie.',
  contactLead: 'Passate a trovarci, telefonate o scriveteci.',
  operator: 'Responsabile del sito',
  card: 'Salva il biglietto',
  prose: (name, title) => `Per informazioni rivolgersi a ${name}, ${title}:`,
  missing: 'Qui non c’è niente',
  missingLead: 'Abbiamo guardato sotto il bancone e dietro l’orologio: questa pagina non esiste.',
  back: 'Torna all’inizio',
  demo: (name, town) =>
    `Sito dimostrativo (demo). ${name} è un’attività di fantasia nella città immaginaria di ${town}; persone e indirizzi sono inventati.`,
  paths: { offers: 'offerta', about: 'chi-siamo', team: 'team', contact: 'contatti', imprint: 'note-legali' },
}

const es: Words = {
  home: 'Inicio',
  offers: 'Qué ofrecemos',
  about: 'Quiénes somos',
  team: 'Nuestro equipo',
  contact: 'Contacto',
  imprint: 'Aviso legal',
  hours: 'Horario',
  address: 'Dirección',
  phone: 'Teléfono',
  mail: 'Correo',
  skip: 'Ir al contenido',
  menu: 'Menú principal',
  name: 'Nombre',
  role: 'Cargo',
  since: (town) => `Nos encontrará en ${town}.`,
  offersLead: 'Unos cuantos favoritos. Pregunte por el resto.',
  more: 'Ver toda la oferta',
  teamLead: 'Estas son las personas que le atenderán.',
  contactLead: 'Venga a vernos, llámenos o escríbanos.',
  operator: 'Responsable del sitio',
  card: 'Guardar la tarjeta',
  prose: (name, title) => `Para cualquier consulta, escriba a ${name}, ${title}:`,
  missing: 'Aquí no hay nada',
  missingLead: 'Hemos mirado bajo el mostrador y detrás del reloj: esta página no existe.',
  back: 'Volver al inicio',
  demo: (name, town) =>
    `Sitio de demostración (demo). ${name} es un negocio ficticio de la ciudad imaginaria de ${town}; personas y direcciones son inventadas.`,
  paths: {
    offers: 'oferta',
    about: 'quienes-somos',
    team: 'equipo',
    contact: 'contacto',
    imprint: 'aviso-legal',
  },
}

const WORDS: Record<Language, Words> = { en, de, fr, it, es }

export function wordsOf(language: Language): Words {
  return WORDS[language]
}
