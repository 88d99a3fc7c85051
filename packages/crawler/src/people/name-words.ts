import { fold } from '../page/clean-text.ts'
import { isNavigationWord } from './navigation-words.ts'

const words = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean).map(fold))

/** Before a name, not part of it. */
const HONORIFICS = words(`
  mr mrs ms miss mx sir dame rev reverend fr father hon judge capt captain dr prof professor doctor
  herr herrn hr frau fr. dipl dipl-ing dipl-kfm dipl-kffr dipl-betrw dipl-psych dipl-päd mag ing med dent vet rer nat jur phil theol habil oec iur pol eidg hsg eth htl dkfm osr msc bsc univ
  m mme mlle mr. maître me monsieur madame mademoiselle pr
  sig sig.ra sig.na sigra sig.ra signor signora dott dott.ssa dottssa dr.ssa drssa avv arch geom rag ing. prof.ssa cav
  sr sra srta d dª dña dna don doña dona lic ldo lda eng engª arq
  dhr mevr mw mevrouw heer drs ir mr ing bc
  pan pani p mgr inż lek hab adw mec r.pr radca
  mudr judr phdr rndr mvdr paeddr phmr thdr bca
  ifj özv id
  mtre mtra mtro agr agron avv.ssa arch.ssa ing.ssa per.ind cav.lav gr.uff abg abog lcda lcdo licda arqta psic magª dott.ing dott.arch dott.comm d.ssa cllr atty frk dipl.-ing dipl.-inf dr.-ing dr.med dr.jur
`)
/** Short for trades and degrees, in this spelling only: 'RA Ilse Lang', 'ZÄ Tina Zorn'. */
const CAPITAL_HONORIFICS = new Set(
  'RA RAin RAn RAe RÄ RAinnen StB StBin StBe WP WPin vBP ZA ZÄ ZÄin ZAin TA TÄ TÄin PA Bgm Bgmin LAbg MdB MdL KommR DDr MMag Abg Av Dt Uzm Ecz YMM SMMM MDDr PharmDr'.split(
    ' ',
  ),
)
/** After a name, mostly after a comma. */
const SUFFIXES = words(
  'kc qc obe mbe cbe dds phd ph.d md m.d mba m.b.a msc m.sc ma m.a bsc b.sc ba b.a llm ll.m llb jd esq cpa cfa rn dds dvm dmd jr sr ii iii iv od pt dpt lcsw facs mrcvs bvsc rics mrics frics riba aia leed pe cfp mph edd psyd dipl ing mas beng meng csc drsc edm eur fcca acca aca fca cta tep',
)
const PARTICLES = words(
  "de' dei' vander vande vanden von van vom der den de del della delle dello dei degli di da dal dalla do dos das du des la le les lo los las el al ter ten te zu zum zur af av bin ibn ben bint abu d d' o' mac 't 's in ap st saint san santa dell' dall' d’ den op aan het",
)
/** Capitalised words on websites that aren't names, in all languages. */
const NO_NAME = words(`
  ring text dial tell write visit hire book follow reach drop give let speak talk send find view discover explore request enquire sankt sanct warum wieso weshalb pourquoi perche perché porque proč dlaczego waarom varför hvorfor conoce conozca conocé scoprite entdecken entdecke erfahren erleben besuchen meet choose why
  chiamate chiama chiamateci contattate scrivete scriveteci telefonate chiedete rivolgersi prenotate parlate llame llámanos llamar pregunte contacte escriba escríbanos appelez écrivez contactez demandez rufen fragen schreiben anrufen phone email dzwoń napisz skriv soita kirjoita hívja írjon volejte pište ligue escreva
  familie family famille famiglia familia rodzina about access account address adresse adressen agb all allgemeine also and angebot angebote anfahrt anmeldung ansprechpartner apotheke april ask august autumn avenue back bad bank bar bergen bericht best bezirk blog book booking book bräu bridge bureau business buy by café cafe call campus care cart casa castle center centre central chat church city clinic clinics club co college company connect contact contacts contatti contacto corp corporate cookie cookies copyright corner council county court customer customers daily data datenschutz day december deutschland diese dienstag discover donnerstag download downloads drive east edition email e-mail england english enquiries estate europe european event events everything experience explore export facebook factory fax february festival find first follow footer for form forum foundation france free freitag friday friends from gallery galerie garage garden gemeinde general germany gift gmbh google great green group gruppe guide halle handel haus health hello help herzlich hier high hill history hof holiday home hotel hours house how if immobilien impressum inc info information inn innung instagram institut institute international internet is italia italy january join juli july juni june just kanzlei karriere katalog kg kirche kita klinik know kontakt kontaktformular kunden kundenservice laden land language latest learn legal leistungen library lieferung like limited link links linkedin live llc llp local location login london look ltd mail main map maps march market markt media menu messe mehr meet message mission mittwoch mobil mobile mon monday montag monthly museum music my na name national navigation nature neue neuigkeiten new news newsletter next nord north notice november now number oder of offer offers office öffnungszeiten old on one online open opening or order orders our ort österreich page paragraph park partner partners pay people phone pizza place platz please policy polska pool post postfach praxis press presse preis preise price prices privacy private products produkte profile project projects projekte public quality questions quick read reserve reservation reservierung restaurant review reviews road rolling room rooms royal rue sale samstag saturday save schloss school schule search see seite september service services share shop shopping sicherheit sign site sitemap social society sonntag south spa spain special spring square start startseite station stadt stay store str straße strasse street studio suite summer sunday support süd tage tag team tel telefon telefax telephone terms testimonials thank thanks the theater theatre this thursday time to today tour tours town trust tuesday twitter uber über uhr uhrzeit und union united university unser unsere unternehmen up us use user valley verein verlag versand via video view villa village visit volunteer warenkorb way we website wednesday week welcome west what when where why willkommen wine winter wir with work working world write www year you your youtube zentrum zum zur zürich wien berlin münchen hamburg köln paris roma milano madrid barcelona lisboa praha budapest warszawa amsterdam rotterdam stockholm helsinki oslo københavn dublin edinburgh york boston chicago
  accueil adhérents agenda ainsi amis année atelier ateliers avec avenue boulevard boutique bonjour ces chambre cliquez comment commande conditions coordonnées cour dans découvrez domaine éditeur en entreprise équipe espace gite gîte hébergement hébergeur heures horaires ici jour lundi mardi mercredi jeudi vendredi samedi dimanche maison mairie mentions magasin nos notre nous office ouverture page partenaires plan politique pour présentation produits qui réservation saint sainte se services site société soutien sur téléphone tél tous toute tout un une vente venez ville voir vos votre
  azienda chi con contattaci dove ditta è gli home hotel il lunedì martedì mercoledì giovedì venerdì sabato domenica mappa nostra nostri orari orario partita per piazza pizzeria prenota prenotazioni prodotti provincia ristorante scopri sede servizi siamo società studio telefono tutti viale vini vino
  aviso aquí ayuntamiento bienvenidos bodega calle casa centro cerca clínica como conócenos correo cuenta descubre dirección dónde empresa el en es este horario hotel inicio lunes martes miércoles jueves viernes sábado domingo nosotros nuestra nuestro para plaza política por productos quiénes restaurante servicios sobre taller teléfono tienda todos ver
  adres afspraak algemene bedrijf bel bij contactgegevens de een gemeente het hier huis ik maandag dinsdag woensdag donderdag vrijdag zaterdag zondag meer mijn neem nieuws onze ons openingstijden over voor voorwaarden welkom wij winkel zoek
  adres aktualności biuro dla firma godziny jak kontakt nasza nasze nasz numer o oferta poczta polityka prywatności sklep strona szkoła telefon tel ul ulica usługi więcej witamy zobacz
  adresa domů firma hlavní kontakty naše náš o obec služby soukromí stránka tel ulice úvod více vítejte
  hem hjem hemsida kontakta om oss öppettider vårt våra välkommen företag telefon adress gatan vägen gade vej vei åpningstider åbningstider velkommen
  etusivu ota yhteyttä yritys meistä palvelut puhelin osoite tietoa tervetuloa aukioloajat katu tie
  cím címünk főoldal kapcsolat rólunk szolgáltatások telefonszám nyitvatartás üdvözöljük utca út tér kft bt zrt
  gaec earl scea scop sci gbr ohg ug ag se sa sas sarl eurl srl snc spa sl slu bv nv sprl as asa ab oy oyj aps spzoo sro zoo ev e.v. eg plc pty inc. co. ltd.
  eigentümer umsatzsteuer ust-id ust-idnr steuernummer registergericht handelsregister amtsgericht hrb hra finanzamt bankverbindung iban bic konto blz vertreten verantwortlich inhalt haftung urheberrecht streitschlichtung telemediengesetz tmg rstv mstv register aufsichtsbehörde berufsbezeichnung kammer gericht siret siren rcs tva capital nif cif nip regon krs ico dic kvk btw
  monday-friday mo di mi do fr sa so mon tue wed thu fri sat sun lun mar mer gio ven sab dom jan feb apr jun jul aug sep sept okt oct nov dez dec
`)

const stripDots = (word: string): string => word.replace(/\.$/, '')

/** Irish and Scottish, in this spelling only: 'Ó Murchú', 'Ní Bhriain', 'Mac an Bhaird'. */
const GAELIC_PARTICLE = /^(?:Ó|Ní|Nic|Mac|Mhic|Uí|Ua|Nig|Mhig)$/u
/** Names with a small beginning: 'al-Hashimi', "dell'Acqua", 'hUiginn', 'tSaoir'. */
const SMALL_START =
  /^(?:(?:d|l|dell|dall|degl|dagl|nell|sull|sant|s|t)['’]|(?:al|el|ad|an|ar|as|at|az|ash|ul|ud|ur|ibn|bin|ben)-|[hnt]-?)\p{Lu}/u

export function isGaelicParticle(word: string): boolean {
  return GAELIC_PARTICLE.test(word)
}

/** The Irish article belongs to the name after one of these only: 'Mac an Bhaird', 'Ó na gCopaleen'. */
export function isGaelicArticle(word: string, before: string | undefined): boolean {
  return (word === 'an' || word === 'na') && before !== undefined && isGaelicParticle(before)
}

export function hasSmallStart(word: string): boolean {
  return SMALL_START.test(word)
}

export function isHonorific(word: string): boolean {
  if (CAPITAL_HONORIFICS.has(word.replace(/[.,]$/, ''))) return true
  const plain = fold(word)
  return (
    HONORIFICS.has(plain) || HONORIFICS.has(stripDots(plain)) || /^(?:dipl|dr|prof|mag|ing)[.-]/.test(plain)
  )
}

export function isNameSuffix(word: string): boolean {
  const plain = fold(word)
  return SUFFIXES.has(plain) || SUFFIXES.has(stripDots(plain))
}

export function isParticle(word: string): boolean {
  return isGaelicParticle(word) || PARTICLES.has(fold(word))
}

const STREET_END =
  /(?:stra(?:ss|ß)e|str\.|gasse|platz|weg|allee|straat|laan|plein|gatan|vägen|gade|katu|utca)$/i
const COMPANY_END =
  /(?:haus|hof|werk|werke|markt|service|center|dienst|amt|verein|verband|praxis|apotheke|zentrum|bau|technik|schule|heim|klinik|kirche|stadt|dorf|burg|tal|ware|waren)$/i

export function isNoName(word: string): boolean {
  const plain = stripDots(fold(word))
  return NO_NAME.has(plain) || isNavigationWord(plain) || STREET_END.test(word)
}

/** Words of NO_NAME that are family names as well: days, seasons, directions, places. */
const FAMILY_WORDS = words(`
  sonntag montag dienstag mittwoch donnerstag freitag samstag feiertag winter sommer herbst lenz januar jänner märz april mai juni juli august abend morgen nord süd west bergen hof kirche platz ring bach haus post markt land stadt messe garten zoll recht preis laden hafen
  monday friday sunday summer winter spring may march august day north west south east page park parks place bank street church bridge hill high green best bell bar hall hope price post garden house home club cook cross road walk way field lake love young king call read art great good new town march
  lundi mardi jeudi vendredi samedi dimanche maison page place cour jour hiver été midi matin boutique rue saint ville roi noël janvier avril
  domenica sabato venerdì giovedì lunedì casa villa piazza vino vini primavera bello corte marzo maggio giugno natale pace strada
  domingo lunes sábado casa calle plaza bodega centro cerca campo iglesia abril enero feria puente prado castillo reyes noche
  maandag vrijdag zondag winter zomer huis bos berg hof
  niedziela sobota piątek zima lato wiosna dom pole neděle pátek pondělí svoboda zima jaro léto vesely kostel sommer vinter berg lund
`)

/** 'Rosa Dienstag', 'Claire Page': a word that is a family name after a given name. */
export function isFamilyWord(word: string): boolean {
  return FAMILY_WORDS.has(stripDots(fold(word)))
}

/** Also English family names, but after a given name as often a place: 'Ferry Quay', 'Victoria Park'. */
const PLACE_WORD =
  /^(?:quay|wharf|dock|harbou?r|pier|bay|beach|island|county|valley|meadows?|heights|fields|gardens|terrace|crescent|mews|parade|grove|close|drive|lane|court|mall|plaza|boulevard|highway|parkway|junction|mill|farm|cottage|lodge|manor|abbey|cathedral|church|chapel|park|station|terminal|building|tower|township|village|city|town|province|region|district)$/
/** Last words of company names, never of people's. */
const COMPANY_WORD =
  /^(?:foundation|welfare|trust|society|association|group|holdings|enterprises|solutions|technologies|systems|consulting|ventures|studios?|designs?|motors|motos|motor|foods?|fashions?|interiors|construction|constructions|logistics|travels?|tours|agency|academy|institute|initiative|project|programme|program|agriculture|training|trainings|development|management|engineering|industries|trading|marketing|catering|cleaning|plumbing|roofing|heating|electrical|landscaping|photography|bakery|brewery|winery|orchard|nursery|kennels|stables|salon|barbers|dental|dentistry|clinic|therapy|wellness|fitness|yoga|pilates|kitchen|bistro|grill|pizza|tavern|inn|motel|rentals|properties|realty|homes|insurance|accounting|law|legal|partners|associates|brothers|sons|company|team)$/

/** Family names may look like this too, so it counts only against names without other evidence. */
export function looksLikeThing(word: string): boolean {
  return (COMPANY_END.test(word) && word.length > 6) || PLACE_WORD.test(fold(word))
}

export function isCompanyWord(word: string): boolean {
  return COMPANY_WORD.test(fold(word))
}
