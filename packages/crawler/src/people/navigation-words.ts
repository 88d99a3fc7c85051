import { fold } from '../page/clean-text.ts'

/** Labels of menus, links and buttons, which are neither names nor titles, by language. Whole labels between '|'. */
const LABELS = `
  home|home page|homepage|start|start page|about|about us|our story|our team|the team|team|meet the team|staff|people|contact|contacts|contact us|contact me|get in touch|write to us|write|write to me|call|call us|mail|mail us|mail me|email|e-mail|email us|email me|send|send email|send a message|send message|message|message us|message me|gallery|pricing|prices|price list|careers|jobs|vacancies|news|blog|events|products|services|shop|store|cart|basket|checkout|login|log in|sign in|sign up|register|my account|account|search|menu|close|open|next|previous|back|back to top|top|more|read more|learn more|more info|show more|view|view profile|profile|bio|biography|details|show|hide|share|print|download|downloads|privacy|privacy policy|legal notice|legal|imprint|terms|terms and conditions|cookies|sitemap|faq|help|support|directions|find us|opening hours|hours|location|locations|testimonials|reviews|references|portfolio|projects|partners|links|book now|book|booking|reserve|reservations|subscribe|newsletter|follow us|english|deutsch|français|español|italiano|language|skip to content|portrait|photo|picture|image|vcard|linkedin|facebook|instagram|website|map|route
  startseite|über uns|unser team|das team|mitarbeiter|ansprechpartner|kontakt|kontaktformular|kontaktieren|schreiben|anrufen|nachricht|e-mail schreiben|mail schreiben|e-mail senden|senden|anfrage|anfragen|aktuelles|neuigkeiten|leistungen|angebote|produkte|preise|preisliste|galerie|bilder|referenzen|projekte|karriere|stellen|stellenangebote|jobs|termine|veranstaltungen|öffnungszeiten|anfahrt|standort|standorte|impressum|datenschutz|agb|suche|suchen|anmelden|abmelden|registrieren|warenkorb|konto|mehr|mehr erfahren|weiterlesen|mehr lesen|details|profil|zum profil|lebenslauf|zurück|weiter|nach oben|schließen|menü|gutscheine|buchen|jetzt buchen|reservieren|partner|häufige fragen|foto|bild|zur person|visitenkarte|drucken|teilen
  accueil|à propos|qui sommes-nous|notre équipe|l’équipe|équipe|nous contacter|contactez-nous|contacter|écrire|écrivez-nous|envoyer|envoyer un message|envoyer un e-mail|courriel|actualités|prestations|services|produits|tarifs|galerie|photos|références|réalisations|recrutement|plan du site|plan d’accès|horaires|mentions légales|politique de confidentialité|recherche|rechercher|connexion|inscription|panier|mon compte|en savoir plus|lire la suite|voir le profil|voir plus|plus|retour|suivant|précédent|fermer|réserver|boutique|partager|imprimer|portrait
  chi siamo|il team|lo staff|squadra|contatti|contattaci|scrivici|scrivi|invia|invia email|invia messaggio|notizie|novità|servizi|prodotti|listino|prezzi|galleria|foto|referenze|lavora con noi|dove siamo|orari|note legali|cerca|accedi|registrati|carrello|leggi tutto|scopri di più|di più|profilo|indietro|avanti|chiudi|prenota|negozio|condividi|stampa|curriculum
  inicio|quiénes somos|sobre nosotros|nosotros|equipo|nuestro equipo|contacto|contáctanos|escríbenos|escribir|enviar|enviar correo|enviar mensaje|correo|noticias|servicios|productos|tarifas|precios|galería|fotos|referencias|empleo|trabaja con nosotros|cómo llegar|horario|aviso legal|buscar|iniciar sesión|registrarse|carrito|leer más|saber más|ver más|ver perfil|perfil|volver|siguiente|anterior|cerrar|reservar|tienda|compartir|imprimir
  over ons|ons team|medewerkers|contact opnemen|neem contact op|mail ons|stuur mail|stuur een e-mail|verzenden|nieuws|diensten|producten|tarieven|prijzen|werkwijze|galerij|referenties|vacatures|openingstijden|route|zoeken|inloggen|winkelwagen|lees meer|meer info|meer|profiel|bekijk profiel|terug|volgende|vorige|sluiten|boeken|winkel|delen
  strona główna|o nas|nasz zespół|zespół|kontakt|napisz|napisz do nas|wyślij|wyślij e-mail|aktualności|usługi|produkty|cennik|oferta|galeria|realizacje|praca|kariera|godziny otwarcia|dojazd|szukaj|zaloguj|koszyk|czytaj więcej|więcej|zobacz profil|profil|wstecz|dalej|zamknij|rezerwuj|sklep
  início|quem somos|sobre nós|equipa|equipe|contactos|contato|contacto|fale conosco|escreva-nos|enviar e-mail|notícias|serviços|produtos|preços|galeria|referências|onde estamos|horários|pesquisar|entrar|carrinho|ler mais|saiba mais|ver mais|perfil|voltar|seguinte|fechar|reservar|loja
  úvod|domů|o nás|náš tým|tým|kontakt|kontakty|napište nám|napsat|odeslat|aktuality|služby|produkty|ceník|galerie|reference|kariéra|otevírací doba|hledat|přihlásit|košík|číst více|více|profil|zpět|další|zavřít|rezervace|eshop|o spoločnosti|domov|úvodná stránka
  hem|om oss|vårt team|medarbetare|kontakta oss|skicka|skicka mejl|mejla|nyheter|tjänster|produkter|priser|galleri|referenser|lediga tjänster|öppettider|hitta hit|sök|logga in|varukorg|läs mer|mer|visa profil|tillbaka|nästa|stäng|boka|butik
  forside|hjem|om os|vores team|medarbejdere|ansatte|kontakt os|kontakt oss|skriv til os|send mail|send e-post|nyheder|ydelser|tjenester|produkter|priser|galleri|referencer|referanser|åbningstider|åpningstider|find vej|søg|søk|log ind|logg inn|kurv|handlekurv|læs mere|les mer|mere|mer|vis profil|tilbage|tilbake|næste|neste|luk|lukk|bestil|bestill
  etusivu|meistä|yritys|tiimi|henkilöstö|henkilökunta|yhteystiedot|ota yhteyttä|lähetä|lähetä sähköposti|ajankohtaista|uutiset|palvelut|tuotteet|hinnat|hinnasto|galleria|referenssit|työpaikat|aukioloajat|haku|kirjaudu|ostoskori|lue lisää|lisää|takaisin|seuraava|sulje|varaa|kauppa
  kezdőlap|főoldal|rólunk|csapat|csapatunk|munkatársak|munkatársaink|kapcsolat|írjon nekünk|küldés|hírek|szolgáltatások|termékek|árak|árlista|galéria|referenciák|állás|nyitvatartás|keresés|belépés|kosár|bővebben|tovább|több|profil|vissza|bezárás|foglalás|webáruház
`

const labels = new Set(
  LABELS.split(/[|\n]/)
    .map((label) => fold(label.trim()))
    .filter(Boolean),
)

/** Given and family names too, so they count only as whole labels. */
const NAMES_TOO = new Set([
  'page',
  'reference',
  'mail',
  'route',
  'bio',
  'hem',
  'top',
  'start',
  'art',
  'portrait',
])

/** True for a label such as 'Über uns' or 'Read more', arrows and signs aside. */
export function isNavigationLabel(text: string): boolean {
  return labels.has(
    fold(text)
      .replace(/[^\p{L}\p{N}’' -]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** True for a single folded word that is a label. */
export function isNavigationWord(folded: string): boolean {
  return labels.has(folded) && !NAMES_TOO.has(folded)
}
