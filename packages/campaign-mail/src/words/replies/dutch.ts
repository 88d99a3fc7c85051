import type { LanguageRules } from '../../phrases.ts'
import { DUTCH_STOP, DUTCH_STOP_WORDS } from './dutch-stop.ts'

export const DUTCH: LanguageRules = {
  vocabulary: {
    not: 'niet|nooit|geen|zonder|in plaats van|liever niet',
    filler: 'alstublieft|aub|mij|me|ons|te|hoeft|hoef|graag|u|je|nu',
    rhetorical: '(waarom|als u|als je|als jullie|nog steeds|zolang)',
    ...DUTCH_STOP_WORDS,
    month: '(januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)',
    number: '(\\d{1,2}|een|twee|drie|vier|vijf|zes|acht|tien|twaalf|een paar|enkele)',
    when: '(over|binnen)( ongeveer)? {number}( of {number}| a {number}|-\\d+)? (weken|week|maanden|maand|jaar)|over een half jaar|(volgend|volgende|komend|komende) (week|maand|kwartaal|jaar|seizoen|voorjaar|zomer|najaar|winter)|(in|vanaf|begin|eind|half|medio|na|voor|tot|rond|pas in|tegen) (het |de |eind |begin )?({month}|voorjaar|zomer|najaar|winter|herfst|20\\d\\d|kerst|pasen|vakantie|bouwvak|nieuwjaar|feestdagen|q[1-4]|zomervakantie|seizoen)|nieuwe jaar|(eerste|tweede|derde|vierde|[1-4]e) kwartaal|q[1-4]|{month}',
    weekday: '(maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|morgen|overmorgen|vandaag)',
    clock:
      '(\\d{1,2}([:.]\\d\\d)? ?uur|\\d{1,2}[:.]\\d\\d|om \\d{1,2}|ochtend|middag|morgenochtend|morgenmiddag)',
    thing:
      '(offerte|offertes|voorstel|prijsopgave|monster|monsters|proefmonster|sample|catalogus|brochure|folder|informatie|info|details|contract|documentatie|productblad|voorbeelden|referenties|link|demo|proef|factuur|prijslijst|presentatie)',
  },
  stop: DUTCH_STOP,
  wrong_person: {
    says: [
      '(doorgestuurd|doorsturen|stuur|stuurde|doorgegeven|geef|doorgezet|zet|doorgemaild)( (ik|we|uw|je|mail|bericht|dit|het|de|deze|even|graag|vraag|door))* (aan|naar)( (?!(u|jou|mij)\\b)\\S+){1,3}|(aan|naar) (mijn|onze|de|het|een)( \\S+){1,3} (doorgestuurd|doorgegeven|doorgezet|gestuurd|gemaild)',
      '(mail|neem|richt|wend|schrijf|vraag|stuur|contacteer|benader|bel)( (u|je|dit|dan|daarvoor|hiervoor|even|beter|het|best|liever|contact|op|uw|maar|deze))* (naar|met|tot|aan|bij)? ?(\\S+@\\S+|(mijn|onze|de|het) (collega|baas|man|vrouw|inkoop|inkoper|afdeling|hoofdkantoor|manager|directeur|eigenaar|verantwoordelijke)|meneer|mevrouw|dhr\\.?|mevr\\.?)( \\S+)?',
      '(mijn|onze|de|mevrouw|meneer|dhr\\.?|[a-z]+) (\\S+ ){0,2}(gaat (hier|daar)over|gaat over (dit|de|inkoop)|doet (dit|dat|de inkoop|de bestellingen)|beslist|regelt (dit|dat)|is (hier|daar)voor verantwoordelijk|is verantwoordelijk|neemt contact|zal contact)',
      '(dat|dit|de inkoop|daarover|hierover) (doet|regelt|beslist|gaat)( (bij|ons|via|onze|mijn))*( \\S+){1,2}',
      '(juiste|goede) (persoon|contactpersoon|contact|man|vrouw)( \\S+)? is( \\S+)|contactpersoon( \\S+){0,3} is( \\S+)|(in|zet) (de )?cc',
    ],
    saysNot: [
      '(niet)( \\S+){0,2} (de juiste|de goede|verantwoordelijk|mijn afdeling|de persoon|mijn taak|bij mij|mijn pakkie)( \\S+)?|(hier|daar|daarover|hierover)( \\S+)? (ga|gaan|beslis|beslissen) (ik|wij|we) niet( over)?|(ga|gaan|beslis) (ik|wij|we) (hier|daar) niet over|ik ga (hier|daar) niet over',
      '(verkeerde|foute|onjuiste) (persoon|adres|afdeling|bedrijf|e-?mailadres|mailadres|contactpersoon)',
    ],
    unless: ['neem contact (met mij|met ons) op'],
  },
  meeting: {
    says: [
      '(bel|belt|bellen)( (u|je|mij|me|ons|maar|even|gerust|dan|graag|morgen|vandaag|later|eens|svp|{weekday}))+( \\S+)?(?<!bellen ons)',
      '(kunnen|zullen|kunt|kan|kun|zou|wil|laten|willen|graag|mogen)( \\S+){0,5} (bellen|afspreken|langskomen|spreken|kennismaken|afspraak|gesprek|videocall|teams|zoom|elkaar zien|overleggen|demo|langs komen|telefoneren|inplannen)',
      '(kom|komt|loop)( (u|je|maar|gerust|eens|een|keer|even|gewoon|vooral|bij|ons))* (langs|binnen|kijken|op de koffie)',
      '{weekday}( \\S+){0,6} (schikt|past|is goed|is prima|kan|komt uit|komt goed uit|lukt|prima|akkoord|uitstekend)',
      '(schikt|past|kan|komt|lukt|prima|beschikbaar|vrij)( \\S+){0,4} ({weekday}|volgende week|deze week)',
      '{weekday}( \\S+){0,3} {clock}|{clock}( \\S+){0,3} {weekday}',
      '(wanneer|welke dag|hoe laat)( \\S+){0,5} (kunt|kun|schikt|uitkomt|beschikbaar|tijd|langs|bellen|past)|(heeft|heb|hebt) (u|je)( \\S+){0,4} tijd',
      '(afspraak|gesprek|belafspraak|overleg|demo|kennismaking)( \\S+){0,4} (maken|inplannen|plannen|bevestig\\w*|akkoord|staat|prima|inschieten|voorstellen)',
      '(tot|spreken elkaar|zien elkaar) (dan|{weekday}|volgende week)|(mijn|onze) (agenda|nummer|telefoonnummer|calendly)|bereikbaar op',
    ],
    unless: [
      'tot {weekday}|op (haar|zijn|mijn) (telefoon|mobiel)|(haar|hem) (spreken|bellen)',
      '({when})(?![^\\n]*{clock})(?![^\\n]*{weekday})',
      '(niet|geen|nooit|niet meer)( \\S+){0,3} (bellen|telefoontjes|langskomen|afspraak|bezoek|gebeld)',
      '(gisteren|vorige|hebben|had)( \\S+){0,4} (gebeld|gesproken|afspraak)',
    ],
  },
  later: {
    saysNot: [
      '(probeer|mail|vraag|bel|neem|benader|stuur|kom|misschien|wellicht|eventueel|later|opnieuw|nog|pas|liever|eerder|weer|kijken|bekijken|herinner|interesse|contact|bespreken|budget|beslissen|overwegen|terug|aankloppen|graag|eens)( \\S+){0,8} ({when})',
      '({when})( \\S+){0,8} (misschien|wellicht|opnieuw|nog eens|weer|terug|liever|pas|contact|kijken|graag|eens|bespreken)',
      '^(misschien|wellicht|liever|pas|eventueel)?( \\S+){0,2} ({when})( \\S+){0,2}$',
      '(op een later moment|later nog|een andere keer|in de toekomst|te zijner tijd|een ander moment|later misschien|later graag)',
      '(neem|nemen|kom|komen|meld|laat)( \\S+){0,6} (zodra|wanneer|als het|mocht|tzt|t\\.z\\.t\\.)|(bewaar|bewaren|hou|houden)( \\S+){0,5} (achterhand|gedachten|in het achterhoofd|voor later)',
      '(verkeerde?|slechte?|niet het (juiste|goede)|geen goed) (moment|timing)|te vroeg',
      '(nu|momenteel|op dit moment|dit jaar|vandaag|voorlopig|even|thans)( \\S+){0,2} (even )?niet(?=[,.!;]|$)|niet (nu|op dit moment|momenteel|voorlopig|dit jaar)(?=[,.!;]|$)',
      '(geen)( \\S+){0,2} (budget|tijd|capaciteit)(?=[^\\n]*(jaar|moment|momenteel|nu|tot|kwartaal))|budget( \\S+){0,3} (op|besteed|uitgegeven|gesloten)',
      '(te druk|heel druk|erg druk|druk)( \\S+){0,5} (nu|moment|momenteel|tot|seizoen|december)',
    ],
    unless: ['(sinds|afgelopen|vorige?) ({month}|maand|jaar|weken)'],
  },
  not_interested: {
    says: [
      '(zijn|ben)( \\S+){0,2} (voorzien|tevreden)',
      '^(hallo,? )?(nee),? (bedankt|dank u|dank je|dankje|sorry|dank)|^nee(?=[,.!]|$)|bedankt,? maar nee|nee bedankt',
      '(al|reeds|huidige|vaste|eigen|al jaren)( \\S+){0,5} (leverancier|leveranciers|partner|oplossing|systeem|contract|aanbieder|voorzien|iemand|bureau|partij)',
      '(tevreden|blij|voorzien)( \\S+)? (met|over|van)( \\S+)|(te duur|buiten budget)|(zien|zie)( \\S+){0,4} van af|(wijs|wijzen)( \\S+){0,3} af|succes (ermee|verder|met)',
      '(doen|maken|doe)( \\S+){0,3} (zelf|in eigen huis|intern)|(hebben|heb) (we |wij |ik )?(al|dat al|er al)(?=[ ,.!]|$)|(gekozen|besloten)( \\S+){0,4} (andere|ander|niet|anders)',
    ],
    saysNot: [
      '(dus|maar|helaas) nee(?=[ .,!]|$)|geen gebruik( \\S+)? maken|laten (we )?het( maar)? zitten|(we|wij) laten het( maar)? zitten|niet bij (ons|mij) past?|hoeft niet(?=[.,!]|$)|geen geld voor|(laat|laten|liever)( \\S+){0,3} zoals het is|bedank (ik|wij)( \\S+)?|doen (wij |we )?niet mee|niet gebruiken(?=[.!]|$)|zie (het nut|niet wat)( \\S+)?|het wordt een nee',
      '(geen|nul)( \\S+){0,2} (interesse|behoefte|belangstelling|belang)|niet( \\S+){0,2} (geinteresseerd|interessant|relevant|nodig|van toepassing|voor ons|iets voor|passend|aan de orde|onze)',
      '(hebben|heb|gebruiken|doen)( \\S+){0,4} (niet nodig|geen behoefte)|(spreekt|past|is)( \\S+){0,2} niet( aan| bij ons| voor ons)',
    ],
    unless: [
      '(geen|niet)[^\\n]*,? (maar|wel|echter)( \\S+){0,9} (offerte|stuur|graag|interesse|interessant|willen|informatie|sturen|monster)',
      'niet (alleen|dat|ongeinteresseerd|zeker)|waarom( \\S+){0,3} niet',
    ],
  },
  question: {
    says: [
      '(wat|hoeveel|hoe|welke|welk|waar|wanneer|vanaf|waarvoor|waarmee|tot wanneer|wie)[^\\n?]{1,200}\\?',
      '(wat kost|wat kosten|hoeveel kost|wat is (de|jullie|uw) (prijs|levertijd|garantie)|wat zijn (de|uw|jullie) (kosten|prijzen|voorwaarden|tarieven))',
      '^((hallo|bedankt|dank|ok|en|maar|vraag|vraagje|een vraag|klinkt goed|beste|prima)[^\\n?]{0,40}?[,:–-] ?)?(leveren|levert|is|zijn|heeft|hebben|heb|kan|kunnen|kunt|werkt|doet|doen|bieden|zit|geldt|moet|hebt|verkoopt|verkopen|past|accepteren|bestaat|installeren|gaat|geeft|geven|komen|komt|wordt|worden)[^\\n?]{1,200}\\?',
      '^(\\S+ ){0,4}(prijs|prijzen|kosten|tarieven|garantie|levertijd|voorwaarden|verzendkosten|korting|minimale afname)( \\S+){0,2} ?\\?+$',
      '(geef|geven|doorgeven|laat|stuur|sturen|mail|weten|vertellen|ontvangen|aangeven)( \\S+){0,6} (prijs|prijzen|tarieven|kosten|voorwaarden|prijslijst|levertijd)',
      '(zou|wil|willen|vraag|vroeg|benieuwd)( \\S+){0,3} (weten|af|naar)? ?(of|hoe|wat|welke|hoeveel)',
    ],
    unless: [
      '(mijn|onze|dit) (adres|e-?mailadres|mailadres|mail|gegevens|naam|nummer)',
      '(wie (bent|ben|zijn|heeft)|hoe (komt|kom|komen) (u|je|jullie) (aan|erbij)|is dit (een grap|spam|serieus|een robot)|serieus\\?|echt\\?|kennen wij|waarom|wat wilt u|wat moet|bent u (een|echt)|hoe gaat)',
      '(opnieuw sturen|nogmaals)|(kunt|kun|kunnen|wilt|wil|zou)( \\S+){0,8} ({thing})|(bellen|afspreken|langskomen|afspraak|spreken)\\b|bijlage',
    ],
  },
  interested: {
    says: [
      '(offerte|contract)( \\S+){0,5} (stuur|sturen|mail)',
      '(stuur|sturen|stuurt|mail|mailen|maak|maken|graag|ontvang|ontvangen|wil|willen|zou|zouden|ontvang|opstellen|geef|doe|heb|hebben|bezorg|krijgen|toesturen|laat)( \\S+){0,8} {thing}',
      '{thing}( \\S+){0,5} (sturen|ontvangen|graag|toesturen|mailen|opsturen|welkom|aanvragen)',
      '(meer|nadere)( \\S+)? (informatie|info|details|weten|horen)|vertel( \\S+)? meer',
      '(heb|hebben|wel|zeker|zou|zouden|is er|ja|er is|onze)( \\S+){0,3} (?<!geen )(interesse|belangstelling)|(ben|zijn|wel|zeer|zeker)( \\S+){0,2} (?<!niet )(geinteresseerd|benieuwd|enthousiast)|(spreekt|lijkt)( \\S+)? (mij|me|ons)( \\S+){0,2} (aan|wel|interessant|goed|leuk|wat)',
      '(klinkt|lijkt|ziet er)( \\S+){0,3} (goed|interessant|leuk|prima|mooi|veelbelovend|goed uit|super)|goed idee|komt (goed|mooi) uit',
      '(akkoord|prima|goed|top|ok)( \\S+){0,2} (doen we|doe maar|ga maar|gaan we|doen|door|stuur|laten we)|(doe maar|laten we (het doen|beginnen|starten)|ga je gang|we gaan ervoor|ik doe mee|we doen mee|volgende stap(pen)?|hoe nu verder|hoe kan ik bestellen|wil graag (bestellen|proberen|testen)|willen graag (bestellen|proberen|testen)|willen bestellen|proberen het graag)',
      '^(ja|graag|zeker|prima|natuurlijk|jazeker|ok)(,? (graag|hoor|bedankt|stuur|doe|prima|zeker|wij|we|ik|natuurlijk|dat))+( \\S+){0,6}|^(ja|graag|heel graag|ja graag|zeker)(?=[,.!]|$)',
      '(precies|net)( \\S+){0,3} (zoeken|zochten|nodig)|(zoeken|zoek|op zoek)( \\S+){0,4} (naar|oplossing|leverancier|zoiets)',
    ],
    unless: [
      '(de rest|al het andere)',
      '(niet|geen|nooit|zonder|nul)( \\S+){0,4} (interesse|geinteresseerd|offerte|informatie|interessant|belangstelling|nodig|behoefte|folder|catalogus)(?![^\\n]*(maar|wel))',
      '(alweer|weer een|weer zo|gefeliciteerd|bravo|wat origineel|robots?|\\bai\\b|spam|haha|proficiat|precies waar ik op)',
    ],
  },
  mocking: {
    says: [
      "(alweer|weer|nog) (zo'n |zo een |een )(\\S+ ){0,3}(mail|bericht|robot|spam|aanbieding|mailtje)|gefeliciteerd|bravo|proficiat|wat (origineel|mooi|een verrassing)|(een|door een) robot|chatgpt|haha|precies waar ik op (zat te wachten|wachtte)|daar zat ik op te wachten|applaus",
    ],
  },
}
