import type { SampleCopy } from './sample-copy.ts'

/** Ten trades per language, as their owners would describe them. */
export const romanceTradeCopies: SampleCopy[] = [
  // French
  {
    language: 'fr',
    trade: 'caisse',
    copy: `CaisseFacile est le logiciel de caisse pensé pour les boulangeries et les salons de thé. Encaissez en 3 clics, gérez vos cartes de fidélité et suivez vos ventes en temps réel. Installation en une heure, conforme à la loi anti-fraude. À partir de 29 € par mois, sans engagement.`,
    promotion: 'Les 2 premiers mois sont offerts pour toute inscription avant le 15 décembre.',
  },
  {
    language: 'fr',
    trade: 'blanchisserie',
    copy: `La Blanchisserie du Port collecte, lave et livre draps, serviettes et nappes pour les hôtels et chambres d'hôtes de Bretagne. Livraison en 24 heures, 7 jours sur 7. Nos lessives sont biodégradables. Nos clients économisent en moyenne 6 heures de travail par semaine.`,
    promotion: null,
  },
  {
    language: 'fr',
    trade: 'site web',
    copy: `Votre site internet date un peu ? Nous créons des sites modernes pour les artisans du bâtiment. Livré en 3 semaines, adapté au mobile, référencement local inclus. Forfait à 1 290 € HT, puis 20 € par mois pour l'hébergement et la maintenance.`,
    promotion: "Pour toute commande avant le 31 mars, 3 mois d'hébergement offerts !",
  },
  {
    language: 'fr',
    trade: 'paniers fruits',
    copy: `Des fruits frais au bureau ! Nous livrons chaque lundi des corbeilles de fruits de saison aux entreprises de Lyon. Trois tailles, à partir de 28 €. Sans engagement, pause possible à tout moment. Plus de 200 entreprises nous font confiance.`,
    promotion: 'La première corbeille est offerte.',
  },
  {
    language: 'fr',
    trade: 'expert-comptable',
    copy: `Cabinet d'expertise comptable spécialisé dans la restauration à Bordeaux. Tenue des comptes, paie, déclarations fiscales : un interlocuteur unique vous répond sous 24 h. Forfait mensuel de 190 € pour un restaurant de moins de 10 salariés.`,
    promotion: null,
  },
  {
    language: 'fr',
    trade: 'vitres',
    copy: `Des vitrines propres attirent les clients. Nous lavons les vitrines des commerces de Lille toutes les deux semaines, avant l'ouverture. À partir de 15 € par passage, facturation mensuelle.`,
    promotion: null,
  },
  {
    language: 'fr',
    trade: 'bornes',
    copy: `Nous installons des bornes de recharge pour voitures électriques dans les hôtels, campings et restaurants. Aucun investissement de votre part : nous finançons le matériel et vous reversons 12 % des recettes. Installation en 4 semaines.`,
    promotion: null,
  },
  {
    language: 'fr',
    trade: 'yoga',
    copy: `Je m'appelle Claire et j'anime des cours de yoga en entreprise à Toulouse. Une séance de 45 minutes coûte 130 € pour 15 personnes maximum. J'apporte les tapis. Il vous suffit d'une salle libre.`,
    promotion: 'Première séance à moitié prix.',
  },
  {
    language: 'fr',
    trade: 'torréfacteur',
    copy: `Torréfacteur artisanal à Annecy depuis 2012, nous fournissons cafés, restaurants et hôtels en grains fraîchement torréfiés. Livraison sous 48 h, machine à café prêtée à partir de 8 kg par mois, formation barista incluse.`,
    promotion: "Dégustation gratuite dans votre établissement jusqu'au 30 juin",
  },
  {
    language: 'fr',
    trade: 'sécurité incendie',
    copy: `Sécurité incendie : vérification des extincteurs, des alarmes et de l'éclairage de secours dans les ERP. Intervention sous 72 heures dans toute l'Île-de-France. Un rapport conforme vous est remis le jour même. Contrat annuel dès 120 € HT.`,
    promotion: null,
  },
  // Italian
  {
    language: 'it',
    trade: 'cassa',
    copy: `CassaFacile è il registratore di cassa pensato per bar e gelaterie. Ordini in tre tocchi, tessere fedeltà automatiche e vendite sempre sotto controllo. Si installa in un'ora e funziona su qualsiasi tablet. Da 25 € al mese, senza vincoli.`,
    promotion: 'I primi 60 giorni sono gratuiti per chi si iscrive entro il 15 dicembre.',
  },
  {
    language: 'it',
    trade: 'lavanderia',
    copy: `La Lavanderia del Porto ritira, lava e riconsegna lenzuola, asciugamani e tovaglie per hotel e B&B della Liguria. Riconsegna in 24 ore, sette giorni su sette. Usiamo solo detersivi biodegradabili. I nostri clienti risparmiano in media sei ore di lavoro alla settimana.`,
    promotion: null,
  },
  {
    language: 'it',
    trade: 'siti web',
    copy: `Il tuo sito è vecchio? Realizziamo siti moderni per artigiani e imprese edili. Pronto in 3 settimane, perfetto su smartphone, ottimizzato per Google. Prezzo fisso 1.190 € + IVA, poi 20 € al mese per hosting e assistenza.`,
    promotion: 'Per ordini entro il 31 marzo: 3 mesi di hosting in omaggio!',
  },
  {
    language: 'it',
    trade: 'frutta',
    copy: `Frutta fresca in ufficio! Consegniamo ogni lunedì cesti di frutta di stagione alle aziende di Milano. Tre formati, a partire da 28 €. Nessun abbonamento minimo. Oltre 200 aziende ci hanno già scelto.`,
    promotion: 'Il primo cesto è gratis.',
  },
  {
    language: 'it',
    trade: 'commercialista',
    copy: `Studio commercialista specializzato in ristorazione a Bologna. Ci occupiamo di contabilità, buste paga e dichiarazioni. Un referente unico che risponde entro 24 ore. Canone mensile di 180 € per locali fino a 8 dipendenti.`,
    promotion: null,
  },
  {
    language: 'it',
    trade: 'colonnine',
    copy: `Installiamo colonnine di ricarica per auto elettriche presso hotel, agriturismi e ristoranti. Nessun investimento: finanziamo noi l'impianto e vi riconosciamo il 12% degli incassi. Installazione in quattro settimane.`,
    promotion: null,
  },
  {
    language: 'it',
    trade: 'olio',
    copy: `Siamo un frantoio di famiglia in Puglia. Forniamo olio extravergine d'oliva a ristoranti e gastronomie in latte da 5 litri. Acidità massima 0,3 %. Spedizione in tutta Italia entro tre giorni lavorativi, gratuita sopra i 150 €.`,
    promotion: 'Campione da 250 ml gratuito su richiesta.',
  },
  {
    language: 'it',
    trade: 'fotografo',
    copy: `Mi chiamo Luca e fotografo piatti e interni per ristoranti a Roma. Mezza giornata di servizio costa 280 € e comprende 20 immagini ritoccate, pronte per menù, sito e social. Consegna in cinque giorni.`,
    promotion: null,
  },
  {
    language: 'it',
    trade: 'disinfestazione',
    copy: `Disinfestazione e derattizzazione per bar, ristoranti e panifici. Interventi discreti fuori orario, piano HACCP e registro sempre aggiornato. Sopralluogo gratuito. Contratto annuale da 390 €.`,
    promotion: '10 % di sconto sul primo anno per contratti firmati a maggio',
  },
  {
    language: 'it',
    trade: 'corsi inglese',
    copy: `Corsi di inglese per il personale di hotel e ristoranti. Lezioni di un'ora, in sede o online, con insegnanti madrelingua. Gruppi di massimo 6 persone, 45 € a lezione. Si parte quando volete.`,
    promotion: null,
  },
  // Spanish
  {
    language: 'es',
    trade: 'TPV',
    copy: `CajaFácil es el TPV pensado para cafeterías y panaderías. Cobra en tres toques, gestiona tarjetas de fidelidad y consulta tus ventas en tiempo real. Se instala en una hora y funciona en cualquier tablet. Desde 25 € al mes, sin permanencia.`,
    promotion: 'Los primeros 60 días son gratis si te registras antes del 15 de diciembre.',
  },
  {
    language: 'es',
    trade: 'lavandería',
    copy: `Lavandería del Puerto recoge, lava y entrega sábanas, toallas y mantelería para hoteles y hostales de la Costa Brava. Entrega en 24 horas, los siete días de la semana. Nuestros clientes ahorran de media seis horas de trabajo a la semana.`,
    promotion: null,
  },
  {
    language: 'es',
    trade: 'webs',
    copy: `¿Su página web se ha quedado antigua? Creamos sitios web modernos para empresas de reformas. Listo en 3 semanas, adaptado al móvil y con posicionamiento local. Precio cerrado de 1.190 € + IVA y 20 € al mes por alojamiento y mantenimiento.`,
    promotion: 'Si encarga su web antes del 31 de marzo, 3 meses de alojamiento gratis.',
  },
  {
    language: 'es',
    trade: 'fruta',
    copy: `¡Fruta fresca en la oficina! Entregamos cada lunes cestas de fruta de temporada a empresas de Valencia. Tres tamaños, desde 28 €. Sin compromiso de permanencia. Más de 200 empresas ya confían en nosotros.`,
    promotion: 'La primera cesta es gratis.',
  },
  {
    language: 'es',
    trade: 'gestoría',
    copy: `Gestoría especializada en hostelería en Sevilla. Nos encargamos de la contabilidad, las nóminas y los impuestos. Una persona de contacto que responde en 24 horas. Cuota mensual de 150 € para locales de hasta 8 empleados.`,
    promotion: null,
  },
  {
    language: 'es',
    trade: 'cargadores',
    copy: `Instalamos puntos de recarga para coches eléctricos en hoteles, campings y restaurantes. Sin inversión: nosotros financiamos el equipo y usted recibe el 12 % de los ingresos. Instalación en cuatro semanas.`,
    promotion: null,
  },
  {
    language: 'es',
    trade: 'café',
    copy: `Tostamos café de especialidad en Bilbao desde 2014. Servimos a bares, restaurantes y hoteles en 48 horas. Prestamos la máquina a partir de 8 kg al mes e incluimos la formación del personal.`,
    promotion: 'Cata gratuita en su local hasta el 30 de junio.',
  },
  {
    language: 'es',
    trade: 'control plagas',
    copy: `Control de plagas para bares, restaurantes y panaderías de Málaga. Intervenciones discretas fuera de horario, plan APPCC y registro siempre al día. Visita sin coste. Contrato anual desde 350 €.`,
    promotion: '10 % de descuento el primer año para contratos firmados en mayo.',
  },
  {
    language: 'es',
    trade: 'fotógrafo',
    copy: `Soy Laura y hago fotografía de platos e interiores para restaurantes de Madrid. Media jornada cuesta 260 € e incluye 20 imágenes retocadas, listas para la carta, la web y las redes. Entrega en cinco días.`,
    promotion: null,
  },
  {
    language: 'es',
    trade: 'uniformes',
    copy: `Uniformes de trabajo para hostelería y comercio. Bordamos su logotipo desde 10 unidades. Camisas desde 14,90 €, delantales desde 9,50 €. Muestras sin coste y entrega en 10 días laborables en toda la península.`,
    promotion: null,
  },
]
