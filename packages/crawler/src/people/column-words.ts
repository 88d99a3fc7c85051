import { fold } from '../page/clean-text.ts'

/** Kinds of columns in a table of people. */
export type Field = 'name' | 'first' | 'last' | 'title' | 'email' | 'phone' | 'extension' | 'other'

const HEADINGS: Record<Field, string> = {
  name: 'name|names|full name|employee|staff|person|contact person|contact name|member|representative|namen|vorname nachname|vor- und nachname|vor und nachname|nachname vorname|ansprechpartner|ansprechpartnerin|ansprechperson|kontaktperson|mitarbeiter|mitarbeiterin|person|nom|nom et prénom|prénom et nom|nom prénom|interlocuteur|collaborateur|responsable contact|nome|nome e cognome|cognome e nome|nominativo|referente|persona|nombre|nombre y apellidos|nombre completo|apellidos y nombre|persona de contacto|contactpersoon|naam|medewerker|imię i nazwisko|nazwisko i imię|imię nazwisko|osoba|osoba kontaktowa|pracownik|nome completo|nome e apelido|colaborador|jméno|jméno a příjmení|příjmení a jméno|meno|meno a priezvisko|kontaktní osoba|osoba|namn|medarbetare|kontaktperson|navn|medarbejder|ansat|nimi|henkilö|yhteyshenkilö|név|neve|munkatárs|kapcsolattartó',
  first:
    'first name|given name|forename|vorname|prénom|nome proprio|nombre de pila|voornaam|imię|jméno křestní|křestní jméno|förnamn|fornavn|etunimi|keresztnév|utónév',
  last: 'last name|surname|family name|nachname|familienname|zuname|nom de famille|cognome|apellido|apellidos|achternaam|nazwisko|apelido|sobrenome|příjmení|priezvisko|efternamn|efternavn|etternavn|sukunimi|vezetéknév|családnév',
  title:
    'role|roles|title|titles|job title|position|function|job|post|office|responsibility|responsibilities|department|area|team|occupation|designation|funktion|position|rolle|aufgabe|aufgaben|aufgabenbereich|amt|bereich|beruf|stelle|tätigkeit|zuständigkeit|zuständig für|abteilung|referat|fonction|poste|rôle|titre|service|qualité|mandat|funzione|ruolo|qualifica|incarico|posizione|carica|mansione|titolo|reparto|cargo|puesto|función|título|departamento|rol|área|functie|rol|taak|afdeling|stanowisko|funkcja|rola|dział|função|posição|funkce|pozice|funkcia|pozícia|oddělení|befattning|titel|roll|avdelning|stilling|rolle|afdeling|avdeling|tehtävä|asema|titteli|nimike|osasto|rooli|beosztás|tisztség|munkakör|osztály|pozíció|roli|poziom|poziom|poziomy|posisjon',
  email:
    'email|e-mail|mail|e-mail address|email address|mail address|electronic mail|contact|e-mail-adresse|emailadresse|mailadresse|e-mailadresse|kontakt|courriel|adresse e-mail|adresse mail|adresse électronique|mél|contatti|posta elettronica|indirizzo e-mail|indirizzo email|correo|correo electrónico|correio eletrónico|correio eletrônico|correio|contacto|e-mailadres|mailadres|adres e-mail|adres email|poczta|e-mailová adresa|e-post|e-postadress|mejl|epost|e-mailadresse|sähköposti|sähköpostiosoite|e-mail cím|email cím|e-mail-cím',
  phone:
    'phone|telephone|tel|phone number|telephone number|mobile|cell|cell phone|direct|direct line|direct dial|call|telefon|telefonnummer|tel nr|telefon-nr|mobil|mobiltelefon|handy|rufnummer|téléphone|portable|ligne directe|numéro|telefono|cellulare|numero|teléfono|móvil|telefoon|telefoonnummer|mobiel|telefon komórkowy|komórka|telemóvel|telefone|celular|mobilní telefon|telefón|telefonnummer|mobilnummer|mobilnr|puhelin|puhelinnumero|matkapuhelin|telefonszám|mobilszám',
  extension:
    'extension|ext|ext no|durchwahl|dw|nebenstelle|klappe|apparat|app|nst|poste interne|numéro de poste|interno|int|extensión|toestel|wewnętrzny|wew|ramal|linka|klapka|anknytning|lokal|lokalnummer|alanumero|mellék',
  other: 'fax|telefax|faks|address|adresse|anschrift|indirizzo|dirección|room|raum|zimmer|website|photo|foto',
}

const fields = new Map<string, Field>()
for (const [field, headings] of Object.entries(HEADINGS) as [Field, string][])
  for (const heading of headings.split('|')) {
    const word = plain(heading)
    if (!fields.has(word)) fields.set(word, field)
  }

/** The kind of column under a heading such as 'Name', 'Funktion' or 'Phone / Mobile'. */
export function fieldOf(heading: string): Field | undefined {
  if (heading.length > 60) return undefined
  const whole = fields.get(plain(heading))
  if (whole) return whole
  for (const part of heading.split(/[/,&+|()]|\s(?:und|and|et|e|y|en|i|a|och|og|ja|és)\s/)) {
    const field = fields.get(plain(part))
    if (field) return field
  }
  return undefined
}

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L} -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
