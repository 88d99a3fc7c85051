import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

const D = 'oakfield-bakery.com'

/** Local part → first name, last name and, where it matters, title. */
type People = Record<string, [string | null, string | null, string?]>

const cases: [string, string | Record<string, string>, People, string?][] = [
  [
    'cards with a heading',
    `<div class=team><div class=m><h3>Rosa Delgado</h3><p>Head of sales</p><a href="mailto:rosa@${D}">Mail</a></div><div class=m><h3>Kenji Arakawa</h3><p>Pastry chef</p><a href="mailto:k.arakawa@${D}">Mail</a></div></div>`,
    { rosa: ['Rosa', 'Delgado', 'Head of sales'], 'k.arakawa': ['Kenji', 'Arakawa', 'Pastry chef'] },
  ],
  [
    'names in one row of a table, addresses in another',
    `<table><tr><td>Anna Berg</td><td>Peter Lund</td></tr><tr><td>Owner</td><td>Baker</td></tr><tr><td>first1@${D}</td><td>second2@${D}</td></tr></table>`,
    { first1: ['Anna', 'Berg', 'Owner'], second2: ['Peter', 'Lund', 'Baker'] },
  ],
  [
    'columns with pictures',
    `<table><tr><td><img alt=x></td><td><img></td><td><img></td></tr><tr><td><b>Greta Holm</b><br>Chairwoman</td><td><b>Olaf Voss</b><br>Treasurer</td><td><b>Ines Kurz</b><br>Secretary</td></tr><tr><td>chair@${D}</td><td>treasurer@${D}</td><td>secretary@${D}</td></tr></table>`,
    {
      chair: ['Greta', 'Holm', 'Chairwoman'],
      treasurer: ['Olaf', 'Voss', 'Treasurer'],
      secretary: ['Ines', 'Kurz', 'Secretary'],
    },
  ],
  [
    'a list of terms',
    `<dl><dt>Marta Nowak, Manager</dt><dd>mn@${D}</dd><dt>Igor Petrov, Driver</dt><dd>ip@${D}</dd></dl>`,
    { mn: ['Marta', 'Nowak', 'Manager'], ip: ['Igor', 'Petrov', 'Driver'] },
  ],
  [
    'headings followed by lines',
    `<div><h3>Lucy Tran</h3><p>Accountant</p><p>lucy.tran@${D}</p><h3>Omar Haddad</h3><p>IT manager</p><p>omar.haddad@${D}</p></div>`,
    { 'lucy.tran': ['Lucy', 'Tran', 'Accountant'], 'omar.haddad': ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'lines in one paragraph',
    `<p>Lucy Tran<br>Accountant<br>lt@${D}<br><br>Omar Haddad<br>IT manager<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'a title above the name',
    `<p>Accountant<br>Lucy Tran<br>lt@${D}</p><p>IT manager<br>Omar Haddad<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'titles above names in one paragraph',
    `<p>Accountant<br>Lucy Tran<br>lt@${D}<br>IT manager<br>Omar Haddad<br>oh@${D}</p>`,
    { lt: ['Lucy', 'Tran', 'Accountant'], oh: ['Omar', 'Haddad', 'IT manager'] },
  ],
  [
    'a sentence',
    `<p>For orders contact our farm manager, Rosalind Petrakis, at rp@${D} or call the office.</p><p>Our chef, Tom Hale, answers at hale@${D}.</p>`,
    { rp: ['Rosalind', 'Petrakis', 'farm manager'], hale: ['Tom', 'Hale', 'chef'] },
  ],
  [
    'list items of a club',
    `<ul><li>1. Vorsitzender: Karl-Heinz Brauer, vorsitz@${D}</li><li>Kassenwartin: Ute Schäfer – kasse@${D}</li><li>Jugendwart Dirk Eßer (jugend@${D})</li></ul>`,
    {
      vorsitz: ['Karl-Heinz', 'Brauer', 'Vorsitzender'],
      kasse: ['Ute', 'Schäfer', 'Kassenwartin'],
      jugend: ['Dirk', 'Eßer', 'Jugendwart'],
    },
  ],
  [
    'the address alone',
    `<p>friedrich.lohmeyer@${D} it.service@${D} web.master@${D} team.berlin@${D} lohse.birgit@${D}</p>`,
    {
      'friedrich.lohmeyer': ['Friedrich', 'Lohmeyer'],
      'it.service': [null, null],
      'web.master': [null, null],
      'team.berlin': [null, null],
      'lohse.birgit': ['Birgit', 'Lohse'],
    },
  ],
  [
    'names on another page',
    {
      [`http://www.${D}/`]: `<p>smueller@${D} · hoegl@${D} · jfw@${D} · info@${D}</p>`,
      [`http://www.${D}/team`]: `<h1>Team</h1><ul><li>Susanne Müller, Verkauf</li><li>Veit Högl – Backstube</li><li>Jana Franziska Weiß</li></ul>`,
    },
    { smueller: ['Susanne', 'Müller', 'Verkauf'], hoegl: ['Veit', 'Högl'], info: [null, null] },
  ],
  [
    'an imprint with two managers',
    `<h1>Impressum</h1><p>Oakfield GmbH<br>Ringstr. 3<br>10115 Berlin</p><p>Geschäftsführer: Hans Huber, Petra Maier</p><p>E-Mail: info@${D}</p>`,
    { info: [null, null] },
  ],
  [
    'an imprint with one owner',
    `<h1>Impressum</h1><p>Bäckerei Oakfield<br>Inhaberin: Petra Maier<br>Ringstr. 3<br>Tel. 030 1234567<br>E-Mail: info@${D}</p>`,
    { info: ['Petra', 'Maier', 'Inhaberin'] },
  ],
  [
    'academic titles',
    `<div><strong>Dr. med. dent. Anke von der Heide, M.Sc.</strong><br>Zahnärztin<br>ah@${D}</div><div><strong>Prof. Dr.-Ing. Uwe Krall</strong><br>Leiter Labor<br>uk@${D}</div>`,
    { ah: ['Anke', 'von der Heide', 'Zahnärztin'], uk: ['Uwe', 'Krall', 'Leiter Labor'] },
  ],
  [
    'French family names in capitals',
    `<ul><li>LEFÈVRE-BRUNEL Antoine, gérant : al@${D}</li><li>Mme Sophie D’AMBROSIO – responsable accueil – sd@${D}</li><li>M. Jean-Luc Moreau, président : jlm@${D}</li></ul>`,
    {
      al: ['Antoine', 'Lefèvre-Brunel', 'gérant'],
      sd: ['Sophie', 'D’Ambrosio', 'responsable accueil'],
      jlm: ['Jean-Luc', 'Moreau', 'président'],
    },
  ],
  [
    'Spanish double names',
    `<html lang=es><p>Directora: María del Carmen Fuentes Aldama, mc@${D}</p><p>José Luis Ortega Prado, jefe de taller, jl@${D}</p><p>Ana Martín López (administración) am@${D}</p>`,
    {
      mc: ['María del Carmen', 'Fuentes Aldama', 'Directora'],
      jl: ['José Luis', 'Ortega Prado', 'jefe de taller'],
      am: ['Ana', 'Martín López', 'administración'],
    },
  ],
  [
    'Italian forms of address',
    `<p>Titolare: Geom. Luca De Santis<br>luca@${D}</p><p>Dott.ssa Chiara Bianchi, responsabile acquisti, acquisti@${D}</p>`,
    { luca: ['Luca', 'De Santis', 'Titolare'], acquisti: ['Chiara', 'Bianchi', 'responsabile acquisti'] },
  ],
  [
    'Polish forms of address',
    `<p>Właściciel: mgr inż. Zbigniew Kowalczyk<br>e-mail: zk@${D}</p><p>Kierownik sprzedaży: Anna Wójcik, sprzedaz@${D}</p>`,
    { zk: ['Zbigniew', 'Kowalczyk', 'Właściciel'], sprzedaz: ['Anna', 'Wójcik', 'Kierownik sprzedaży'] },
  ],
  [
    'Dutch particles',
    `<div><h4>Joost van 't Hof</h4><span>Eigenaar</span> <a href="mailto:joost@${D}">mail</a></div><div><h4>Anneke ter Braak</h4><span>Hoofd inkoop</span> <a href="mailto:a.terbraak@${D}">mail</a></div>`,
    { joost: ['Joost', "van 't Hof", 'Eigenaar'], 'a.terbraak': ['Anneke', 'ter Braak', 'Hoofd inkoop'] },
  ],
  [
    'Hungarian order of names',
    `<html lang=hu><p>Ügyvezető: Kovács István<br>kovacs.istvan@${D}</p><p>Nagy Éva, titkár: titkarsag@${D}</p>`,
    { 'kovacs.istvan': ['István', 'Kovács', 'Ügyvezető'], titkarsag: ['Éva', 'Nagy', 'titkár'] },
  ],
  [
    'Japanese names',
    `<html lang=ja><p>代表：山田 太郎<br>メール：yamada@${D}</p>`,
    { yamada: ['太郎', '山田'] },
  ],
  [
    'Czech degrees',
    `<p>Jednatel: Ing. Václav Dvořáček<br>vaclav.dvoracek@${D}</p>`,
    { 'vaclav.dvoracek': ['Václav', 'Dvořáček', 'Jednatel'] },
  ],
  [
    'Swedish lines',
    `<p>Platschef: Åsa Öhman, asa.ohman@${D}</p><p>VD Björn Åkerlund – bjorn@${D}</p>`,
    { 'asa.ohman': ['Åsa', 'Öhman', 'Platschef'], bjorn: ['Björn', 'Åkerlund', 'VD'] },
  ],
  [
    'a Finnish table',
    `<table><tr><th>Nimi</th><th>Tehtävä</th><th>Sähköposti</th></tr><tr><td>Päivi Mäkelä</td><td>Toimitusjohtaja</td><td>paivi.makela@${D}</td></tr></table>`,
    { 'paivi.makela': ['Päivi', 'Mäkelä', 'Toimitusjohtaja'] },
  ],
  [
    'Portuguese names',
    `<p>Gerente: João Paulo Ferreira dos Santos<br>joao@${D}</p>`,
    { joao: ['João Paulo', 'Ferreira dos Santos', 'Gerente'] },
  ],
  [
    'Danish letters',
    `<p>Indehaver: Søren Bækgaard<br>sb@${D}</p>`,
    { sb: ['Søren', 'Bækgaard', 'Indehaver'] },
  ],
  [
    'given names that nobody has heard of',
    `<div><h3>Quillon Fairbrass</h3><p>Operations manager</p><p>quillon@${D}</p></div><div><h3>Zyra Okonkwo-Pell</h3><p>Designer</p><p>zyra@${D}</p></div>`,
    { quillon: ['Quillon', 'Fairbrass', 'Operations manager'], zyra: ['Zyra', 'Okonkwo-Pell', 'Designer'] },
  ],
  [
    'a table whose header says what is what',
    `<table><tr><th>E-Mail</th><th>Name</th><th>Position</th></tr><tr><td>x1@${D}</td><td>Ella Storm</td><td>Chief tinkerer</td></tr><tr><td>x2@${D}</td><td>Noel Frost</td><td>Bean counter</td></tr></table>`,
    { x1: ['Ella', 'Storm', 'Chief tinkerer'], x2: ['Noel', 'Frost', 'Bean counter'] },
  ],
  [
    'people in columns, whose names fit or not',
    `<table><tr><td>Anke Braun</td><td>Felix Sonntag</td></tr><tr><td>Choir director</td><td>Accountant</td></tr><tr><td><a href="mailto:a.braun@${D}">Mail</a></td><td><a href="mailto:sonntag@${D}">Mail</a></td></tr></table>`,
    { 'a.braun': ['Anke', 'Braun', 'Choir director'], sonntag: ['Felix', 'Sonntag', 'Accountant'] },
  ],
  [
    'several bands of people in columns',
    `<table><tr><td>Anna Berg</td><td>Tom Holm</td></tr><tr><td>Owner</td><td>Baker</td></tr><tr><td>x1@${D}</td><td>x2@${D}</td></tr><tr><td>Eva Kurz</td><td>Ute Groß</td></tr><tr><td>Bürohilfe</td><td>Fahrerin</td></tr><tr><td>x3@${D}</td><td>x4@${D}</td></tr></table>`,
    {
      x1: ['Anna', 'Berg', 'Owner'],
      x2: ['Tom', 'Holm', 'Baker'],
      x3: ['Eva', 'Kurz', 'Bürohilfe'],
      x4: ['Ute', 'Groß', 'Fahrerin'],
    },
  ],
  [
    'headings beside people in columns',
    `<table><tr><th>Name</th><td>Anna Berg</td><td>Zyra Quell</td></tr><tr><th>Role</th><td>Owner</td><td>Bean counter</td></tr><tr><th>Email</th><td>x1@${D}</td><td>x2@${D}</td></tr></table>`,
    { x1: ['Anna', 'Berg', 'Owner'], x2: ['Zyra', 'Quell', 'Bean counter'] },
  ],
  [
    'first and last names in two columns',
    `<table><tr><th>Vorname</th><th>Nachname</th><th>Funktion</th><th>E-Mail</th></tr><tr><td>Quillon</td><td>von Fairbrass</td><td>Zauberer</td><td>x1@${D}</td></tr><tr><td>Anna</td><td>Dienstag</td><td></td><td>x2@${D}</td></tr></table>`,
    { x1: ['Quillon', 'von Fairbrass', 'Zauberer'], x2: ['Anna', 'Dienstag'] },
  ],
  [
    'cells that span rows, below a title across the table',
    `<table><tr><th colspan=3>Equipo</th></tr><tr><th>Nombre</th><th>Cargo</th><th>Correo</th></tr><tr><td rowspan=2>Luis Gil</td><td rowspan=2>Chófer</td><td>x1@${D}</td></tr><tr><td>x2@${D}</td></tr><tr><td>Ana Ruiz</td><td>Jefa de taller</td><td>x3@${D}</td></tr></table>`,
    { x1: ['Luis', 'Gil', 'Chófer'], x2: ['Luis', 'Gil', 'Chófer'], x3: ['Ana', 'Ruiz', 'Jefa de taller'] },
  ],
  [
    'a desk or a vacancy under the heading for names is nobody',
    `<table><tr><th>Nom</th><th>Fonction</th><th>Courriel</th></tr><tr><td>Accueil</td><td>Secrétariat</td><td>x1@${D}</td></tr><tr><td>Luc Petit</td><td>Chauffeur de salle</td><td>x2@${D}</td></tr></table><table><tr><th>Role</th><th>Name</th><th>Email</th></tr><tr><td>Chair</td><td>Vacant</td><td>chair@${D}</td></tr></table>`,
    { x1: [null, null], x2: ['Luc', 'Petit', 'Chauffeur de salle'], chair: [null, null] },
  ],
  [
    'a table made of roles',
    `<div role=table><div role=row><div role=columnheader>Nome</div><div role=columnheader>Ruolo</div><div role=columnheader>Email</div></div><div role=row><div role=cell>Sara Conti</div><div role=cell>Anima della festa</div><div role=cell>x1@${D}</div></div></div>`,
    { x1: ['Sara', 'Conti', 'Anima della festa'] },
  ],
  [
    'titles with commas and numbers before the name',
    `<p>Managing Director, Kim Stone: ks@${D}</p><p>Director, Sales and Marketing, Tom Berg, tb@${D}</p><p>2nd Vice Chair, Anna Holt, ah@${D}</p><p>Head of Region 4, Lucy Tran, lt@${D}</p><p>1er adjoint, Paul Blanc, pb@${D}</p><p>2. Vorsitzende, Ute Groß, ug@${D}</p><p>Leiterin Standort 2, Eva Kurz, ek@${D}</p><p>Directora Comercial, Ana Ruiz, ar@${D}</p>`,
    {
      ks: ['Kim', 'Stone', 'Managing Director'],
      tb: ['Tom', 'Berg', 'Director, Sales and Marketing'],
      ah: ['Anna', 'Holt', '2nd Vice Chair'],
      lt: ['Lucy', 'Tran', 'Head of Region 4'],
      pb: ['Paul', 'Blanc', '1er adjoint'],
      ug: ['Ute', 'Groß', '2. Vorsitzende'],
      ek: ['Eva', 'Kurz', 'Leiterin Standort 2'],
      ar: ['Ana', 'Ruiz', 'Directora Comercial'],
    },
  ],
  [
    'the editor of a review is no reviewer',
    `<p>Questions go to the Manager of Roof Review, Paula Kent, at pkent@${D}.</p>`,
    { pkent: ['Paula', 'Kent', 'Manager of Roof Review'] },
  ],
  [
    'family names that are words',
    `<div><h3>Rosa Dienstag</h3><p>Leitung</p><p>x1@${D}</p></div><div><h3>Claire Page</h3><p>x2@${D}</p></div><div><h3>Lucie Samedi</h3><p>Gérante</p><p>x3@${D}</p></div><div><h3>Zyra Sonntag</h3><p>Designerin</p><p>x4@${D}</p></div><div><h3>Juan Casa</h3><p>Gerente</p><p>x5@${D}</p></div><p>Ask for Peter Bank at x6@${D}</p>`,
    {
      x1: ['Rosa', 'Dienstag', 'Leitung'],
      x2: ['Claire', 'Page'],
      x3: ['Lucie', 'Samedi', 'Gérante'],
      x4: ['Zyra', 'Sonntag', 'Designerin'],
      x5: ['Juan', 'Casa', 'Gerente'],
      x6: ['Peter', 'Bank'],
    },
  ],
  [
    'a column of people of whom only one has an address',
    `<table><tr><td>Anna Berg</td><td>Tom Holm</td></tr><tr><td>Owner</td><td>Baker</td></tr><tr><td></td><td>x2@${D}</td></tr></table>`,
    { x2: ['Tom', 'Holm', 'Baker'] },
  ],
  [
    'headings in many languages, with titles that no list has',
    `<table><tr><th>Jméno</th><th>Funkce</th><th>E-mail</th></tr><tr><td>Ing. Jan Novák</td><td>Kouzelník</td><td>x1@${D}</td></tr></table><table><tr><th>Nimi</th><th>Tehtävä</th><th>Sähköposti</th></tr><tr><td>Aino Korhonen</td><td>Tunnelmanluoja</td><td>x2@${D}</td></tr></table><table><tr><th>Naam</th><th>Functie</th><th>E-mail</th></tr><tr><td>Piet Smit</td><td>Kaasprater</td><td>x3@${D}</td></tr></table><table><tr><th>Nome</th><th>Função</th><th>Correio eletrónico</th></tr><tr><td>Rita Sousa</td><td>Alma da festa</td><td>x4@${D}</td></tr></table><table><tr><th>Namn</th><th>Roll</th><th>Mejl</th></tr><tr><td>Åsa Holm</td><td>Trollkarl</td><td>x5@${D}</td></tr></table><table><tr><th>Imię i nazwisko</th><th>Stanowisko</th><th>E-mail</th></tr><tr><td>Anna Nowak</td><td>Królowa cukru</td><td>x6@${D}</td></tr></table><table><tr><th>Navn</th><th>Stilling</th><th>E-post</th></tr><tr><td>Ola</td><td>Vaktmester</td><td>x7@${D}</td></tr></table>`,
    {
      x1: ['Jan', 'Novák', 'Kouzelník'],
      x2: ['Aino', 'Korhonen', 'Tunnelmanluoja'],
      x3: ['Piet', 'Smit', 'Kaasprater'],
      x4: ['Rita', 'Sousa', 'Alma da festa'],
      x5: ['Åsa', 'Holm', 'Trollkarl'],
      x6: ['Anna', 'Nowak', 'Królowa cukru'],
      x7: ['Ola', null, 'Vaktmester'],
    },
  ],
  [
    'forms of address and degrees between title and name',
    `<p>Leitung: RA Dr. Ilse Lang, x1@${D}</p><p>Geschäftsführer: Dipl.-Ing. (FH) Jörg Maas, x2@${D}</p><p>Notaire : Me Claire Vidal, x3@${D}</p><p>Titolare: Avv. Prof. Sara Conti x4@${D}</p><p>Vice President (EMEA), Lucy Tran – x5@${D}</p><p>Zastępca dyrektora ds. 2, Anna Nowak, x6@${D}</p><div><h3>Ing. Agr. Luis Gil</h3><p>Gerente</p><p>x7@${D}</p></div>`,
    {
      x1: ['Ilse', 'Lang', 'Leitung'],
      x2: ['Jörg', 'Maas', 'Geschäftsführer'],
      x3: ['Claire', 'Vidal', 'Notaire'],
      x4: ['Sara', 'Conti', 'Titolare'],
      x5: ['Lucy', 'Tran', 'Vice President EMEA'],
      x6: ['Anna', 'Nowak', 'Zastępca dyrektora ds. 2'],
      x7: ['Luis', 'Gil', 'Gerente'],
    },
  ],
  [
    'a heading for titles beside cells with name and address',
    `<table><tr><th>Name</th><th>Position</th></tr><tr><td>Ella Storm<br>x1@${D}</td><td>Chief tinkerer</td></tr><tr><td>Noel Frost<br>x2@${D}</td><td>Bean counter</td></tr></table>`,
    { x1: ['Ella', 'Storm', 'Chief tinkerer'], x2: ['Noel', 'Frost', 'Bean counter'] },
  ],
  [
    'a reviewer is nobody',
    `<div><p>orders@${D}</p><p>"Best bread ever" – Harold Finchley</p></div><div class="testimonial"><p>Lovely! Mary Poppins</p><p>events@${D}</p></div>`,
    { orders: [null, null], events: [null, null] },
  ],
  [
    'streets and hotels are nobody',
    `<p>Oakfield Bakery, 12 Victoria Park, Mount Pleasant, info@${D}</p><p>Hotel Maria Theresia, Franz Josef Platz, hello@${D}</p>`,
    { info: [null, null], hello: [null, null] },
  ],
  [
    'several names are nobody',
    `<p>Our bakers Ann Lee, Bob Roy and Cy Young answer at bakers@${D}</p>`,
    { bakers: [null, null] },
  ],
  [
    'an address of somebody else',
    `<div><h3>Maria Huber</h3><p>Owner</p><p>peter@${D}</p></div>`,
    { peter: [null, null] },
  ],
  [
    'a figure with a caption',
    `<figure><img alt="Nora Quist"><figcaption><b>Nora Quist</b> Managing Director <a href="mailto:nq@${D}">nq@${D}</a></figcaption></figure>`,
    { nq: ['Nora', 'Quist', 'Managing Director'] },
  ],
  [
    'a name as the text of the link',
    `<p>Ansprechpartner: <a href="mailto:h.lange@${D}">Heinz Lange</a></p><p>Service: <a href="mailto:service@${D}">Britta Kuhn</a></p>`,
    { 'h.lange': ['Heinz', 'Lange', 'Ansprechpartner'], service: ['Britta', 'Kuhn'] },
  ],
  [
    'dashes and bars',
    `<p>Viktor Salonen - Service manager - vs1@${D} - 503-555-0160</p><p>Carla Jung | Einkauf | einkauf@${D}</p>`,
    { vs1: ['Viktor', 'Salonen', 'Service manager'], einkauf: ['Carla', 'Jung', 'Einkauf'] },
  ],
  [
    'family name first with a comma',
    `<table><tr><td>Huber, Maria</td><td>Sekretariat</td><td>sekretariat@${D}</td></tr><tr><td>Obermeier, Franz</td><td>Hausmeister</td><td>hausmeister@${D}</td></tr></table>`,
    { sekretariat: ['Maria', 'Huber', 'Sekretariat'], hausmeister: ['Franz', 'Obermeier', 'Hausmeister'] },
  ],
  [
    'a form of address',
    `<p>Frau Kessler, Buchhaltung: buchhaltung@${D}</p><p>Ihre Ansprechpartnerin: Frau Lena Winkler, lw@${D}</p>`,
    { buchhaltung: [null, 'Kessler', 'Buchhaltung'], lw: ['Lena', 'Winkler', 'Ansprechpartnerin'] },
  ],
  [
    'capitals',
    `<div><h3>DEIRDRE O'CONNELL</h3><p>DIRECTOR</p><p>doc@${D}</p></div>`,
    { doc: ['Deirdre', "O'Connell", 'Director'] },
  ],
  [
    'a middle initial',
    `<div><h3>Harold J. Finch</h3><p>Attorney</p><p>hjf@${D}</p></div>`,
    { hjf: ['Harold', 'Finch', 'Attorney'] },
  ],
  [
    'structured data',
    `<script type="application/ld+json">{"@type":"Person","name":"Dr. Elif Yildiz","jobTitle":"Orthodontist","email":"mailto:elif@${D}"}</script>`,
    { elif: ['Elif', 'Yildiz', 'Orthodontist'] },
  ],
  [
    'a board',
    `<h2>Vorstand</h2><p>1. Vorsitzende<br>Gisela Thoma<br>Tel. 0221 4711 220<br><a href="mailto:gthoma@${D}">gthoma@${D}</a></p><p>2. Vorsitzender<br>Arno Pütz<br>Tel. 0221 4711 221<br><a href="mailto:apuetz@${D}">apuetz@${D}</a></p>`,
    { gthoma: ['Gisela', 'Thoma', 'Vorsitzende'], apuetz: ['Arno', 'Pütz', 'Vorsitzender'] },
  ],
  [
    'the address before the name',
    `<ul><li>mk@${D} – Mina Kostova, Receptionist</li><li>td@${D} – Todor Dimov, Porter</li></ul>`,
    { mk: ['Mina', 'Kostova', 'Receptionist'], td: ['Todor', 'Dimov'] },
  ],
  [
    'a label and a form of address',
    `<p>Gérante : Mme Éloïse Charpentier<br>Courriel : contact@${D}</p>`,
    { contact: ['Éloïse', 'Charpentier', 'Gérante'] },
  ],
  [
    'boxes without any mark',
    `<div class=person><div>Ruth Ames</div><div>ruth@${D}</div><div>Volunteer coordinator</div></div><div class=person><div>Sid Vane</div><div>sid@${D}</div><div>Grounds</div></div>`,
    { ruth: ['Ruth', 'Ames', 'Volunteer coordinator'], sid: ['Sid', 'Vane'] },
  ],
  [
    'a function’s address beside a person with an own one',
    `<p>Owner: Ted Moss, ted@${D}</p><p>Office: office@${D}</p>`,
    { ted: ['Ted', 'Moss', 'Owner'], office: [null, null] },
  ],
]

const fold = (text: string | null | undefined): string => (text ?? '').toLowerCase()

test.each(cases)('%s: each address gets its own person, or none', (_name, html, people) => {
  const contacts = contactsOf(html, `http://www.${D}/`)
  for (const [local, [first, last, title]] of Object.entries(people)) {
    const contact = contacts.find(({ email }) => email === `${local}@${D}`)
    expect([local, fold(contact?.first_name), fold(contact?.last_name)]).toEqual([
      local,
      fold(first),
      fold(last),
    ])
    if (title) expect(fold(contact?.title)).toContain(fold(title))
  }
})

test.each([
  `<div><h3>Rosa Delgado</h3><a href="mailto:x1@${D}">Mail</a></div><div><h3>StB Inés Mora</h3><a href="mailto:x2@${D}">Mail</a></div>`,
  `<div><h3>Rosa Delgado</h3><p>Kontakt</p><a href="mailto:x1@${D}">Nachricht</a></div>`,
  `<div><h3>Rosa Delgado</h3><h3>Inés Mora</h3><p>x1@${D}</p><p>Über uns</p></div>`,
  `<div><h3>Rosa Delgado</h3><p>Contactez-nous</p><p>x1@${D}</p></div>`,
  `<div><h3>Rosa Delgado</h3><p>Leggi tutto →</p><p>x1@${D}</p></div>`,
  `<div><h3>Rosa Delgado</h3><p>Lees meer</p><p>x1@${D}</p></div>`,
])('labels and other people are not titles: %s', (html) => {
  expect(contactsOf(html).map(({ title }) => title)).toEqual(contactsOf(html).map(() => null))
})

test.each([
  'Chi Siamo',
  'Über Uns',
  'Gutscheine Buchen',
  'Nos Tarifs',
  'Lees Meer',
  'Aviso Legal',
  'O Nas',
  'Read More',
])("the label '%s' is not a person", (label) => {
  expect(contactsOf(`<div><h3>${label}</h3><p>Manager</p><p>x1@${D}</p></div>`)).toMatchObject([
    { first_name: null, last_name: null },
  ])
})

test('an assistant’s title is not given to the person assisted', () => {
  const html = `<div><h3>Tom Holm</h3><p>Assistant to Anna Berg</p><p>holm@${D}</p></div><div><h3>Anna Berg</h3><p>berg@${D}</p></div>`
  expect(contactsOf(html).map(({ last_name, title }) => [last_name, title])).toEqual([
    ['Holm', null],
    ['Berg', null],
  ])
})

test('phone numbers are read from a person’s cells', () => {
  const html = `<table><tr><th>Ansprechpartner</th><th>Kontakt</th></tr><tr><td>Frau Kessler</td><td>Tel. +49 561 5550155<br>x1@${D}</td></tr><tr><td>Herr Ott</td><td>Tel. +49 561 5550156<br>x2@${D}</td></tr></table><table><tr><td>Anna Berg</td><td>Tom Holm</td></tr><tr><td>+49 561 5550157</td><td>+49 561 5550158</td></tr><tr><td>x3@${D}</td><td>x4@${D}</td></tr></table><table><tr><th>Name</th><td>Eva Kurz</td><td>Ute Groß</td></tr><tr><th>Telefon</th><td>+49 561 5550159</td><td>+49 561 5550160</td></tr><tr><th>E-Mail</th><td>x5@${D}</td><td>x6@${D}</td></tr></table>`
  expect(Object.fromEntries(contactsOf(html).map(({ email, phone }) => [email.slice(0, 2), phone]))).toEqual({
    x1: '+495615550155',
    x2: '+495615550156',
    x3: '+495615550157',
    x4: '+495615550158',
    x5: '+495615550159',
    x6: '+495615550160',
  })
})
