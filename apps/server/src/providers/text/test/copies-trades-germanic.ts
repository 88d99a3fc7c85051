import type { SampleCopy } from './sample-copy.ts'

/** Ten trades per language, as their owners would describe them. */
export const germanicTradeCopies: SampleCopy[] = [
  // English
  {
    language: 'en',
    trade: 'POS',
    copy: `BrewPOS is the point-of-sale system built for independent coffee shops. Take orders in 3 taps, track loyalty cards automatically, and see your best-selling drinks at a glance. Setup takes under an hour and works on any iPad. Plans start at $29/month with no long-term contract. Over 400 cafes across the Midwest already use BrewPOS.`,
    promotion: 'Get your first 60 days free when you sign up before December 15.',
  },
  {
    language: 'en',
    trade: 'commercial laundry',
    copy: `Fresh linens without the hassle! At Harbour Linen Co. we collect, wash and return sheets, towels and table linen for hotels and B&Bs along the south coast. Next-day turnaround, seven days a week. Our average client saves 6 hours of staff time per week. All our detergents are biodegradable.`,
    promotion: null,
  },
  {
    language: 'en',
    trade: 'SEO',
    copy: `Are you tired of being invisible on Google? Our local SEO packages help plumbers, electricians and roofers get found by customers in their area. We optimise your Google Business Profile, collect reviews and write two articles a month. Most clients see their calls double within 90 days. Packages from £350 per month.`,
    promotion: 'Free website audit worth £200 for the first 20 businesses.',
  },
  {
    language: 'en',
    trade: 'security',
    copy: `Guardline Security provides licensed night guards and CCTV monitoring for warehouses, construction sites and car dealerships in Phoenix. Response time is under 7 minutes. Guards are background-checked and trained in-house. We are available 24/7/365.`,
    promotion: '15% off for contracts signed in March',
  },
  {
    language: 'en',
    trade: 'dental supplies',
    copy: `We supply dental practices with consumables - gloves, masks, composites, burs - at prices 20% lower than the big distributors. Order before 4pm for next day delivery. No minimum order. Dedicated account manager. We've been doing this since 1994.`,
    promotion: null,
  },
  {
    language: 'en',
    trade: 'corporate yoga',
    copy: `Hi, I'm Maya and I teach yoga and breathing classes in offices around Austin. A 45-minute session costs $180 for up to 20 people. No equipment needed - I bring the mats. Teams tell me they feel calmer and more focused afterwards.`,
    promotion: 'First class half price.',
  },
  {
    language: 'en',
    trade: 'EV charging',
    copy: `ChargeNest installs and maintains electric vehicle chargers at restaurants, gyms and retail parks. There's no upfront cost: we fund the hardware and share the revenue with you. Visitors stay 38 minutes longer on average when they can charge. Installation takes 2-3 weeks from signature.`,
    promotion: null,
  },
  {
    language: 'en',
    trade: 'food packaging',
    copy: `Compostable takeaway packaging for restaurants and food trucks: bowls, cups, cutlery and bags made from sugarcane. Custom printing from 500 pieces. We ship from Portland within 48 hours. Switching typically costs 2 cents more per meal.`,
    promotion: 'Free sample box with 12 products',
  },
  {
    language: 'en',
    trade: 'bookkeeping',
    copy: `Let us do your books so you can do your business. TidyLedger takes care of bookkeeping, payroll and sales tax for salons and spas. You get a monthly report you can actually understand, and a named bookkeeper who answers within one business day. Flat fee $240 a month.`,
    promotion: null,
  },
  {
    language: 'en',
    trade: 'event photo booth',
    copy: `Make your next event unforgettable with our photo booths! We rent out vintage style booths with unlimited prints, props and an attendant. Perfect for hotels, wedding venues and corporate events in Dublin. €450 for 3 hours. Book early for the summer season!`,
    promotion: 'Venues that refer clients receive 10% commission.',
  },
  // German
  {
    language: 'de',
    trade: 'Kassensystem',
    copy: `KassenFuchs ist das Kassensystem für kleine Cafés und Bäckereien. Bestellungen in drei Klicks aufnehmen, Treuekarten automatisch verwalten und den Tagesabschluss in zwei Minuten erledigen. TSE-konform und in einer Stunde eingerichtet. Ab 29 € im Monat, monatlich kündbar.`,
    promotion: 'Die ersten 60 Tage sind kostenlos, wenn Sie sich bis zum 15. Dezember anmelden.',
  },
  {
    language: 'de',
    trade: 'Wäscherei',
    copy: `Frische Wäsche ohne Aufwand! Die Wäscherei Nordlicht holt, wäscht und liefert Bettwäsche, Handtücher und Tischwäsche für Hotels und Pensionen an der Ostsee. Lieferung am nächsten Tag, sieben Tage die Woche. Unsere Kunden sparen im Schnitt sechs Arbeitsstunden pro Woche.`,
    promotion: null,
  },
  {
    language: 'de',
    trade: 'Webdesign',
    copy: `Ihre Website ist veraltet? Wir gestalten moderne Internetseiten für Handwerksbetriebe. Fertig in 3 Wochen, optimiert für Handys, DSGVO-konform. Sie bekommen einen festen Ansprechpartner. Paketpreis: 1.490 € zzgl. MwSt. Hosting und Pflege für 25 € monatlich.`,
    promotion: 'Bei Auftrag bis 31. März: 3 Monate Hosting gratis!',
  },
  {
    language: 'de',
    trade: 'Obstkorb',
    copy: `Frisches Obst fürs Büro: Wir liefern jeden Montag und Donnerstag knackiges Bio-Obst an Unternehmen in München und Umgebung. Unsere Obstkörbe gibt es in drei Größen ab 32 Euro. Keine Mindestlaufzeit, Pausen jederzeit möglich. Über 350 Firmen vertrauen uns bereits.`,
    promotion: 'Der erste Korb ist gratis.',
  },
  {
    language: 'de',
    trade: 'Steuerberater',
    copy: `Als Steuerberaterin mit Schwerpunkt Gastronomie begleite ich Restaurants, Bars und Imbisse in Leipzig. Von der Finanzbuchhaltung über Lohnabrechnung bis zur Betriebsprüfung. Digitale Belege per App, Auswertung bis zum 15. des Folgemonats. Erstgespräch 45 Minuten, kostenfrei.`,
    promotion: null,
  },
  {
    language: 'de',
    trade: 'Fensterputzer',
    copy: `Saubere Schaufenster machen Umsatz. Wir putzen Schaufenster für Läden in Köln, alle zwei Wochen, vor Ladenöffnung. Preis ab 18 € pro Besuch. Rechnung monatlich. Versichert bis 3 Mio. Euro.`,
    promotion: null,
  },
  {
    language: 'de',
    trade: 'E-Ladestation',
    copy: `Wir installieren Ladestationen für Elektroautos bei Hotels und Restaurants – ohne Investition für Sie. Wir finanzieren die Technik und beteiligen Sie mit 15 Prozent an den Einnahmen. Gäste bleiben im Schnitt 40 Minuten länger. Aufbau innerhalb von vier Wochen nach Vertragsabschluss.`,
    promotion: null,
  },
  {
    language: 'de',
    trade: 'Yoga im Büro',
    copy: `Hallo, ich bin Lena und gebe Yogakurse in Büros in Hamburg. 45 Minuten kosten 140 Euro für bis zu 15 Personen. Matten bringe ich mit. Ihr braucht nur einen freien Raum. Viele Teams buchen mich jeden Mittwoch in der Mittagspause.`,
    promotion: 'Die erste Stunde gibt es zum halben Preis.',
  },
  {
    language: 'de',
    trade: 'Brennholz',
    copy: `Brennholz Huber liefert ofenfertiges Buchenholz an Pizzerien und Gasthöfe im Allgäu. Restfeuchte unter 18 %. Lieferung auf Palette, 1,8 Raummeter ab 189 €. Auf Wunsch stapeln wir das Holz direkt im Lager.`,
    promotion: 'Ab 5 Paletten Lieferung frei Haus.',
  },
  {
    language: 'de',
    trade: 'Hygieneschulung',
    copy: `Hygieneschulungen nach § 43 IfSG und HACCP für Küchenteams. Unsere Trainer kommen zu Ihnen, dauern 2 Stunden, maximal 20 Teilnehmer. Zertifikat inklusive. 290 € pauschal im Umkreis von 50 km um Stuttgart.`,
    promotion: null,
  },
]
