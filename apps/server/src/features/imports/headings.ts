const list = (text: string): string[] => text.trim().split(/[,\n]\s*/)

/**
 * Headings of columns in files of other programs: Google Contacts, Outlook, Thunderbird, Apple Contacts, HubSpot and
 * spreadsheets. Case, accents, signs and digits don't count. Of two columns the one whose heading stands further up is
 * taken.
 */
export const headings = {
  email: list(`
    Email, Email address, Primary Email, Mail, Mail address
    Email-Adresse, Haupt-E-Mail, Primäre E-Mail, Primäre E-Mail-Adresse, Mailadresse
    Adresse e-mail, Adresse mail, Adresse de messagerie, Adresse électronique, Courriel, Première adresse électronique
    Indirizzo email, Indirizzo di posta elettronica, Indirizzo posta elettronica, Posta elettronica
    Correo electrónico, Correo, Dirección de correo electrónico, Dirección de correo
    Endereço de email, Endereço de correio eletrônico, Correio eletrónico, E-mailadres
    E-postadress, E-post, E-postadresse, E-mailadresse, Sähköposti, Adres e-mail, E-mailová adresa
    Электронная почта, Адрес эл. почты, Почта, Эл. почта, メールアドレス, メール, 電子メール アドレス, 电子邮件, 邮箱
  `),
  first_name: list(`
    First name, First names, Given name, Given, Name first, Name given, Forename, Vorname, Rufname, Prénom
    Primo nome, Nome proprio, Nombre de pila, Primer nombre, Primeiro nome, Nome próprio
    Voornaam, Förnamn, Fornavn, Etunimi, Imię, Jméno, Krstné meno, Keresztnév, Prenume, Ime
    Имя, Ім'я, 名, 名前（名）
  `),
  last_name: list(`
    Last name, Last, Surname, Family name, Family, Name last, Name family, Second name, Nachname, Familienname, Zuname
    Nom de famille, Cognome, Apellidos, Apellido, Primer apellido, Sobrenome, Apelido
    Achternaam, Efternamn, Etternavn, Efternavn, Sukunimi, Nazwisko, Příjmení, Priezvisko
    Vezetéknév, Prezime, Priimek, Фамилия, Прізвище, 姓
  `),
  full_name: list(`
    Full name, Display name, Formatted name, Contact, Contact name, Contact person, Person
    Ansprechpartner, Ansprechperson, Kontaktperson, Anzeigename, Vollständiger Name, Voller Name
    Nom complet, Nom et prénom, Nom affiché, Nom à afficher, Interlocuteur, Nome completo
    Contatto, Nome e cognome, Nome visualizzato, Nombre completo, Nombre y apellidos
    Nombre para mostrar, Persona de contacto, Nome de exibição, Contactpersoon, Volledige naam
    Fullständigt namn, Fullt navn, Imię i nazwisko, Celé jméno, ФИО, Полное имя, 氏名, 名前, 姓名
  `),
  /** Alone the whole name; beside a first name the last name, and the other way round. */
  bare_name: list(`Name, Nom, Nome, Nombre, Naam, Namn, Navn, Nimi, Nazwa, Név, Nume, Meno`),
  title: list(`
    Job title, Position, Job role, Role, Organization title, Company title, Occupation, Function
    Funktion, Berufsbezeichnung, Stellenbezeichnung, Stelle, Beruf, Organisation Titel, Titel der Organisation, Organisation Position
    Organisation Titre, Organisation Fonction, Organisation Poste, Titre de l'organisation
    Organización Cargo, Organización Puesto, Organización Título, Cargo en la organización
    Organizzazione Titolo, Organizzazione Qualifica, Titolo dell'organizzazione
    Organização Cargo, Organização Título, Jobbezeichnung, Arbeitstitel
    Intitulé du poste, Titre du poste, Poste, Fonction, Qualifica, Posizione lavorativa, Posizione
    Ruolo, Mansione, Puesto, Puesto de trabajo, Cargo, Functie, Befattning, Stilling, Stanowisko
    Pozice, Должность, 役職, Title, Titel, Titre, Titolo, Título
  `),
  phone: list(`
    Phone, Phone number, Business phone, Work phone, Telephone, Telephone number, Tel, Tel. no.
    Telefon geschäftlich, Telefon, Telefonnummer, Rufnummer
    Téléphone (bureau), Téléphone, Numéro de téléphone, Telefono (uff.), Telefono, Numero di telefono
    Teléfono del trabajo, Teléfono, Número de teléfono, Telefone, Número de telefone
    Telefoon op werk, Telefoon, Telefoonnummer, Puhelin, Telefon służbowy, Numer telefonu
    Телефон, 会社電話, 電話, 電話番号, 电话
  `),
  /** Used if there is no other phone column. */
  mobile: list(`
    Mobile, Mobile phone, Mobile number, Cell, Cell phone, Mobil, Mobiltelefon, Mobilnummer
    Mobil-Tel.-Nr., Handy, Handynummer, Portable, Téléphone mobile, Tél. mobile, Cellulare
    Telefono cellulare, Móvil, Teléfono móvil, Celular, Telemóvel, Mobiel, Mobiele telefoon
    Telefon komórkowy, Мобильный, 携帯電話
  `),
  business_name: list(`
    Business, Business name, Company, Company name, Organization, Organisation, Organization name
    Organisation name, Name der Organisation, Organisation Nom, Organización Nombre
    Nombre de la organización, Organizzazione Nome, Nome dell'organizzazione, Organização Nome
    Nome da organização, Associated Company, Employer, Firma, Firmenname, Unternehmen
    Unternehmensname, Arbeitgeber, Name des Unternehmens, Zugeordnetes Unternehmen, Société, Entreprise, Nom de l'entreprise, Nom de l'organisation
    Raison sociale, Entreprise associée, Azienda, Società, Ditta, Organizzazione, Ragione sociale, Nome azienda, Azienda associata
    Nome organizzazione, Empresa, Empresa asociada, Compañía, Organización, Nombre de la empresa, Organização
    Nome da empresa, Bedrijf, Bedrijfsnaam, Organisatie, Företag, Bedrift, Virksomhed, Yritys
    Nazwa firmy, Společnost, Компания, Организация, 会社, 会社名, 公司
  `),
  status: list(`Status, Stage`),
  address: list(`
    Address, Full address, Street, Street address, Adresse, Anschrift, Straße, Indirizzo
    Via, Dirección, Calle, Endereço, Morada, Adres, Adress, Adresa, Адрес, 住所, 地址
  `),
  website: list(`
    Website, URL, Web, Web page, Website URL, Homepage, Domain, Company Domain Name, Webseite
    Internetseite, Internetadresse, Page web, Site web, Site internet, Sito, Sito web
    Pagina web, Página web, Sitio web, Site, Hemsida, Webová stránka, Сайт, ウェブサイト
  `),
  notes: list(`
    Notes, Note, Comment, Comments, Remarks, Notizen, Notiz, Bemerkung, Bemerkungen
    Anmerkungen, Kommentar, Remarques, Commentaire, Commentaires, Annotazioni, Commenti, Nota
    Notas, Comentarios, Observaciones, Opmerkingen, Notities, Anteckningar, Notater, Notatki, Noter
    Poznámky, Заметки, Примечание, メモ, 备注
  `),
} as const

/** Words that say which of several telephones or addresses a column holds. */
export const headingQualifiers = list(`
  value, work, business, office, home, personal, private, primary, main, default, other
  mobile, cell, wert, geschäftlich, geschäftliche, dienstlich, dienstliche, arbeit, privat
  haupt, primär, primäre, mobil, valeur, bureau, bur, travail, professionnel, professionnelle
  domicile, privé, personnel, personnelle, principal, principale, portable, valore, ufficio
  lavoro, casa, abitazione, personale, valor, trabajo, particular, móvil, oficina, trabalho
  comercial, residencial, zakelijk, werk, privé, arbete, arbeid, arbejde, hem, hjem, praca
  de, del, di, da, do, du, op, iphone, büro, primario, primaria, primário, laboral
  рабочий, раб, домашний, личный, мобильный, основной
`)
