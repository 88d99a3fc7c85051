/** The languages that replies are labelled in. */
export type ReplyLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl'

type InEachLanguage = Readonly<Record<ReplyLanguage, readonly string[]>>

/**
 * Wishes that mail ends which don't ask for removal in so many words, by their kind: what one language says, the others say
 * too. Phrases as in Rule, with the vocabulary of the language.
 */
export const INDIRECT_STOPS: Readonly<Record<string, InEachLanguage>> = {
  /** 'Let this be the last mail.' */
  lastMessage: {
    en: [
      '(happier|happy|rather|prefer|glad|hope|wish|like|nice|better|appreciate|please|kindly|let|make|may|grateful)( \\S+){0,7} (last|final)( \\S+)? ({mail}|one|word|time|contact|of (it|this|these|them))(?=[ .,!]|$)',
      '(let|make)( \\S+){0,4} (your last|the last|the end of (it|this))(?=[ .,!]|$)|(leave|keep|stick)( \\S+)? (at|to|with) (this|that|just|the)( \\S+)? (one|single)( {mail})?',
    ],
    de: [
      '(belassen|lassen|beließen|belasst|belass)( \\S+){0,4} bei (dieser|der|diesem)( \\S+){0,2} ({mail}|mal)|bei (dieser|der) (einen|einzigen)( \\S+)?( \\S+){0,3} (belassen|bleiben|lassen)',
      '(lassen (?!wir)|lasst|lass)( ?\\S+){0,5} (gut sein|gleich bleiben|bleiben|dabei bewenden)(?=[ .,!]|$)|(möge|soll|hoffe|hoffentlich)( \\S+){0,6} letzte( \\S+)?',
    ],
    fr: [
      '(tenez|limitez|contentez)-vous(-en)?( \\S+)? (à|de) (ce|cet|cette)( \\S+)? {mail}|(dernier|dernière) ({mail})(?<=(que|soit|espère|préfère\\w*|aimer\\w+|serait|sera)( \\S+){0,6})',
    ],
    es: [
      '(que|mejor)( \\S+){0,4} queden?( \\S+)? en este( \\S+)? {mail}|d[eé]j[ea]n?lo (aquí|ahí|así|en est\\w+)|dejad?lo (aquí|ahí|así|en est\\w+)|(ojalá|espero|prefer\\w+|quer\\w+|gustaría)( \\S+){0,5} últim[oa]( {mail})?(?=[ .,!]|$)',
    ],
    it: [
      '(si fermi|fermatevi|fermiamoci|limitatevi|si limiti|accontentatevi)( \\S+)? (a|con|di) questa( \\S+)?|(resti|rimanga|sia|fosse)( \\S+)? (la vostra |la sua )?(unica|ultima|ultimo)( \\S+)?',
    ],
    nl: [
      '(laat|hou|houd|houdt|houden)( \\S+){0,2} (bij|op) (deze|die|dit)( (ene|enkele|eerste))* ({mail}|keer)|laten? (we )?het (hierbij|daarbij)( \\S+)?|(liever|graag|hopelijk|hoop|laat)( \\S+){0,4} (dit|deze)( \\S+){0,3} laatste( \\S+)?',
    ],
  },
  /** 'Please consider our correspondence closed.' */
  closedExchange: {
    en: [
      "(consider|regard|treat|declare|deem)( \\S+){0,2} (correspondence|conversation|exchange|contact|communication)( \\S+)? (closed|over|ended|finished|terminated|at an end)|(end|close|finish|terminate|conclude) (this|our|the) (correspondence|conversation|exchange|thread)|(let's not|not|\\w+n't|no need to)( \\S+)? (continue|carry on|prolong)( with)? (this|our|the) (correspondence|conversation|exchange)",
    ],
    de: [
      '(schriftwechsel|korrespondenz|mailverkehr|mailwechsel|kontakt|unterhaltung)( \\S+){0,4} (beenden|beendet|abgeschlossen|geschlossen|einstellen)(?=[ .,!]|$)|(beenden|schließen) wir (diesen|diese|unseren|unsere) (schriftwechsel|korrespondenz|mailverkehr|unterhaltung)',
    ],
    fr: [
      '(correspondance|échanges?|conversation)( \\S+){0,3} (close|clos|terminée?s?|finie?s?|clôturée?s?)|(mettons|mettre|mettez) (fin|un terme) à (cette|notre|nos|cet) (correspondance|échanges?|conversation)|(arrêtons|cessons|terminons)( \\S+)? (cette|notre|cet|nos) (correspondance|échanges?|conversation)',
    ],
    es: [
      '(por|como) (cerrad|terminad|finalizad|concluid|zanjad)[oa]( \\S+){0,3} (correspondencia|conversación|comunicación|intercambio)|(correspondencia|conversación|intercambio)( \\S+){0,3} (cerrad|terminad|finalizad|concluid|zanjad)[oa]',
    ],
    it: [
      '(chiud\\w+|termin\\w+|finiam\\w+|conclud\\w+|consider\\w+ \\S+)( \\S+){0,2} (questa|questo|nostra|nostro) (corrispondenza|conversazione|scambio)|(corrispondenza|conversazione)( \\S+){0,3} (chius|terminat|conclus|finit)\\w',
    ],
    nl: [
      '(beschouw\\w*|sluit\\w*|beëindig\\w*)( \\S+){0,3} (correspondentie|gesprek|briefwisseling|mailwisseling)( \\S+){0,3}|(correspondentie|briefwisseling|mailwisseling)( \\S+){0,4} (beëindig\\w*|afgesloten|gesloten)',
    ],
  },
  /** 'Leave us out of the next round.' */
  leftOut: {
    en: [
      '(leave|skip|miss|omit|exclude|drop|count|keep)( \\S+)? ({me}|our (\\S+ )?domain)( out)?( \\S+){0,3} (next|future|further|coming|following|other|subsequent|all|any|your)( \\S+){0,3} (time|rounds?|ones?|batch\\w*|mailings?|campaigns?|{mail})|(next|another) (time|round|mailing|campaign|one)( \\S+)? without (me|us)',
      '(skip|miss) (me|us)(?=[ .,!]|$)|count (me|us) out of|(take|strike|cross|drop|keep)( \\S+)? (our|my) (\\S+ )?(practice|clinic|restaurant|hotel|firm|office|studio|surgery|garage|domain|school|shop|company) (off|out of)( \\S+)?',
    ],
    de: [
      '(beim|bei|in|zur|zum|für|von)( \\S+)? (nächsten?|künftigen?|weiteren|kommenden?)( \\S+)? (mal|runden?|aussendung\\w*|mailings?|aktion\\w*|versand|kampagnen?|{mail})( \\S+){0,4} (ohne|aus|auslassen|weg|weglassen|übergehen|überspringen)( mich| uns)?(?=[ .,!]|$)',
      '(schließen|schließt|nehmen|nehmt|klammern)( \\S+){0,5} (domain|firma|betrieb|praxis|adressen?|uns|mich)( \\S+){0,6} aus(?=[.,!]|$)|(macht?|machen|tut?|tun|schmeiß\\w*|hol\\w*)( \\S+)? (mich|uns|mi)( \\S+){0,3} (weg|raus|runter|aussi|obi)|^(bitte )?raus (aus|von) (dem|der|eurem|eurer|ihrem|ihrer) {list}',
    ],
    fr: [
      "(prochaine?s?|futurs?|futures?)( \\S+)?( \\S+){0,4} (sans (nous|moi)|(oubliez|sautez|épargnez|laissez)[ -](nous|moi))( \\S+)?|(laissez|tenez|laisse)[ -](nous|moi)( \\S+)? (en dehors|de côté|hors|à l'écart)( \\S+)?|(excluez|exclure|retirez|sortez|enlevez)( \\S+){0,4} (domaine|cabinet|magasin|restaurant|garage|société|entreprise)( \\S+){0,4}(?<! (devis|page|site))",
      "(levez|virez|enlevez|ôtez|sortez)[ -](moi|nous) (de|d'|du|des)( \\S+)?",
    ],
    es: [
      '(próxim[oa]s?|siguientes?|futur[oa]s?)( \\S+)?( \\S+){0,4} (sin (mí|nosotr\\w+)|(olvíden|sálten|omítan|exclúyan)\\w*)|(dejen|déjen|dejad|déje|saquen|sáquen|excluyan)(nos|me)?( \\S+)? fuera( \\S+)?|excluyan?( \\S+){0,4} (dominio|dirección|clínica|empresa)',
    ],
    it: [
      '(prossim[oaie]|futur[oaie])( \\S+)?( \\S+){0,4} (senza (di )?(noi|me)|(saltat|lasciat|escludet|tralasciat)\\w*(ci|mi))( \\S+)?|(lasciat|lasci|lascia|tenet|tieni|tirat|tira)\\w*(ci|mi)? (fuori|da parte)( \\S+)?|(levat|lev|togliet|tolg|escludet|escluda)\\w*(ci|mi)? (da|dai|dagli|dalle|dalla|dal) (vostr\\w|quest\\w|suo|sua|suoi|sue)( \\S+)?|(tirat|tira|portat)\\w* fuori( \\S+){0,3}',
    ],
    nl: [
      '(volgende|komende|toekomstige)( \\S+)? (keer|ronde|mailings?|campagnes?|{mail})( \\S+){0,4} (zonder (ons|mij|me)|over|overslaan|uit)(?=[ .,!]|$)|(sla|slaat|laat|sluit)( u| je| jullie)? (ons|mij|me)( \\S+){0,8} (over|weg|uit|buiten)(?=[ .,!]|$)( (van|bij)( \\S+){0,3})?',
    ],
  },
  /** 'Throw my address away', 'delete hers'. */
  addressGone: {
    en: [
      '(remove|delete|erase)( \\S+)? (her|his|their|its) (e-?mail |mail )?(address|details|name|data|record|entry)|(please|kindly|just) (discontinue|refrain|suspend|quit|halt)(?=[ .,!]|$)',
    ],
    de: [
      "(entfernen|löschen|streichen|nehmen) sie( \\S+)? (ihre|seine|deren) (adresse|daten|namen|e-?mail-?adresse)|(verlange|fordere|erwarte)( \\S+)? (deren|ihre|die) löschung|^(adresse|mailadresse|name) weg|(streichen|löschen|nehmen|tragen|melden|lassen) s['’]?( \\S+)? (mich|mi|uns|mein\\w*|unser\\w*)( \\S+)?|(melden|tragen|nehmen|streichen)( \\S+)? (mich|uns) und( \\S+){0,6} (ab|aus|raus)(?=[ .,!]|$)",
      '(dankbar|verbunden|froh|nett|schön|recht|lieb)( \\S+){0,2},? wenn( \\S+){0,7} (nähmen|nehmen|strichen|streichen|löschten|löschen|entfernten|aufhörten|ließen|verschonten|abmelden|austrügen)',
    ],
    fr: [
      '(retirer|supprimer|effacer|rayer|enlever|retirez|supprimez|effacez|enlevez)( \\S+)? (son|leur|sa|leurs|ses) (adresse|nom|données|coordonnées|mail)|(exig\\w+|demand\\w+|réclam\\w+)( \\S+)? (sa|leur|son) (suppression|effacement|retrait)|(jetez|brûlez|bazardez)( \\S+)? (mon|notre|cette|ma) (adresse|mail|contact)|(vous êtes|tu es) (désormais |maintenant )?bloquée?s?|^(supprimez|effacez|désinscrivez|retirez)(?=[.!]|$)',
    ],
    es: [
      '(quiten?|borren?|eliminen?|saquen?|supriman?)( \\S+)? (su|sus) (dirección|datos|nombre)|(exijo|exigimos|pido|solicito|reclamo) (su|la) (eliminación|supresión|borrado|cancelación)|(tiren?|tirad|pierdan?)( \\S+)? (mi|nuestra|esta) (dirección|correo)|^(están|estás|quedan)( \\S+)? bloquead\\w+|(así que|mejor|y|entonces)( \\S+)? (paren|pare|parad)(?=[.!]|$)|quít\\w+ de su agenda|(dominio)( \\S+){0,3} fuera',
    ],
    it: [
      '(togliete|tolga|cancellate|cancelli|eliminate|rimuovete)( \\S+)? (il suo|i suoi|la sua|il loro) (indirizzo|dati|nome|mail)|(esigo|chiedo|pretendo)( \\S+)? (sua )?(cancellazione|rimozione|eliminazione)|(buttat\\w*|butti|gettat\\w*)( \\S+){0,3} (indirizzo|mail|contatto)|(siete|sei) bloccat\\w|(tanto vale|meglio) smett\\w+|(disiscriv|cancell|togli|rimuov)\\w+ (me|noi)( e)?( \\S+)?|grat\\w se( \\S+){0,4} (astenesse|asteneste|smettesse|smetteste|evitasse|evitaste|lasciasse)|invio( \\S+){0,6} (vietat\\w|proibit\\w|illecit\\w|illegal\\w)',
    ],
    nl: [
      '(verwijder|wis|schrap)( \\S+)? (haar|zijn|hun) (adres|gegevens|naam)|(haar|zijn|hun) (adres|gegevens|naam|mailadres)( \\S+){0,2} (verwijderen|wissen|schrappen)|(gooi|gooit)( \\S+){0,3} (adres|mailadres) weg|(meld|schrijf|haal)( \\S+)? (mij|me|ons) en( \\S+){0,5} (af|uit|eraf)(?=[ .,!]|$)|(net zo goed|beter)( \\S+){0,2} (stoppen|ophouden)|(waarderen|dankbaar|fijn|prettig|prijs)( \\S+){0,3} als( \\S+){0,6} (haalde|haalt|haalden|schrapte|schrapt|wiste|afzag|stopte|verwijderde|uitschreef|liet)( \\S+){0,3}|(sommeer|sommeren|verzoek\\w*)( \\S+){0,12} (te staken|stop te zetten|te beëindigen)|sluit( \\S+){1,4} (domein|adres)( \\S+)? uit( \\S+)?',
    ],
  },
}

/** The same, for phrases that hold their negation. */
export const INDIRECT_REFUSALS: Readonly<Record<string, InEachLanguage>> = {
  /** 'If the mails go on I shall complain.' */
  threat: {
    en: [
      '(if|should|unless)( \\S+){0,8} (keep|keeps|continue|continues|go on|carry on|persist|stop|end|cease)( \\S+){0,5} ({authority}|complain\\w*|hosting|provider)|(next|another|one more)( \\S+){0,2} ({mail}|one)( \\S+){0,6} {authority}',
    ],
    de: [
      '^(hör\\w*|komm\\w*|geh\\w*|bekomm\\w*|krieg\\w*|erhalt\\w*|land\\w*)( \\S+){0,8}, (dann )?(beschwer\\w*|blockier\\w*|sperr\\w*|meld\\w*|verklag\\w*|schalt\\w*)( \\S+)?|nächste[nr]?( \\S+)? ({mail})( \\S+){0,4} (an|zum|zur|beim)( \\S+){0,3} (anwalt\\w*|polizei|\\w*datenschutz\\w*|behörde\\w*|verbraucher\\w*)',
    ],
    fr: [
      '(si|encore)( \\S+){0,8} (cess\\w+|arrêt\\w+|continu\\w+|persist\\w+|un|une|seul)( \\S+){0,4},?( \\S+){0,3} (plain\\w+|bloqu\\w+|signal\\w+|saisi\\w+|porterai\\w*|dénonc\\w+)( \\S+)?|prochain( \\S+)? ({mail})( \\S+){0,4} (avocat|cnil|police|justice)',
    ],
    es: [
      'si( \\S+){0,8} (ces\\w+|par\\w+|sig\\w+|continú\\w+|dej\\w+|lleg\\w+),?( \\S+){0,6} (quej\\w+|denunci\\w+|bloque\\w+|report\\w+|abogad\\w+|aepd|agencia)|próxim[oa]( \\S+)? {mail}( \\S+){0,4} (abogad\\w+|policía|agencia|aepd|denuncia)',
    ],
    it: [
      '(se|quando)( \\S+){0,8} (finisc\\w+|cess\\w+|smett\\w+|continu\\w+|arriv\\w+|insist\\w+|ferm\\w+),?( \\S+){0,6} (lamenter\\w+|segnal\\w+|blocc\\w+|denunc\\w+|reclam\\w+|avvocat\\w+|garante|rivolger\\w+)|prossim[oa]( \\S+)?,?( \\S+){0,4} (avvocat\\w+|garante|reclamo|polizia|denuncia|segnal\\w+|blocc\\w+)',
    ],
    nl: [
      '(als|indien|wanneer|zolang)( \\S+){0,6} ({mail}|ophoud\\w*|stop\\w*|blijf|blijven|doorga\\w*)( \\S+){0,6} (klaag|klacht|meld ik|blokkeer|advocaat|aangifte|rapporteer|dien ik)|^(blijven|blijft|komt|komen|krijg|stoppen|stopt|houden|houdt)( \\S+){0,7},? (dan )?(klaag|blokkeer|meld|dien|stap)( \\S+)?|volgende( \\S+)? {mail}( \\S+){0,4} (advocaat|politie|acm|autoriteit\\w*)',
    ],
  },
  /** 'I never want to read about it again.' */
  notAnotherWord: {
    en: [
      "(not|\\w+n't|never|dont)( \\S+){0,2} want to (read|hear|see|know)( \\S+){0,9} (again|any ?more)(?=[ .,!]|$)|not another (word|line|syllable|mail|message)(?=[ .,!]|$)|(mail|write|send)( \\S+)? no more",
    ],
    de: [
      '(kein|nie)( \\S+)? (wort|zeile) mehr|(will|wollen|möchten?|mag)( \\S+){0,6} (nie wieder|nie mehr)( \\S+){0,3} (lesen|hören|wissen|sehen)|nüm+e?( \\S+){0,3} (becho\\w*|übercho\\w*|ha|schick\\w*|schrii?b\\w*)|abmäld\\w*',
    ],
    fr: [
      'plus un (seul )?(mot|message|mail)(?=[ .,!]|$)|(veu\\w+|voul\\w+|souhait\\w+|voudr\\w+)( \\S+)? plus( jamais)? (lire|entendre|voir)( un)?( seul)? (mot|message|rien|parler|mail)( \\S+)?',
    ],
    es: [
      'ni una (sola )?(palabra|línea) más|no (quiero|queremos|deseo)( \\S+)? (volver a )?(leer|oír|saber)( \\S+){0,6} (nunca|jamás|más|nada)( \\S+)?',
    ],
    it: [
      '(non|nemmeno|neanche) una (sola )?(parola|riga)( di)? più|(vogli\\w+|desider\\w+)( mai)? più( \\S+){0,3} (saperne|sentir\\w*|leggere|sapere)( \\S+)?|(vogli\\w+) (saperne|sentirne|leggerne|leggere|sentire)( \\S+){0,3} (mai più|più)',
    ],
    nl: [
      'geen (enkel )?woord meer|(wil|willen|hoef|hoeven)( \\S+){0,6} (ooit nog|nooit meer|nooit nog)( \\S+){0,4} (lezen|horen|zien|weten)',
    ],
  },
  /** 'Spare yourself the reminder.' */
  sparedEffort: {
    en: [
      "(save|spare) (yourself|yourselves)( \\S+){0,3} (follow\\S*|next|further|trouble|effort|reminders?|mails?)|(no need|needn't|don't need|not necessary|unnecessary)( for you)? to (keep (me|us)|follow up|remind|chase)( \\S+)?|off switch|free of (your|these) {mail}",
    ],
    de: [
      '(nachfassen|erinnerung\\w*|nachfrag\\w*|mails?|weitere[ns]?|nächste)( \\S+){0,3} (können|könnt|kannst|dürfen)( sie| ihr| du| sich| euch| dir)* (sparen|schenken)|(brauchen|müssen)( \\S+){0,3} nicht( \\S+){0,2} auf dem laufenden( \\S+)?|wo (schalt\\w*|stell\\w*)( \\S+){0,5} (ab|aus)(?=[ .,!?]|$)|ohne (ihre|eure|diese) {mail}(?<=lieber( \\S+){0,4}|postfach( \\S+){0,4})',
    ],
    fr: [
      "(épargner|économiser|éviter|épargnez)( \\S+)? (relance|rappel|suite|prochain)\\w*|(perdez|perds)( \\S+){0,4} temps à( \\S+)? (réécrire|écrire|relancer|contacter|m'\\S+)|inutile de (me|nous) tenir au courant|où( \\S+)? (éteint|désactive|arrête|coupe)[ -]( ?\\S+){0,3} {mail}|sans (vos|ces) {mail}(?<=(préfère|boîte)( \\S+){0,5})",
    ],
    es: [
      'ahórr\\w+lo(?=[ .,!]|$)|ahorr\\w+( \\S+)? (seguimiento|recordatorio|próxim\\w+|siguiente|esfuerzo|molestia)\\w*|(pierd\\w+|malgast\\w+)( \\S+){0,2} tiempo( \\S+)? (escrib\\w+|mand\\w+|envi\\w+)|no hace falta que (me|nos) (teng|manteng|inform|avis)\\w+( \\S+)?|dónde( \\S+)? (apag|desactiv|par)\\w+( \\S+){0,2} {mail}|sin (sus|estos) {mail}(?<=(prefiero|buzón)( \\S+){0,5})',
    ],
    it: [
      '(risparmi\\w+)( \\S+){0,3} (sollecit\\w+|promemoria|prossim\\w+)|(a noi|a me) (ci |mi )?risparmi\\w*( \\S+)?|(sprec\\w+|perd\\w+)( \\S+)? tempo( \\S+)? (a )?(ri)?scriver\\w+|non (serve|occorre|è necessario|c.è bisogno)( \\S+){0,2} (tenermi|tenerci|aggiornar\\w+|riscriv\\w+)( \\S+)?|dove( \\S+)? (spengono|spegne|disattiva\\w*|ferma\\w*)( \\S+){0,2} {mail}|senza (i |le )?(vostr\\w|quest\\w|suo\\w) {mail}(?<=(preferi\\w+|casella)( \\S+){0,6})',
    ],
    nl: [
      '({mail}|herinnering\\w*|moeite|opvolging)( \\S+){0,3} (besparen|bespaar|sparen)(?=[ .,!]|$)|(hoeft|hoeven)( \\S+){0,3} niet( \\S+){0,2} op de hoogte( \\S+)?|waar (zet|schakel|kan)( \\S+){0,5} (uit|af|stop|uitzetten)(?=[ .,!?]|$)|zonder (uw|jullie|deze) {mail}(?<=(liever|mailbox)( \\S+){0,5})',
    ],
  },
  /** 'I do not agree to be on this list.' */
  withoutConsent: {
    en: [
      "(not|\\w+n't|never)( \\S+)? (agree|agreed|consent|consented)( \\S+){0,6} {list}|(wants?|wish|wishes|accept|accepts) no( \\S+)? (advertis\\w+|marketing|newsletters?|e-?mails?|mail)|(not|\\w+n't)( be| being| get)? (written to|mailed|e-?mailed|contacted|approached)( again| any ?more)?(?=[.,!]|$)(?<=so (that )?(we|i)( \\S+){0,6})|(not|\\w+n't)( \\S+)? (wish|want) to appear( \\S+){0,4}|\\w+n't use it( \\S+){0,4} (again|any ?more|for (advertising|marketing|this|offers|sales))",
    ],
    de: [
      '(nicht|nie|keine\\w*)( \\S+)? (zugestimmt|einverstanden|einwilligung|zustimmung|eingewilligt)( \\S+){0,8} {list}|(benutzen|verwenden|nutzen)( \\S+){0,3} (nicht|nie) (mehr|wieder|noch einmal|für (werbung|reklame|werbezwecke))|({i} )?{want}( \\S+){0,3} ({mail}) (net|ned|nicht|nimmer|nich)(?=[.,!]|$)|(nix|nichts) mehr mail\\w*',
    ],
    fr: [
      "(refus\\w+|n'accept\\w+|ne consen\\w+)( \\S+){0,3} (figurer|être|apparaître|rester)( \\S+){0,2} (sur|dans)( \\S+){0,2}|ne l'(utilisez|employez) (plus|jamais)( \\S+)?|(ne|n') ?(veut|veulent|souhaite|souhaitent|désire|accepte|acceptent)( \\S+){0,3} (aucun|aucune|pas|plus)( \\S+){0,3} ({mail})|je (ne )?veu\\w* pa\\w*( \\S+)? (vos|ces|tes) {mail}",
    ],
    es: [
      'no (consiento|autorizo|acepto|doy)( \\S+){0,6} {list}|no (lo|la|los) (us\\w+|utilic\\w+|emple\\w+)( \\S+)? (más|nunca|otra vez|para (publicidad|esto|eso|ofertas))|no (quiere|quieren|desea|desean|acepta|aceptan)( recibir| ver)?( \\S+)? {mail}|no (kiero|qiero|quiero|queremos)( \\S+)? (sus|tus|vuestros|estos) {mail}|no (nos|me) (incluyan|incluya|incluyáis|cuenten|metan|añadan)(?=[ ,.!]|$)|no (quiero|queremos|deseo|deseamos) (aparecer|figurar|constar)( \\S+){0,4}',
    ],
    it: [
      'non (autorizzo|acconsento|accetto|do)( \\S+){0,7} (lista|elenc\\w+|archiv\\w+|database|indirizzari\\w+)|non (lo|la)? ?(us\\w+|utilizz\\w+|adoper\\w+)( \\S+)? (più|per (la |le )?(pubblicità|offerte|questo))|non (vuole|vogliono|desidera|desiderano|accetta|accettano|accettare|accettiamo)( \\S+){0,3} ({mail})|(non|nn|no) vogli\\w+( \\S+){0,2} (vs|vostre|vostri|tue|sue) {mail}',
    ],
    nl: [
      '(geef|geven|heb|hebben)( \\S+)? (geen|nooit)( \\S+)? toestemming( \\S+){0,9}|gebruik( \\S+)? (het|dit|deze|die)( \\S+)? (niet|nooit)( \\S+){0,3}|(wil|willen)( \\S+){0,3} {mail} (niet|nie|ni|nimmer)(?=[ .,!]|$)',
    ],
  },
  /** 'No more reminders.' */
  noMore: {
    en: ['no more (reminders?|chasers?|follow-?ups?|nudges?|pings?|updates?|offers?)(?=[ .,!]|$)'],
    de: [
      'keine (erinnerung\\w*|nachfass\\w*|follow-?ups?|angebote|anfragen) (bitte )?mehr|kein\\w* weiter\\w* (erinnerung\\w*|nachfass\\w*)',
    ],
    fr: ['plus (de|aucune?) (relance|rappel|suivi|proposition|offre)s?(?=[ .,!]|$)'],
    es: [
      '(no|ni) más (recordatorio|seguimiento|mensaje|correo|propuesta|insistencia|aviso|oferta|envío)s?(?=[ .,!]|$)',
    ],
    it: ['(niente|basta|nessun\\w*) (più |altr\\w )?(sollecit\\w+|promemoria|propost\\w)(?=[ .,!]|$)'],
    nl: ['geen (herinnering\\w*|opvolg\\w*|aanbieding\\w*|voorstel\\w*)( \\S+)? meer'],
  },
}

/** Wishes that count although a time or other people are named, which else means a shorter pause or another person. */
export const SURE_STOPS: InEachLanguage = {
  en: [
    '(neither|nor)( [^\\s,;:]+){0,5} (wants?|wish|wishes|cares?|like|need|desire)( to)?( [^\\s,;:]+)? ({receive}|be|hear|anything)( [^\\s,;:]+){0,6} (from|by|with) (you|your)( [^\\s,;:]+)?',
    "(not|\\w+n't|never) want to (read|hear)( [^\\s,;:]+){0,8} ever again|(remove|delete|erase)( \\S+)? (her|his|their) (e-?mail |mail )?(address|details|data)|unsubscribe( both)? me and( \\S+)?",
    "until then( \\S+){0,4} (not|n't|nothing)( \\S+)? (send|write|mail|e-?mail)( \\S+)?|respect (it|that|this) and( \\S+)? (refrain|stop|cease)( \\S+)?",
  ],
  de: [
    '(weder|noch)( [^\\s,;:]+){0,6} ({want})( [^\\s,;:]+){0,7} (von|mit) (ihnen|euch|dir|ihrer|ihrem|eurer|eurem)( [^\\s,;:]+)?',
    'nächste( \\S+)? ({mail})( \\S+){0,4} (an|zum|zur)( \\S+)? (anwalt\\w*|polizei|\\w*datenschutz\\w*|verbraucher\\w*)|(entfernen|löschen|streichen) sie( \\S+)? (ihre|seine|deren) (adresse|daten|namen|e-?mail-?adresse)|(melden|tragen|nehmen|streichen)( \\S+)? (mich|uns) und( \\S+){0,6} (ab|aus|raus)(?=[ .,!]|$)',
    'bis dahin( \\S+){0,5} (nichts|keine|nix)( \\S+){0,3} (schick\\w*|send\\w*|schreib\\w*|mail\\w*)|(schick\\w*|send\\w*|schreib\\w*)( \\S+){0,3} bis dahin( \\S+){0,3} (nichts|keine|nix)( \\S+)?|(respektier\\w*|beacht\\w*)( \\S+){0,4} und( \\S+){0,8} nicht mehr( an)?',
  ],
  fr: [
    'ni( [^\\s,;:]+){0,8} (souhait\\w+|veu\\w+|voul\\w+|désir\\w+|ten\\w+)( [^\\s,;:]+){0,8} (de|avec|chez) (vous|votre|vos)( [^\\s,;:]+)?',
    '(retirer|supprimer|effacer|enlever|retirez|supprimez|effacez|enlevez)( \\S+)? (son|leur|leurs|ses) (adresse|nom|données|coordonnées)|(désinscri|désabonn|retir|supprim)\\w+[ -]moi,?( et)?( ainsi que)?( aussi)? (mon|ma)( \\S+)?',
    "d'ici là( \\S+)?,? (ne|n')( \\S+){0,3} (envo\\w+|écri\\w+|adress\\w+)( \\S+)? (rien|plus)( \\S+)?|respectez[ -]?(la|le)( \\S+)? et ne( \\S+){0,6} plus",
  ],
  es: [
    'ni( [^\\s,;:]+){0,6} (quer\\w+|quier\\w+|dese\\w+)( [^\\s,;:]+){0,6} (de|con) (ustedes|usted|vosotros|su|sus|vuestra)( [^\\s,;:]+)?',
    '(quiten?|borren?|eliminen?|saquen?)( \\S+)? (su|sus) (dirección|datos|nombre)|(borren|den de baja|quiten|desuscriban|eliminen)(me)?( \\S+)? a mí y( \\S+)?|(denme|dennos|dé?me) de baja( \\S+)? y( \\S+)?',
    'hasta entonces( \\S+)?,? no( \\S+)? (mand|env|escrib)\\w+( \\S+)? (nada|más|ningún)|resp[eé]t\\w+( \\S+)? y no( \\S+){0,6} más',
  ],
  it: [
    'né( [^\\s,;:]+){0,7} (vogli\\w+|desider\\w+|intend\\w+)( [^\\s,;:]+){0,6} (da|di|con|dalla|dal|della) (voi|lei|vostr\\w|sua|suo)( [^\\s,;:]+)?',
    '(togliete|tolga|cancellate|cancelli|eliminate|rimuovete)( \\S+)? (il suo|i suoi|la sua|il loro) (indirizzo|dati|nome|mail)|(disiscriv|cancell|togli|rimuov)\\w+ (me|noi) e( \\S+)?|prossim[oa] {mail}( \\S+){0,4} (avvocat\\w+|garante|polizia)',
    'fino ad? allora( \\S+)?,? non( \\S+)? (mand|invi|scriv)\\w+( \\S+)? (nulla|niente|più)|rispett\\w+( \\S+)? e non( \\S+)? (scriv\\w+|contatt\\w+|mand\\w+) più( \\S+){0,3}',
  ],
  nl: [
    'noch( [^\\s,;:]+){0,8} (wil|willen|wens\\w*|hoeven)( [^\\s,;:]+){0,7} (van|met) (u|jullie|je|uw)( [^\\s,;:]+)?',
    '(verwijder|wis|schrap)( \\S+)? (haar|zijn|hun) (adres|gegevens|naam)|(haar|zijn|hun) (adres|gegevens|naam|mailadres)( \\S+)? (verwijderen|wissen|schrappen)|(meld|schrijf|haal)( \\S+)? (mij|me|ons) en( \\S+){0,5} (af|uit|eraf)(?=[ .,!]|$)',
    '(stuur|mail|schrijf)( \\S+){0,2} tot (die tijd|dan)( \\S+)? (niets|niks|geen)( meer)?|respecteer( \\S+)? en( \\S+){0,5} niet meer',
  ],
}

/** What else such words are said of. */
export const NOT_STOPS: InEachLanguage = {
  en: [
    "^(stop|wait|alto|halt|stopp)(, wait)?, [^\\n]*(meant|meinte|voulais dire|bedoelde|intendevo|quería decir)|(whatsapp|sms\\w*|texting|text messages?)[^\\n]*,[^\\n]*(mails?|correos?)|(i'm|i am|we're|we are) (sold|convinced|in)(?=[ .,!]|$)|persuad\\w+ (me|us)|how (do|does|would) (people|recipients|readers)|(i|we)('ve| have)? (took|taken|had)( \\S+){1,3} off (the|their) \\S+ \\S+ list|(once|twice) (a|per) (month|quarter|year) (is|will)|(address|mail) but (the|my|our)",
    '^(?![^\\n]*(e-?mail|address|data|details))[^\\n]*(call (sheet|list)|phone (number|list)|phone numbers)|tick ?box|check ?box|(have|has|had|need) to (delete|remove|erase) (her|him|them)|(send|sent|sending)( \\S+){0,3} (reps?|salesmen|salespeople|representatives|agents)',
    '(spare|save)( \\S+){1,6} (and|but)( \\S+){0,2} (send|give|show|tell|quote)',
  ],
  de: [
    '(überzeugt|überreden|überzeugen)|wir (nehmen|kaufen) (es|ihn|sie)(?=[ .,!]|$)|bis \\S+ in ruhe|(mich|uns)( \\S+){1,6} (streichen|löschen|austragen|nehmen) lassen|(adresse|anschrift)( \\S+){0,3}( \\S+)? sondern|wie( \\S+){0,4} (leute|empfänger)|(einmal|zweimal) (im|pro) (quartal|monat|jahr) (reicht|genügt)',
    '(melden|meldet)( sie)? (uns|mich) für( \\S+){1,4} an(?=[ .,!]|$)|lassen wir',
    '^(?![^\\n]*(e-?mail|adresse|daten))[^\\n]*(telefonnummer|handynummer|rufnummer|anruflisten?|telefonlisten?)|(häkchen|kästchen|checkbox)|(muss|müssen|darf)( \\S+)? (sie|ihn|es)( \\S+){0,6} (löschen|entfernen)|(außendienst\\w*|vertreter)(?=[^\\n]*schick)',
    'spar\\w*( \\S+){1,8} (und|aber) (schick|send|nenn|mach)\\w*',
  ],
  fr: [
    '(convaincue?|convaincre)|(me suis|nous sommes) fait( \\S+)? (retirer|supprimer|enlever)|adresse( \\S+)? mais (celle|l.autre)|comment( \\S+){0,3} (les gens|gens|destinataires)|une fois par (trimestre|mois|an) suffit|moins souvent',
    "^(?![^\\n]*(e-?mail|adresse|données|courriel))[^\\n]*(numéro|téléphone|(fichier|liste) d'appels?)|case à cocher|(dois|devons|doit|faut)( \\S+){0,3} ?l'(effacer|supprimer|retirer|enlever)|(commerciaux|représentants?|agents)(?=[^\\n]*(sans prévenir|à l'improviste))",
    '(ne|n.) ?(veux|voulons|souhaite|souhaitons) (pas|surtout pas)( du tout| surtout)? (quitter|sortir|partir)|épargn\\w+( \\S+){1,6} (et|mais)( \\S+)? ?envoy\\w+',
  ],
  es: [
    '(convencid\\w|convencerme|convencernos)|correo( \\S+)? sino|cómo( \\S+){0,5} (gente|destinatarios)|(una vez|un correo) (al|por) (trimestre|mes|año) basta|menos (a menudo|seguido)|(otra vez|de nuevo) en (otoño|primavera|verano|invierno)|de momento nada',
    'al vaciar|con \\S+ de baja|sáqu\\w+ el tema|las cosas como|dejarlo como|no (contéis|cuenten) conmigo',
    '^(?![^\\n]*(e-?mail|dirección|datos|correo))[^\\n]*(teléfono|lista de llamadas|número)|casilla de|(tengo|tenemos|hay) que (borrar|eliminar|quitar)(la|lo|las|los)( \\S+)?|(agentes|representantes|comerciales) (sin|a)( \\S+)?',
    'no (quiero|queremos|deseo) (salir|irme|borrarme)( \\S+){0,6}|ahórr\\w+( \\S+){1,6} (y|pero)( \\S+)? (mánd|env|mand)\\w+',
  ],
  it: [
    '(convint\\w|convincerm\\w|convincerc\\w)|(ci siamo|mi sono) (fatt\\w )?(tolt\\w|cancellat\\w|togliere|disiscritt\\w) (dalla|dal) (lista|elenco|newsletter) (del|di)\\w*|indirizzo( \\S+)? ma (quello|l.altro)|come( \\S+){0,3} (gente|destinatari)|meno spesso|una volta al (trimestre|mese|anno) basta|(chiamar|telefonar)\\w+,? basta',
    '^(?![^\\n]*(e-?mail|indirizzo|dati))[^\\n]*(numero di telefono|elenco (delle )?chiamate|lista (delle )?chiamate)|casella di spunta|(devo|dobbiamo|bisogna)( \\S+)? (cancellarl|toglierl|eliminarl|rimuoverl)\\w|(agenti|rappresentanti)|mail( \\S+)? (mi|ci) trovat\\w',
    'non (voglio|vogliamo|intendo)( \\S+){0,2} (uscire|lasciare)( \\S+)? (dalla|la)( \\S+){0,2}|risparmi\\w+( \\S+){1,6} (e|ma)( \\S+)? (mand|invi)\\w+',
  ],
  nl: [
    '(overtuigd|overtuigen)|(ik|we|wij) (me|mij|ons)( \\S+){1,5} laten (halen|schrappen|uitschrijven)|\\w*adres( \\S+)? maar (dat|het)|hoe( \\S+){0,3} (mensen|ontvangers)|haal (me|mij|ons) niet van|(schrijf|meld) (me|mij|ons) niet (uit|af)|(eens|één keer) per (kwartaal|maand|jaar) is|minder vaak',
    '(kunnen|kan)( \\S+){0,2} niet gebruiken|zou(den)? het niet weten',
    '^(?![^\\n]*(e-?mailadres|mailadres|gegevens))[^\\n]*(telefoonnummer|bellijst)|(vinkje|aanvinkvakje)|moet( \\S+)? (haar|hem|ze)( \\S+){0,6} (verwijderen|wissen)|(buitendienst|vertegenwoordigers?)',
    'verkooppraatje|bespaar( \\S+){1,6} (en|maar) (stuur|zend|geef)( \\S+)?',
  ],
}
