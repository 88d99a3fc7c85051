import type { SampleCopy } from './sample-copy.ts'

export const germanCopies: SampleCopy[] = [
  {
    trade: 'Gebäudereinigung',
    language: 'de',
    copy: 'Wir reinigen Büros und Praxen in Bern und Umgebung. Die Stunde kostet CHF 48, ohne Anfahrt. Unsere Mitarbeitenden sind fest angestellt und kommen immer zur gleichen Zeit. Die Kündigungsfrist beträgt 30 Tage.',
    promotion: 'Die ersten zwei Reinigungen sind kostenlos, wenn Sie bis am 30. Juni starten.',
  },
  {
    trade: 'ein Satz',
    language: 'de',
    copy: 'Wir liefern frisch gerösteten Kaffee an Cafés.',
    promotion: null,
  },
  {
    trade: 'Großbuchstaben und Ausrufezeichen',
    language: 'de',
    copy: 'SPAREN SIE JETZT!!! 🔥 Sparen Sie 25 % Heizkosten mit unserer Wärmepumpe. JETZT ANRUFEN: 030 1234567! Der Einbau dauert drei Tage und kostet ab 18.900 €. Nur für kurze Zeit: Wartung im ersten Jahr inklusive.',
    promotion: null,
  },
  {
    trade: 'Aufzählung',
    language: 'de',
    copy: 'Hofgut Lindenau beliefert Restaurants mit Gemüse aus eigenem Anbau.\n\nUnser Sortiment:\n• Tomaten und Gurken\n• Kartoffeln\n• Kräuter im Topf\n\nBestellung bis 18 Uhr, Lieferung am nächsten Morgen. Mindestbestellwert 40 €.',
    promotion: null,
  },
  {
    trade: 'familiär',
    language: 'de',
    copy: 'Hallo zusammen! Wir sind drei Grafikerinnen aus Köln und gestalten Speisekarten für Restaurants und Cafés. Du bekommst drei Entwürfe innerhalb von 10 Tagen, und wir ändern deine Karte zweimal im Jahr ohne Aufpreis. Das Paket kostet 390 €.',
    promotion: 'Bis Ende August ist der Druck von 50 Karten dabei.',
  },
  {
    trade: 'lange Sätze',
    language: 'de',
    copy: 'Die Steuerkanzlei Brandt & Söhne in Augsburg betreut seit 1987 Handwerksbetriebe. Wir übernehmen die Lohnabrechnung, die Buchhaltung und den Jahresabschluss, z. B. auch für Betriebe mit mehreren Standorten. Die Lohnabrechnung kostet 14,50 € je Mitarbeiter und Monat. Alle Belege können per App eingereicht werden. Am 1. Januar und am 1. Juli ist ein Wechsel ohne Mehraufwand möglich. Sie haben einen festen Ansprechpartner. Rückfragen beantworten wir am gleichen Tag. Impressum und Datenschutz auf unserer Website.',
    promotion: null,
  },
  {
    trade: 'alles groß',
    language: 'de',
    copy: 'WIR REINIGEN IHRE SOLARANLAGE. OHNE CHEMIE UND OHNE LEITER. PREIS 2,50 € PRO MODUL.',
    promotion: null,
  },
  {
    trade: 'Bestellung mit Bedingung',
    language: 'de',
    copy: 'Die Druckerei Falk druckt Etiketten für Brauereien und Weingüter. Wir drucken ab 250 Stück und liefern in fünf Werktagen. Ein Muster auf Ihrem Papier ist kostenlos.',
    promotion: 'Bestellen Sie bis zum 15. September und erhalten Sie 12 % Rabatt auf die erste Auflage!',
  },
]
