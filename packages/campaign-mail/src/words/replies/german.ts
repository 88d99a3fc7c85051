import type { LanguageRules } from '../../phrases.ts'
import { GERMAN_STOP, GERMAN_STOP_WORDS } from './german-stop.ts'

export const GERMAN: LanguageRules = {
  vocabulary: {
    not: 'nicht|nich|nie|niemals|kein|keine|keinen|keinesfalls|ohne|statt|anstatt',
    filler: 'bitte|mich|uns|aber|jetzt|gleich|schon|noch|unbedingt|sie|mir',
    rhetorical: '(warum|wieso|weshalb|wenn sie|falls sie|sollten sie|immer noch|solange)',
    ...GERMAN_STOP_WORDS,
    month:
      '(januar|janner|februar|feber|marz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember)',
    number: '(\\d{1,2}|einem|einer|ein|zwei|drei|vier|funf|sechs|acht|zehn|zwolf|ein paar|einigen)',
    when: 'in( ca| etwa| ungefahr)?\\.? {number}( bis {number}| oder {number}|-\\d+)? (wochen?|monaten?|jahren?)|in einem (halben|dreiviertel) jahr|(nachste[rsmn]?|kommende[rsmn]?) (monats?|quartals?|jahr(es)?|saison|fruhjahr|sommer|herbst|winter)|(im|ab|anfang|mitte|ende|bis|vor|nach|erst|ab dem|bis zum|fruhestens|dann) (im |dem |der |den |anfang |mitte |ende )?({month}|fruhjahr|fruhling|sommer|herbst|winter|sommerferien|ferien|20\\d\\d|weihnachten|ostern|saison|feiertagen|jahreswechsel|q[1-4]|urlaubszeit|messe|umbau|ernte)|(neuen|neues|neue) jahr|(ersten?|zweiten?|dritten?|vierten?|[1-4]\\.) quartal|q[1-4]|{month}|nach den (ferien|feiertagen)|spater im jahr',
    weekday:
      '(montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|mo|di|mi|do|fr|morgen|ubermorgen|heute)',
    clock:
      '(\\d{1,2}([:.]\\d\\d)? ?uhr|\\d{1,2}[:.]\\d\\d|\\d{1,2} h|um (\\d{1,2}|halb \\S+|neun|zehn|elf|zwei|drei|vier)|vormittags?|nachmittags?|mittags?)',
    thing:
      '(angebot|angebote|offerte|kostenvoranschlag|muster|probe|proben|prospekt|prospekte|katalog|kataloge|infos?|informationen|unterlagen|infomaterial|details|vertrag|vertragsunterlagen|preisliste|auftragsbestatigung|musterexemplar|broschure|produktblatt|datenblatt|datenblatter|infopaket|prasentation|link|beispiele|referenzen|testzugang|rechnung)',
  },
  stop: GERMAN_STOP,
  wrong_person: {
    says: [
      '(dafur|hierfur|dazu)( \\S+){0,1} (ist|sind)( \\S+){1,6} (zustandig|verantwortlich)',
      '(an|bei) \\S+@\\S+( \\S+)? ?(schreiben|wenden|richten|mailen|melden)',
      '(weitergeleitet|weitergegeben|weitergereicht)|(leite|leiten|gebe|geben|reiche)( (ich|wir|ihre?|die|das|es|dies|diese|mail|e-?mail|nachricht|anfrage|gerne?|mal|sie|hiermit|jetzt|an|den|unseren|unsere|meinen|meine|kolleg\\w+|chefin?|frau|herrn))* weiter',
      '(an|in) (unseren?|meinen?|den|die|das|unsere|meine|der|herrn?|frau)( \\S+){1,6} (weitergeleitet|weitergegeben|weitergereicht|weiterleiten|gegeben|ubergeben|verwiesen|weiter)',
      '(wenden|wendet|wend|richten|schreiben|schreibt|schreib|melden|mailen|fragen|frag|kontaktieren|kontaktier|sprechen)( (sie|dich|euch|sich|ihr|bitte|dazu|hierzu|dafur|da|am|besten|diesbezuglich|hierfur|direkt|lieber|doch|mal|damit|ihre|die|das|mail|anfrage|mit|ihnen|deswegen|in|dieser|sache|hier|zu|diesem|thema))* (an|bei|mit|den|die|unseren?|unserem|unserer|meine[nmr]?|herrn?|frau|\\S+@\\S+)(?! (mich|uns|mir)\\b)( \\S+)',
      '(ansprechpartner\\w*|ansprechperson|zustandig|verantwortlich|entscheider\\w*)( \\S+){0,5} (ist|sind|ware|sei|dafur ist|hierfur ist|herr|frau)',
      '(zustandig|verantwortlich)( \\S+){0,3} (herr|frau|die|der|das|unser\\w*|mein\\w*)',
      '(das|dies|so was|sowas|so etwas|sowas alles|die bestellungen|den einkauf|darum|dafur|sowas)( (alles|hier|immer|bei|uns|die|entscheidet))* (macht|machen|entscheidet|kummert|regelt|betreut|erledigt|verantwortet|ubernimmt|lauft uber|geht uber)( (bei|uns|hier|alles|immer|sich|nur|allein|leider|seit|jetzt|inzwischen|mittlerweile))* (mein\\w*|unser\\w*|die|der|das|herr|frau|nur|[a-z]+)',
      '(herr|frau|mein\\w*|unser\\w*|der|die) (\\S+ ){0,3}(kummert sich|ist (dafur|hierfur) (zustandig|verantwortlich)|entscheidet|macht (das|den|die)|regelt|meldet sich bei ihnen|wird sich)( \\S+)?',
      '(chef|chefin|frau|mann|kolleg\\w+|einkauf|zentrale|geschaftsfuhr\\w+|inhaber\\w*)( \\S+){0,2} (entscheidet|kummert sich|ist zustandig|macht das|meldet sich)',
      '(in|ins) (cc|kopie)|(sie )?(meinen|suchen|wollen) (wohl |sicher |wahrscheinlich |bestimmt |vermutlich )(den|die|das|herrn|frau|zu)',
    ],
    saysNot: [
      '(nicht|nich|net)( \\S+){0,3} (zustandig|verantwortlich|der richtige|die richtige|der ansprechpartner|ihr ansprechpartner|der richtige ansprechpartner|richtig bei mir|mein bereich|meine aufgabe|meine abteilung|mein ressort|unser bereich|mein thema)(?! (fur (die|den) fehler))',
      '(falschen?|verkehrten?) (ansprechpartner\\w*|person|adresse|empfanger|adressat|stelle|abteilung|firma|mail-?adresse|e-?mail-?adresse|betrieb|mann|frau|unternehmen|kontakt)',
      '(bei (mir|uns)|hier)( \\S+){0,3} (falsch|verkehrt|an der falschen)|(sind|bist|seid) (sie |du |ihr )?(da |hier |leider )*(bei (mir|uns) )?(falsch|verkehrt|an der falschen)',
      '(damit|da|davon) (habe|hab|haben) (ich|wir) (nichts|nix) zu (tun|schaffen)|(habe|hab|haben) (ich |wir )?(damit|da) (nichts|nix) zu tun|(entscheide|entscheiden) (das |ich |wir )*nicht',
    ],
    unless: ['(wenden|melden|rufen) sie sich (bitte )?(an|bei) (mich|uns|mir)'],
  },
  meeting: {
    says: [
      '(montag|dienstag|mittwoch|donnerstag|freitag)(s)?(vormittag|nachmittag|mittag|abend|fruh)( \\S+){0,4} (gut|passt|geht|ginge|ideal|recht|super|moglich)?',
      '(rufen?|rufts?|ruf|klingeln|klingel)( (sie|ihr|du|mich|uns|mi|bitte|doch|gerne?|mal|einfach|kurz|morgen|heute|nachher|spater|am|ab|um|gegen|ruhig|vormittag|nachmittag|noch|\\d+\\S*|uhr|{weekday}|{clock}|nachste|woche|diese|zwischen|und|unter|der|\\+?\\d\\S*|wenn|moglich|zuruck|in|den|nachsten|tagen|dazu|hierzu|auf))* (an|durch|zuruck)(?=[ ,.!?]|$)',
      '(bitte|gerne|um|erbitte|wunsche|erwarte|freue|ihren|einen|kurzen)( \\S+){0,4} (ruckruf|anruf|telefonat|telefontermin|terminvorschlag\\w*|termin)',
      '(konnen|konnten|kann|sollen|sollten|wollen|lassen sie|lass|wurde|wurden|mochte|mochten|mogen)( (wir|sie|ich|uns|mal|dazu|vielleicht|gerne?|kurz|bitte|mir|mich|einmal|das|daruber|am|nachste|diese|woche|{weekday}|{clock}|personlich|um|dann))* (telefonieren|sprechen|treffen|sehen|zusammensetzen|vorbeikommen|anrufen|besuchen|reden|vorbeischauen|einen termin|termin|termine|unterhalten|besprechen|videocall|zusammentelefonieren|zuruckrufen|kennenlernen)',
      '(kommen|komm|kommts?|schauen|schau|schauts?)( (sie|ihr|doch|einfach|gerne?|mal|bitte|ruhig|morgen|heute|am|jederzeit|nachste|woche|in|den|nachsten|tagen|bei|uns|im|laden|geschaft|betrieb|{weekday}|{clock}|zu|ins|um|kurz|dann))* (vorbei|rein|rum|zu uns|ins|in die|in den|besuchen|her)',
      '{weekday}( \\S+){0,6} (passt|passen|geht|ginge|ware (gut|ok|okay|mir recht|super|prima|moglich|ideal)|klappt|ist (gut|ok|okay|super|prima|perfekt|mir recht)|hatte ich zeit|habe ich zeit|bin ich)',
      '(passt|passen|geht|ginge|klappt|ginge es)( \\S+){0,4} ({weekday}|{clock}|nachste woche|diese woche)',
      '{weekday},?( \\S+){0,4} {clock}|{clock}( \\S+){0,3} {weekday}',
      '(wann|welcher tag|welche uhrzeit|wie ware es)( \\S+){0,6} (passt|zeit|konnen|konnten|termin|telefonieren|{weekday}|{clock}|vorbeikommen|treffen|erreiche|sprechen)',
      '(haben|hatten|hast) (sie|du|ihr)( \\S+){0,5} (zeit|luft)(?=[^\\n]*({weekday}|{clock}|woche|telefon|termin|gesprach|\\?))',
      '(termin|besprechung|telefonat|gesprach|treffen|vorfuhrung|demo|videocall|zoom|teams)( \\S+){0,5} (passt|vereinbaren|ausmachen|machen|bestatigt|bestatige|steht|geht|klar|abstimmen|abmachen|ware|vorschlagen|finden|vor ort|ansetzen)',
      '(bestatige|bestatigen|nehme|nehmen)( \\S+){0,4} (termin|einladung)',
      '(schicken|senden|machen|nennen|schlagen)( \\S+){0,5} (termin|termine|terminvorschlag\\w*|einladung|kalender\\w*|terminvorschlage)( vor)?|(mein|unser) kalender|calendly',
      '(bis|dann bis|sehen uns|horen uns)( \\S+){0,2} ({weekday}|dann|nachste woche|um)',
      '(bin|sind)( (ich|wir|heute|morgen|immer))*( \\S+){0,5} (erreichbar|im haus|im buro|da|im laden|vor ort)(?=[^\\n]*({weekday}|{clock}|bis|ab|unter))|(erreichen|erreicht) (sie |ihr )?(mich|uns)( \\S+){0,4} (unter|ab|{weekday}|{clock})|(unter|tel\\.?|telefon|handy) ?:? ?[+0(][\\d /()-]{6,}',
      '(telefonieren|telefonat|anrufen|anruf|gesprach)( \\S+){0,5} ({weekday}|{clock}|nachste woche|diese woche)',
    ],
    unless: [
      'bis {weekday}(?! um)|auf (ihrem|seinem|meinem) (handy|telefon)',
      '({when})(?![^\\n]*{clock})(?![^\\n]*{weekday})',
      '(nicht|keine|kein|nie|ohne)( \\S+){0,3} (anrufen|telefonieren|anrufe|anruf|telefonate?|besuche?|termine?|treffen|vorbeikommen|mehr anrufen|zeit)',
      '(gestern|letzte|haben|hatten|wurde|habe)( \\S+){0,5} (telefoniert|gesprochen|getroffen|angerufen|treffen|termin)',
    ],
  },
  later: {
    saysNot: [
      '(melden|meld|meldet|fragen|frag|fragt|kontaktieren|schreiben|schreib|schreibt|rufen|ruf|erinnern|erinner|versuchen|probieren|sprechen|reden|schauen|kommen|komm|uberlegen|entscheiden|anfragen|nachfragen|wieder|nochmals?|erneut|vielleicht|eventuell|evtl|erst|fruhestens|gerne?|dann|thema|aktuell|interessant|angehen|prufen|klaren|interesse|bedarf|planen|besprechen|wiedervorlage|gern|vor|relevant|moglich|konnen|konnten|bitte|lieber|besser|eher)( \\S+){0,9} ({when})',
      '({when})( \\S+){0,8} (wieder|nochmals?|nochmal|erneut|melden|gerne?|vielleicht|nachfragen|anfragen|fragen|schauen|dann|uberlegen|angehen|thema|besprechen|reden|sprechen|kontaktieren|aktuell|interessant|neu|bitte|erst|an\\b|prufen|moglich|budget|relevant)',
      '^(vielleicht|eventuell|evtl\\.?|erst|lieber|eher|gerne?|fruhestens|wieder|nicht vor)?( \\S+){0,2} ({when})( \\S+){0,2}$',
      '(spater|zu einem spateren zeitpunkt|ein andermal|ein anderes mal|irgendwann|bei gelegenheit|zu gegebener zeit)( \\S+){0,6}(?=[,.!]|$)',
      '(melden|melde|kommen|komme)( (ich|wir|mich|uns|sie|bei|ihnen|gerne?|dann|auf|darauf|bei|bedarf|dich|euch|selbst|von|wieder|zuruck))* (sobald|wenn|falls|bei bedarf|zu gegebener|zu einem)|bei bedarf( \\S+){0,6} (zuruck|melde|melden)|(kommen|komme)( \\S+){0,5} auf sie zuruck',
      '(behalten|behalte|merken|merke|legen|lege)( \\S+){0,6} (im hinterkopf|vor|ab|auf wiedervorlage|zu den unterlagen|vormerken)',
      '(falscher|schlechter|ungunstiger|kein guter|nicht der richtige) (zeitpunkt|moment)|noch zu fruh',
      '(momentan|derzeit|aktuell|zurzeit|zur zeit|im moment|gerade|jetzt|heuer|dieses jahr|augenblicklich|im augenblick)( \\S+){0,3} (nicht|nich|kein budget|keine zeit|keine kapazitat\\w*|schlecht|ungunstig|zu viel|viel zu tun|viel los|unpassend)( (mehr|so|wirklich))?(?=[,.!;]|$)',
      '(nicht|nich) (jetzt|gerade|im moment|momentan|heute|aktuell|derzeit)(?=[,.!;]|$)|jetzt (grad |gerade )?(nicht|nich|ned)',
      '(kein|keine)( \\S+){0,2} (budget|zeit|kapazitat\\w*|gelder|mittel)(?=[^\\n]*(jahr|moment|derzeit|aktuell|momentan|quartal|erst|bis|gerade|zurzeit|jetzt|heuer))',
      '(budget)( \\S+){0,5} (ausgeschopft|aufgebraucht|verplant|erschopft|schon weg|ausgegeben|aus)',
    ],
    unless: [
      '(seit|letzte[rsmn]?|vergangene[rsmn]?) ({month}|jahr|monat|wochen?)',
      '(sind|bin) (bis|schon bis)( \\S+){0,5} (versorgt|gebunden|eingedeckt)',
    ],
  },
  not_interested: {
    says: [
      '^(nein|no|ne|na|nee|noe|nope|nö)(,? (danke|danke schon|vielen dank|besten dank|leider nicht))?(?=[,.!]|$)|^danke,? (aber )?(nein|kein bedarf|nein danke)|danke,? aber nein',
      '(bereits|schon|seit jahren|langjahrigen?|festen?|eigenen?|anderen?|anderweitig|guten?|haben|hat|nutzen|arbeiten)( \\S+){0,5} (lieferanten?|anbieter|partner|dienstleister|losung|vertrag|system|agentur|versorgt|eingedeckt|vergeben|ausgestattet|gefunden|entschieden|hauslieferanten?|backer|lieferantin)',
      '(sind|bin|fuhlen uns)( \\S+){0,5} (versorgt|zufrieden|eingedeckt|ausgestattet|gut aufgestellt|bedient|fundig geworden)',
      '(machen|mache|erledigen|produzieren|backen|bauen|stellen)( (wir|ich|das|dies|alles|so|sowas|es|hier|bei|uns))* (selbst|selber|intern|inhouse|in eigenregie)|^(das |so was |sowas |die |danke,? )?(haben|hab|habe)( (wir|ich|das|schon|bereits|alles|leider|danke))* (schon|bereits|alles)(?=[,.!]|$)|(wir|ich) (haben|habe) (schon|bereits|alles|eben erst|gerade erst)( \\S+){0,4} (gekauft|bestellt|angeschafft|alles|eine|einen)(?=[,.!]|$)',
      '(zu teuer|zu kostspielig|sprengt( \\S+){0,3} (budget|rahmen))',
      '(lehnen|lehne|verzichten|verzichte|sagen|sage|winke|muss|mussen)( \\S+){0,6} (ab|dankend|absagen|ablehnen|verzichten)(?=[,.!]|$)',
      '(absage|dankend ab|uninteressant|hat sich erledigt|bereits erledigt|anders entschieden|anderweitig entschieden|dagegen entschieden)',
      '(viel erfolg|alles gute|viel gluck) (weiterhin|noch|dabei|fur|bei|mit)',
    ],
    saysNot: [
      '(also|aber|leider|daher|deshalb) (nein|nicht)(?=[.,!]|$)|keinen gebrauch( \\S+)?|lassen wir( \\S+)? bleiben|(alles|es|lieber)( \\S+){0,3} (wie es ist|beim alten)|nicht (zu uns|in unser \\S+) passt?|kein geld( dafür)?|(dafür|hierfür) kein geld|^ohne (uns|mich)(?=[.!]|$)|brauch ma (net|ned)|sehe( \\S+){0,3} (keinen nutzen|nicht, was)( \\S+)?',
      'fehlt( \\S+){0,3} (bedarf|interesse|verwendung)',
      '(kein|keinen|keinerlei|koa|ohne|null)( \\S+){0,2} (interesse|bedarf|bedarfs|verwendung|verwendungszweck|nachfrage|anlass|bock)',
      '(nicht|nich|ned|net|nie|leider nicht|weniger)( \\S+){0,4} (interessiert|interessant|relevant|passend|in frage|infrage|benotigt|notwendig|notig|das richtige|fur uns|unser ding|geeignet|geplant|vorgesehen)',
      '(brauchen|brauche|brauch|benotigen|benotige|wollen|will|mochten|mochte|verwenden|nutzen)( (wir|ich|wirklich|das|dies|so etwas|so was|sowas|es|hier|bei|uns|derzeit|aktuell|momentan|leider))* (nicht|nichts|nix|keine|keinen|kein|ned|net)(?! \\S* ?(warten|verpassen|ausschliessen))',
      '(interessiert|passt|betrifft|hilft)( (uns|mich|mi|leider|das|zu|fur|uns))* (nicht|ned|net|nicht so|uberhaupt nicht|gar nicht)(?! nur)',
      '(kommt|kommen)( \\S+){0,5} nicht in ?frage',
    ],
    unless: [
      '(kein|keine|keinen|nicht|interesse|bedarf|interessiert)[^\\n]*,? (aber|jedoch|allerdings|sondern|dafur|dagegen|wohl aber|hingegen)( \\S+){0,9} (angebot|schicken|senden|interess\\w*|gerne?|bitte|wurde|hatten|brauchen|konnten|konnen|gut|spannend|muster|infos|was kostet|wissen|benotigen)',
      '(nicht dass|nicht uninteressiert|nicht uninteressant|nicht abgeneigt|nicht nur|nicht sicher)',
      'warum( \\S+){0,4} nicht',
      '(brauchen|brauche|mussen|musst) (sie |du )?(sich |dich )?nicht (zu|mehr zu)',
    ],
  },
  question: {
    says: [
      '(was|wieviel|wie viel|wie teuer|wie hoch|wie lange|wie schnell|wie gross|wie oft|wie viele|wie funktioniert|wie lauft|wie sieht|wie ist|wie kann|wie werden|wie wird|wie genau)[^\\n?]{1,200}\\?',
      '(was kostet|was kosten|wie teuer|wieviel kostet|was verlangen|was wurde|zu welchem preis|zu welchen konditionen|wie sind ihre|was ware)( \\S+)?',
      '(welche[rsn]?|wo|wann|wofur|womit|wodurch|woraus|worin|ab wann|ab welcher|bis wann|fur wen)[^\\n?]{1,200}\\?',
      '^((hallo|guten tag|danke|vielen dank|ok|und|aber|klingt gut|klingt interessant|kurze frage|frage|super|eine frage|noch eine frage)[^\\n?]{0,40}?[,:–-] ?)?(liefern|liefert|gibt|ist|sind|hat|haben|kann|konnen|konnten|bieten|machen|gilt|muss|mussen|lasst|funktioniert|geht|passt|arbeiten|nehmen|braucht|brauchen|verkaufen|fuhren|wird|werden|unterstutzt|unterstutzen|eignet|enthalt|darf|habt|liefert|bietet|montieren|installieren|ubernehmen)[^\\n?]{1,200}\\?',
      '^(\\S+ ){0,4}(preis|preise|kosten|konditionen|garantie|lieferzeit|lieferzeiten|mindestabnahme|mindestmenge|versandkosten|rabatt|laufzeit)( \\S+){0,2}\\?+$',
      '(nennen|mitteilen|sagen|schreiben|teilen|schicken|senden|verraten|geben)( \\S+){0,8} (preise?|konditionen|kosten|lieferzeit\\w*|preisliste|zahlungsbedingungen)',
      '(wurde|wurden|mochte|mochten|will|wollen)( \\S+){0,3} (wissen|erfahren|interessieren),? (ob|wie|was|welche\\w*|wann|ab)|mich interessiert,? (ob|wie|was|welche)|frage mich,? ob',
    ],
    unless: [
      'wie (geht|gehts) (es |e?s )?weiter|nachsten? schritte?|wie gehen wir',
      '(meine|unsere|meiner) (adresse|e-?mail|mail|daten|mailadresse|kontaktdaten|nummer)',
      '(woher (haben|kennen|hast)|wer (sind|ist|hat|bist)|was soll|wie kommen sie (an|auf|dazu)|sind sie (ein|echt|noch|ernst|bescheuert|verruckt)|ist das (spam|ein scherz|ihr ernst|ein bot)|ernsthaft|im ernst|wie bitte|kennen wir|was wollen sie|was ist das|wie geht|warum|wieso|haben sie (nichts|meine)|ist das eine (automatische|ki))',
      '(nochmals?|erneut|noch einmal) (schicken|senden)|(konnen|konnten|kann|wurden) sie( \\S+){0,8} ({thing})|(telefonieren|treffen|vorbeikommen|anrufen|termin)\\b|offnen',
    ],
  },
  interested: {
    says: [
      '(schicken|senden|schick|mailen)( (sie|mir|uns|gerne?|bitte|doch))* (mal |einfach )?(was|etwas|es|alles|das)( \\S+)? ?(ruber|zu|her|vorbei|bitte|gerne)',
      '(nehmen|nehme|bestellen|bestelle|kaufen|kaufe)( (wir|ich|gerne?|dann|bitte|mal|hiermit))* (\\d+|eine?|einen|zwei|drei|vier|funf|sechs|zehn)',
      '(schicken|schickt|schick|senden|sendet|send|sende|mailen|mail|machen|macht|mach|erstellen|erstell|lassen|lasst|lass|unterbreiten|zusenden|zukommen|geben|gebt|gib|bitte|erbitten|erbitte|gerne?|um|hatten|hatte|mochten|mochte|wunschen|brauchen|brauche|benotigen|bekommen|bekomme|haben|erhalten|ich|wir|freue|freuen|zeigen)( \\S+){0,9} {thing}',
      '{thing}( \\S+){0,8} (schicken|senden|zusenden|zukommen|zuschicken|erstellen|machen|bitte|zumailen|ware|waren|gerne|unterbreiten|haben|bekommen|erhalten)',
      '(haben|hatten|hatte|habe|hab|besteht|bestunde|grosses|gros|unser|mein|durchaus|grundsatzlich|generell|wir|ich|ja|bin|sind|waren|ware)( \\S+){0,4} (?<!kein )(?<!keinen )(?<!keinerlei )(interesse|interessiert)(?! an (einer|der) (abmeldung|loschung))',
      '(klingt|hort sich|hort|sieht|schaut|ware|finde|finden|ist|das ist)( \\S+){0,4} (spannend|interessant|gut|super|toll|vielversprechend|prima|klasse|sehr gut|genau richtig|perfekt|nicht schlecht|gut an|interessant an|spannend an|nach (was|etwas) fur uns)',
      '(wurde|wurden|konnte|konnten|das) (uns|mich)( \\S+){0,3} interessieren|(interessiert|interessieren) (uns|mich|mi)(?! (nicht|ned|net|gar|uberhaupt|leider|so gar))',
      '(machen|mach|so|das|da|sind|bin|wir|passt)( (wir|ich|das|so|es))*( \\S+)? (machen wir|dabei|nehmen wir|nehme ich|gerne|so machen|machen wir so|los)(?=[,.!]|$)|(bin|sind|waren|ware)( (ich|wir))? (gerne? )?dabei',
      "(los|dann los|auf gehts|legen sie los|kann losgehen|nachsten? schritte?|wie geht( e|')?s weiter|wie gehen wir vor|einverstanden|auftrag erteilt|bestelle|bestellen hiermit|wurden gerne (bestellen|testen|probieren|nehmen|kaufen)|(wurde|wurden|mochte|mochten|konnten)( \\S+){0,4} gerne?( \\S+){0,3} (testen|ausprobieren|probieren|bestellen|kaufen|sehen|kennenlernen|nehmen)|mochten?( \\S+){0,4} (bestellen|testen|ausprobieren|probieren|kaufen)|nehmen wir|nehme ich|wollen( \\S+){0,4} (testen|bestellen|ausprobieren|probieren))",
      '(mehr|weitere|nahere|genaueres|naheres)( \\S+)? (infos?|informationen|details|daruber|dazu|erfahren|wissen|horen)|erzahlen sie( mir| uns)? mehr|mehr dazu',
      '^(ja|jo|jap|gerne?|sehr gerne?|klar|sicher|naturlich|unbedingt|selbstverstandlich|ok|passt)(,? (bitte|gerne?|danke|klar|das|klingt|schicken|sehr|wir|ich|machen|mach|unbedingt|super|passt))+( \\S+){0,6}|^(ja|gerne?|sehr gerne?|ja gerne?)(?=[,.!]|$)',
      '(genau|perfekt|gutes|perfektes|super|guter)( \\S+)? (das|was|timing|zeitpunkt)( \\S+){0,3} (suchen|brauchen|gesucht|gebraucht|richtige)?|(suchen|suche)( \\S+){0,5} (so etwas|sowas|genau|gerade|neuen?|passende[nr]?|losung|anbieter|lieferanten)',
    ],
    unless: [
      '(der rest|den rest|alles andere)',
      '(kein|keine|keinen|keinerlei|nicht|nie|weder|null|nichts|nix|ohne)( \\S+){0,4} (interesse|interessiert|interessieren|angebot|angebote|infos?|informationen|unterlagen|interessant|spannend|gut|prospekte|bedarf|brauchen|katalog|kataloge)',
      '(schon wieder|na toll|na super|na prima|ganz grosses kino|gratuliere|gluckwunsch|bravo|wie originell|roboter|bots?|\\bki\\b|spam|haha|witzig|lol|sehr witzig|selten so gelacht|nicht wahr|herzlichen gluckwunsch|genau mein humor|ironie|applaus|darauf habe ich|hat mir (gerade )?noch gefehlt|noch so eine)',
    ],
  },
  mocking: {
    says: [
      'na (toll|super|prima|bravo|klasse|wunderbar|herrlich)|schon wieder (so )?(eine|ein)|noch (so )?(eine|ein) (\\S+ )?(werbe\\S*|mail|spam\\S*|newsletter|angebot)|ganz gross\\w+ kino|wie originell|selten so gelacht|hat mir (gerade )?noch gefehlt|gratuliere|bravo|applaus|darauf hab(e)? ich (schon |so |mein )|von (einem|einer|der) (roboter|ki|bot|chatgpt)|sehr witzig|haha|ironie|mein (tag|leben) ist gerettet|toll gemacht,? (die|der) (ki|robot\\w*)|wie schon,? (wieder|noch)',
    ],
  },
}
