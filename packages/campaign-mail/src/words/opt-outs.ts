/**
 * How people ask for no more mail. All are regular expressions in lower case; repetition is bounded to keep them
 * fast.
 */
export interface OptOutWords {
  /** Words that may come before a request. */
  please: string
  /** Complete requests. */
  wishes: readonly string[]
  /** Reasons that may accompany a request but aren't one alone. */
  reasons?: readonly string[]
}

const EN_LIST =
  '(?: (?:off|from|of|out of))?(?: (?:your|this|the|these|that|all|any|future)){0,12}(?: (?:e-?mail|mail|mailing|contact|distribution|marketing|newsletter|address|sales|campaign|subscriber|customer|client|circulation)){0,12}(?: ?(?:lists?|data ?bases?|records?|systems?|crm|books?|mailings?|e-?mails?|mails?|newsletters?|campaigns?|contacts?|distribution|files?|messages?|communications?|correspondence|distributor))?(?: (?:please|now|immediately|at once|asap|today|right away|straight away|permanently|for good|as soon as possible)){0,12}'
const EN_WE =
  '(?:me|us|this (?:e-?mail )?address|(?:my|our) (?:e-?mail|mail|name|details|data|address|e-?mail address|contact|contact details|company|business|information)(?: address)?|\\S+@\\S+)'
const EN_MAIL =
  '(?:any|more|further|all|your|these|this|such|those|unsolicited|unwanted|marketing|sales|commercial|promotional|spam|junk|kind of|of this kind|like this|e-?mails?|mails?|messages?|letters?|newsletters?|advertising|ads|adverts|advertisements|offers?|mailings?|communications?|correspondence|to|me|us|this (?:e-?mail )?address|from you|from your (?:company|side)|of (?:them|these)|again|anymore|any longer|ever|in (?:the )?future|please|at all|at this address|about this|regarding this)'

export const OPT_OUT_WORDS: Readonly<Record<string, OptOutWords>> = {
  en: {
    please:
      "please|pls|plz|kindly|(?:can|could|would|will) you(?: please| kindly)?|(?:i|we)(?:'d| would)? (?:like|want|ask|wish|request|prefer)(?: you)?(?: to)?|i am asking you to|just|so|therefore|and|then|feel free to|be so kind as to|would you mind|you can|you may|sorry(?:,)?(?: but)?|no thanks|no thank you|no|but|however|though|can i ask you to|may i ask you to",
    wishes: [
      `(?:un-?subscri(?:be|bing)|unsub|opt(?:ing)?[ -]?out|opt ${EN_WE} out)(?: ${EN_WE})?${EN_LIST}`,
      `(?:remov(?:e|ing)|delet(?:e|ing)|eras(?:e|ing)|tak(?:e|ing)|drop|strike|cross|scratch) ${EN_WE}(?: off)?${EN_LIST}`,
      `be (?:removed|unsubscribed|deleted|taken off|opted out)${EN_LIST}|have ${EN_WE} (?:removed|deleted|taken off)${EN_LIST}`,
      'remove|take (?:me|us) off',
      `stop(?: (?:it|this|that))?|stop (?:sending|e-?mailing|emailing|mailing|contacting|writing|spamming|messaging|bothering|harassing|pestering)(?: ${EN_MAIL}){0,12}|stop(?: (?:all|these|this|your|the|any|sending)){0,12}(?: ${EN_MAIL}){1,12}|cease (?:and desist|(?:all )?(?:contact|communication|e-?mails?|sending)(?: ${EN_MAIL}){0,12})`,
      `(?:do not|don[’']?t|never|no longer|refrain from|not) (?:contact(?:ing)?|e-?mail(?:ing)?|write|writing|send(?:ing)?|mail(?:ing)?|message|spam|bother|disturb)(?: ${EN_MAIL}){0,12}`,
      `no (?:more|further|unsolicited|marketing|spam)(?: (?:contact|spam|e-?mails?|mails?|messages?|newsletters?|marketing|advertising|ads|offers?|mailings?))(?: ${EN_MAIL}){0,12}`,
      `(?=.*(?:mail|messages?|newsletter|spam|contact|receive|hear|communication|correspondence|letters|advert|marketing|from you))(?:i|we)(?: really)? (?:do not|don[’']?t|no longer|would not|wouldn[’']?t|would rather not|would prefer not(?: to)?) (?:(?:want|wish|like|care|need)(?: to)? )?(?:(?:receive|get|have|see|be contacted|be e-?mailed|hear from you|want|wish) ?)?(?: ?${EN_MAIL}){1,12}`,
      "(?:i|we) (?:do not|don[’']?t|no longer) (?:want|wish|like) to (?:hear from you|be contacted|be (?:on|in) (?:your|this|the)(?: \\w+)? list)(?: (?:again|any ?more|any longer|ever again|by you)){0,12}",
      'leave (?:me|us) alone|lose (?:my|our|this) (?:address|e-?mail(?: address)?)',
      'not receive(?: any| more| further| your| these){0,12} (?:e-?mails?|mails?|messages?|newsletters?)(?: from you| any ?more){0,12}',
      "(?:i|we)(?:'m| am|'re| are) (?:opting out|unsubscribing)(?: from (?:this|your|the) \\w+)?",
    ],
    reasons: [
      "(?:(?:i|we)(?:'m| am|'re| are)? )?not interested(?: (?:in (?:this|it|your \\w+)|at (?:all|this time)|thank you|thanks)){0,12}",
      "(?:i|we) (?:have )?(?:never|not|didn[’']?t|did not) (?:sign(?:ed)? up|subscribed?|ask(?:ed)?|request(?:ed)?|agree[d]?)(?: (?:for|to|up)){0,12}(?: (?:this|these|it|any|your|that|such|e-?mails?|mails?|newsletter)){0,12}",
      "(?:this|it) is (?:spam|unsolicited|harassment|not wanted|unwanted)(?: (?:e-?mail|mail))?|(?:i|we) (?:do not|don[’']?t) (?:need|want|require) (?:this|it|your (?:services?|products?|offers?|help)|any(?:thing)?(?: from you)?)",
      '(?:i|we) (?:already )?have (?:a|our) (?:supplier|provider|partner)(?: already)?|wrong (?:person|address|company)|(?:i|we) get too many (?:e-?mails?|mails?)(?: already)?',
      "and (?:do not|don[’']?t) (?:write|contact us|contact me|send anything)(?: again| any ?more){0,12}",
    ],
  },
  de: {
    please:
      'bitte|ich bitte (?:sie |dich )?(?:um|darum|daher)?|wir bitten (?:sie )?(?:um|darum)?|könnten sie(?: bitte)?|können sie(?: bitte)?|würden sie(?: bitte)?|und|nein danke|nein|daher|deshalb|ich möchte|wir möchten|ich will|wir wollen|hiermit|ab sofort|unverzüglich|umgehend|sofort',
    wishes: [
      '(?:vom (?:newsletter|verteiler) )?(?:abmelden|abbestellen|austragen|abmeldung|austragung|newsletter (?:abbestellen|abmelden))|stopp?',
      '(?:mich|uns|diese adresse|meine adresse|unsere adresse|meine (?:e-?mail-?)?adresse|unsere (?:e-?mail-?)?adresse|meine daten|unsere daten)(?: bitte| umgehend| sofort){0,12}(?: (?:aus|von|vom)(?: \\w+){1,3})?(?: bitte)? (?:abmelden|austragen|löschen|entfernen|streichen|nehmen|abbestellen)',
      '(?:löschen|entfernen|streichen|nehmen|tragen|melden|lösche|entferne|streiche|nimm|trag|nehmt|löscht|streicht) (?:sie )?(?:bitte )?(?:mich|uns|(?:meine|unsere|diese) (?:daten|adresse|e-?mail-?adresse|mailadresse|mail))(?: bitte| umgehend| sofort){0,12}(?: (?:aus|von|vom)(?: \\w+){1,3})?(?: (?:raus|heraus|aus|ab|herunter))?',
      '(?:schicken|senden|schreiben|mailen|schick|sende|schreib) (?:sie )?(?:bitte )?(?:mir|uns|an diese adresse)?(?: bitte)? ?(?:keine|nicht)(?: weiteren?| mehr){0,12}(?: (?:e-?mails?|mails?|werbung|nachrichten|newsletter|angebote|schreiben|werbe-?mails?))?(?: mehr| zu| an){0,12}',
      '(?:keine|kein)(?: weiteren?| mehr){0,12} (?:e-?mails?|mails?|werbung|werbemails?|nachrichten|newsletter|zusendungen|spam|kontakt(?:aufnahme)?)(?: mehr| von ihnen| erhalten| bekommen| an (?:mich|uns|diese adresse)| senden| schicken| zusenden){0,12}',
      '(?=.*(?:mail|werbung|nachricht|newsletter|zusendung|kontakt|erhalten|bekommen|angeschrieben|empfangen|von ihnen))(?:(?:ich|wir) )?(?:möchten?|wollen|will|wünschen?|wünsche)(?: ich| wir)?(?: in zukunft| künftig| von ihnen){0,12} (?:keine|nicht)(?: weiteren?| mehr){0,12}(?: (?:e-?mails?|mails?|werbung|werbemails?|nachrichten|newsletter|zusendungen|kontakt))?(?: mehr| von ihnen){0,12}(?: (?:erhalten|bekommen|haben|kontaktiert werden|angeschrieben werden|empfangen))?',
      '(?:kontaktieren|kontaktiere|anschreiben) (?:sie )?(?:mich|uns)(?: bitte)? nicht(?: mehr| wieder){0,12}|(?:mich|uns)(?: bitte)? nicht (?:mehr|weiter) (?:anschreiben|kontaktieren|belästigen)|lassen sie (?:mich|uns) in ruhe',
      '(?:(?:ich|wir) widersprechen?(?: hiermit)?|widersprech(?:e|en) (?:ich|wir)) der (?:nutzung|verwendung|verarbeitung) (?:meiner|unserer) (?:daten|adresse|e-?mail-?adresse)(?: (?:zu|für) werbe[^\\s,.!]+)?|unterlassen sie (?:bitte )?(?:weitere|jede|diese) (?:werbung|e-?mails?|mails?|zusendungen|kontaktaufnahme)|um (?:löschung|entfernung|austragung|abmeldung)(?: (?:meiner|unserer) (?:daten|adresse))?(?: (?:aus|von|vom)(?: \\w+){1,3})?',
    ],
    reasons: [
      '(?:(?:ich|wir) (?:haben?|sind|bin) )?kein interesse(?: daran)?|nicht interessiert|(?:ich|wir) (?:haben?|hatte[n]?) (?:das|dies|mich|uns) nie (?:bestellt|angemeldet)|(?:ich|wir) (?:brauchen?|benötigen?) (?:das|dies) nicht|das ist spam|(?:da |weil )?(?:wir|ich) (?:daran )?(?:keinen bedarf|kein interesse) (?:haben|habe)|kein bedarf',
    ],
  },
  fr: {
    please:
      "merci(?: bien)?(?: de| d')?|s'il vous pla[iî]t|s'il te pla[iî]t|svp|veuillez|(?:je|nous) (?:souhaite|souhaitons|voudrais|voudrions|désire|désirons|veux|voulons|vous prie de|vous demande de|demande à|demandons à)|pouvez-vous|pourriez-vous|et|non merci|je vous prie de(?: bien vouloir)?|bien vouloir|prière de",
    wishes: [
      "(?:de |d')?(?:me |nous |se )?(?:désinscri\\w*|désabonn\\w*)(?:[ -](?:moi|nous))?(?: de (?:votre|vos|la|cette|ces|toutes?)(?: [^\\s,]+){0,4})?|stop(?: aux? (?:mails?|e-?mails?|publicités?|spams?))?|arrêtez",
      "(?:de |d')?(?:me |nous )?(?:retirer|supprimer|enlever|rayer|effacer|ôter)(?:[ -](?:moi|nous))?(?: (?:mon|notre|cette|mes|nos) (?:adresse|mail|e-?mail|adresse (?:mail|e-?mail)|nom|données|coordonnées))?(?: (?:de|des) (?:votre|vos|la|cette|ces|la liste|listes?|fichiers?)(?: [^\\s,]+){0,4})?",
      '(?:retirez|supprimez|enlevez|rayez|effacez|ôtez|désinscrivez|désabonnez)(?:[ -](?:moi|nous)| (?:mon|notre|cette|mes|nos) (?:adresse|mail|e-?mail|adresse (?:mail|e-?mail)|nom|données|coordonnées))(?: (?:de|des) (?:votre|vos|la|cette|ces|listes?|fichiers?)(?: [^\\s,]+){0,4})?',
      "(?:de )?ne (?:plus |pas )?(?:me|nous|m'|n')? ?(?:plus )?(?:contactez|contacter|écrivez|écrire|envoyez|envoyer|recevoir|solliciter|sollicitez|déranger|dérangez)(?:[ -](?:moi|nous))?(?: (?:plus|pas|de|d'|vos|votre|ces|ce genre|aucun|rien|messages?|mails?|e-?mails?|courriels?|courriers?|publicités?|offres?|spams?|newsletters?)){0,12}",
      "(?:je|nous) ne (?:veux|voulons|souhaite|souhaitons|désire|désirons) (?:plus|pas)(?: (?:recevoir|être contactés?|être sollicités?|de|d'|vos|votre|ces|aucun|messages?|mails?|e-?mails?|courriels?|publicités?|offres?|newsletters?|de votre part)){1,12}",
      "(?:arrêtez|cessez|arrêter|cesser) (?:de |d')?(?:(?:m'|nous |me )?(?:envoyer|écrire|contacter|spammer|importuner)|ces|vos|les)(?: (?:de|d'|des|vos|ces|messages?|mails?|e-?mails?|envois?|publicités?|spams?)){0,12}|plus de (?:mails?|e-?mails?|messages|publicités?|courriels?)(?: s'il vous plaît)?|laissez[- ](?:moi|nous) tranquilles?",
    ],
    reasons: [
      "(?:(?:je|nous) ne (?:suis|sommes) )?(?:pas|pas du tout) intéressée?s?(?: par .{1,40})?|(?:cela|ça) ne (?:m'|nous )intéresse pas|(?:je|nous) n'(?:ai|avons) (?:jamais|rien) demandé|c'est du spam",
    ],
  },
  es: {
    please:
      'por favor|favor de|(?:les? |te )?(?:ruego|rogamos|pido|pedimos|solicito|solicitamos)(?: que)?|(?:quiero|queremos|quisiera|quisiéramos|deseo|deseamos|me gustaría|nos gustaría)|pueden?|podrían?|y|no,? gracias|no',
    wishes: [
      '(?:(?:que )?(?:me|nos) )?(?:dar(?:me|nos|se)?(?: de)?|dé|den|deme|denme|denos|dennos|dadme|cursar|tramitar)?(?: de| la)? ?(?:la )?baja(?: (?:de|en) (?:su|la|esta|sus|vuestra)(?: [^\\s,]+){1,4})?|cancelar(?: (?:la|mi))? ?(?:suscripción)?|anular (?:la |mi )?suscripción|desuscrib\\w*|stop',
      '(?:(?:que )?(?:me|nos) )?(?:elim[ií]n|borr|quit|quít|sác|sac|ret[ií]r|suprim)\\w*(?:me|nos)?(?: (?:mi|nuestro|nuestra|mis|nuestros|este|esta) (?:correo|dirección|datos|nombre|e-?mail|contacto|dirección de correo))?(?: (?:de|del) (?:su|la|el|esta|este|sus|vuestra)?(?: ?[^\\s,]+){1,4})?',
      'no (?:(?:me|nos) )?(?:vuelvan? a |quiero |queremos |deseo |deseamos |quisiera )?(?:escrib|contact|env[ií]|mand|recib|molest)\\w*(?:me|nos)?(?: (?:más|mas|de nuevo|ningún|ninguna|sus|estos|este tipo de|correos?|e-?mails?|mensajes?|publicidad|ofertas?|información|propaganda|electrónicos?|nada|suyos?)){0,12}',
      '(?:dejen?|paren?|deja|deje) de (?:escribir|enviar|contactar|mandar|molestar)\\w*(?: (?:más|correos?|e-?mails?|mensajes?|publicidad|spam)){0,12}|no más (?:correos?|e-?mails?|mensajes?|publicidad|spam)',
    ],
    reasons: [
      'no (?:me|nos) interesa|no est(?:oy|amos) interesad[oa]s?|no (?:lo )?(?:he|hemos) solicitado(?: esto)?|no necesit(?:o|amos) (?:esto|nada)|esto es spam',
    ],
  },
  it: {
    please:
      'per (?:favore|cortesia|piacere)|(?:vi |la |ti )?(?:prego|preghiamo|chiedo|chiediamo)(?: di)?|(?:vorrei|vorremmo|desidero|desideriamo|voglio|vogliamo)|(?:può|potete|potreste|potrebbe)|e|no,? grazie|no|gentilmente|cortesemente|si prega di',
    wishes: [
      '(?:di )?(?:dis[ci]*scriver(?:mi|ci|e)|disiscri\\w*|disiscrizione|annulla(?:re)? (?:la )?(?:mia )?(?:iscrizione|sottoscrizione)|cancella(?:re)? (?:la )?(?:mia )?iscrizione|stop)(?: (?:da|dalla|dal|dalle)(?: [^\\s,]+){1,4})?',
      '(?:di )?(?:cancell|rimuov|elimin|togli|tolg|toglier|depenn)\\w*(?: (?:mi|ci|il (?:mio|nostro) (?:indirizzo|nome|nominativo|contatto)|la (?:mia|nostra) (?:mail|e-?mail)|i (?:miei|nostri) dati|questo indirizzo)(?: (?:e-?mail|mail))?)?(?: (?:da|dal|dai|dalla|dalle|dalla vostra)(?: [^\\s,]+){1,4})?',
      '(?:di )?non (?:(?:mi|ci|voglio|vogliamo|desidero|desideriamo|vorrei) ){0,12}(?:più )?(?:scriv|contatt|invi|mand|ricev|disturb)\\w*(?: (?:più|altre|altri|nessun\\w*|queste|questi|vostre|vostri|e-?mail|mail|messaggi|pubblicità|comunicazioni|offerte|newsletter)){0,12}',
      '(?:smett\\w+|basta)(?: (?:di )?(?:scriver\\w*|inviar\\w*|mandar\\w*|contattar\\w*|con (?:le|queste)))?(?: (?:e-?mail|mail|messaggi|pubblicità|spam)){0,12}',
    ],
    reasons: [
      'non (?:sono|siamo) interessat[oaie]|non (?:mi|ci) interessa|non (?:ho|abbiamo) (?:mai )?richiesto (?:questo|nulla)|questo è spam',
    ],
  },
  pt: {
    please:
      'por favor|favor|(?:peço|pedimos|solicito|solicitamos)(?:-lhes?|-vos)?(?: que| para)?|(?:quero|queremos|gostaria|gostaríamos|desejo|desejamos)(?: de)?|(?:pode|podem|poderia|poderiam)|e|não,? obrigad[oa]|não',
    wishes: [
      '(?:(?:que )?(?:me|nos) )?(?:cancelar?|cancelem|anular?)(?: (?:a|minha|a minha|nossa|a nossa))? (?:inscrição|subscrição|assinatura)|descadastr\\w*|desinscrev\\w*|sair da (?:lista|newsletter)|stop|cancelar',
      '(?:(?:que )?(?:me|nos) )?(?:remov|retir|elimin|exclu|apag|tir)\\w*(?:-(?:me|nos))?(?: (?:o|a|os|as))?(?: ?(?:meu|nosso|minha|nossa|meus|nossos|este) (?:e-?mail|endereço|contato|contacto|dados|nome)(?: de e-?mail)?)?(?: d(?:a|e|o|as|os|esta)(?: (?:sua|vossa|tua|suas))?(?: [^\\s,]+){1,4})?',
      'não (?:(?:me|nos|quero|queremos|desejo|desejamos|gostaria de) ){0,12}(?:voltem? a )?(?:contat|contact|envi|escrev|mand|receb|incomod)\\w*(?:-(?:me|nos))?(?: (?:mais|nenhum|nenhuma|seus|estes|esses|e-?mails?|mensagens|publicidade|propaganda|ofertas|nada)){0,12}',
      '(?:parem?|pare|deixem?) de (?:enviar|mandar|escrever|contatar|contactar|incomodar)\\w*(?:-(?:me|nos))?(?: (?:mais|e-?mails?|mensagens|publicidade|spam)){0,12}|(?:chega de|sem mais|não mais) (?:e-?mails?|mensagens|publicidade|spam)',
    ],
    reasons: [
      'não (?:tenho|temos|há) interesse|não (?:estou|estamos) interessad[oa]s?|isto é spam|não (?:pedi|pedimos) (?:isto|isso|nada)',
    ],
  },
  nl: {
    please:
      'graag|gelieve|alstublieft|alsjeblieft|a\\.?u\\.?b\\.?|s\\.?v\\.?p\\.?|(?:kunt|kun|wilt|wil|zou) (?:u|je|jullie)(?: (?:mij|me|ons))?(?: alstublieft| alsjeblieft| willen)?|(?:ik|wij|we) (?:wil|willen|zou|verzoek|verzoeken)(?: u)?(?: graag)?(?: om)?|en|nee,? (?:dank u|bedankt|dank je)|nee',
    wishes: [
      '(?:mij |me |ons )?(?:afmelden|uitschrijven|af te melden|uit te schrijven)(?: (?:van|uit|voor)(?: [^\\s,]+){1,3})?|afmelding|stop(?: (?:ermee|met (?:mailen|(?:het )?(?:sturen|versturen)(?: van)?))?(?: (?:van|deze|uw|e-?mails?|mails?|reclame)){0,12})?',
      '(?:schrijf|meld|haal|verwijder|schrap|wis|gooi)(?: (?:mij|me|ons|(?:mijn|onze|dit|deze) (?:adres|gegevens|e-?mailadres|mailadres|naam)))(?: (?:alstublieft|aub|svp|a\\.u\\.b\\.))?(?: (?:uit|van|af|voor)(?: (?:uw|de|je|jullie|deze|het))?(?: [^\\s,]+){0,3})?',
      '(?:mij|me|ons|(?:mijn|onze|dit) (?:adres|gegevens|e-?mailadres|mailadres|naam))(?: (?:uit|van)(?: [^\\s,]+){1,3})? (?:te )?(?:verwijderen|halen|schrappen|wissen|afmelden|uitschrijven)(?: (?:uit|van)(?: [^\\s,]+){1,3})?',
      '(?:(?:stuur|mail|benader|contacteer|schrijf) (?:mij|me|ons) )?(?:geen|niet)(?: (?:meer|verdere)){0,12}(?: (?:e-?mails?|mails?|mailtjes|reclame|berichten|nieuwsbrieven|spam))(?: (?:meer|sturen|ontvangen|toesturen|opnemen|mailen|benaderen|van u|naar dit adres)){0,12}',
      '(?:benader|contacteer|mail) (?:mij|me|ons)(?: alstublieft| aub)? niet(?: meer| langer| weer)?|niet meer (?:mailen|benaderen|contacteren|aanschrijven)',
      '(?=.*(?:mail|reclame|bericht|nieuwsbrie|post|spam|ontvangen|krijgen|benaderd|van u|rust))(?:ik|wij|we) (?:wil|willen|wens|wensen)(?: (?:van u|verder)){0,12} (?:geen|niet)(?: (?:meer|verdere|langer)){0,12}(?: (?:e-?mails?|mails?|reclame|berichten|nieuwsbrieven|post|spam))?(?: (?:meer|van u|ontvangen|krijgen|benaderd worden)){0,12}|laat (?:mij|me|ons) met rust',
    ],
    reasons: [
      '(?:(?:ik heb|wij hebben|we hebben|hebben|heb) )?geen interesse|niet geïnteresseerd|(?:ik heb|wij hebben|we hebben) (?:hier|dit) (?:nooit|niet) (?:om gevraagd|aangevraagd)|dit is spam',
    ],
  },
  sv: {
    please:
      'vänligen|snälla|var (?:vänlig|snäll)(?: och| att)?|(?:kan|kunde|skulle) (?:du|ni)(?: kunna)?|(?:jag|vi) (?:vill|skulle vilja|önskar|ber er)(?: gärna)?(?: att)?|och|nej,? tack|nej',
    wishes: [
      'avregistrera(?: (?:mig|oss))?(?: från(?: [^\\s,]+){1,3})?|avsluta(?: (?:min |vår )?prenumeration(?:en)?)?|avprenumerera|avanmäl(?:a|an)?(?: (?:mig|oss))?|stopp?',
      '(?:ta|tag|stryk|radera|plocka|bli|få)(?: bort| borttagen| borttagna| struken)?(?: (?:mig|oss|(?:min|vår|denna) (?:adress|e-?postadress|mejladress|mailadress|mejl)|(?:mina|våra) uppgifter))(?: (?:bort|ur|från)(?: [^\\s,]+){1,3}){1,12}',
      'ta bort (?:mig|oss|min adress|vår adress|mina uppgifter|våra uppgifter)',
      '(?:sluta|upphör)(?: (?:med )?(?:att )?(?:skicka|mejla|maila|kontakta|skriva|spamma))?(?: (?:till )?(?:mig|oss|mejl|mail|e-?post|reklam|meddelanden|fler)){0,12}',
      '(?:skicka|mejla|maila|kontakta|skriv)(?: (?:mig|oss|till mig|till oss))? ?inte(?: (?:mig|oss|mer|fler|flera|längre|igen|mejl|mail|e-?post|reklam|utskick)){0,12}|skicka (?:inga|inte) (?:fler )?(?:mejl|mail|utskick|reklam)|inga fler (?:mejl|mail|e-?postmeddelanden|utskick|meddelanden)',
      '(?:(?:jag|vi) )?(?:vill|önskar) (?:inte|ej)(?: (?:längre|ha|få|mer|fler|era|flera|ta emot|bli kontaktad(?:e)?|mejl|mail|e-?post|reklam|utskick|av er|från er|några)){1,12}',
    ],
    reasons: ['(?:(?:jag|vi) är )?(?:inte|ej) intressera(?:d|de)|inget intresse|det här är spam'],
  },
  da: {
    please:
      'venligst|vær venlig(?: at)?|vær så venlig(?: at)?|(?:kan|kunne|vil) (?:du|i|de)(?: venligst)?|(?:jeg|vi) (?:vil|ønsker|beder)(?: gerne| jer| dig){0,12}(?: om)?(?: at)?|og|nej,? tak|nej',
    wishes: [
      '(?:afmeld|afmelde|afmeldes|frameld)(?: (?:mig|os))?(?: (?:fra|jeres|nyhedsbrevet|listen)(?: [^\\s,]+){0,3})?|afmelding|stop',
      '(?:fjern|slet|fjerne|slette|tag|stryg)(?: venligst)?(?: (?:mig|os|(?:min|vores|denne) (?:adresse|e-?mail(?:adresse)?|mail(?:adresse)?)|(?:mine|vores) (?:data|oplysninger)))(?: venligst)?(?: (?:fra|af|ud af|på)(?: [^\\s,]+){1,3})?|(?:meld|meldes) (?:mig|os) (?:fra|af)',
      'stop(?: med)?(?: at)?(?: (?:sende|skrive|kontakte|maile|spamme|mig|os|mails?|e-?mails?|reklamer|beskeder|jeres|flere)){1,12}',
      '(?:send|kontakt|skriv|mail)(?: (?:mig|os|til mig|til os))?(?: (?:ikke|ingen))(?: (?:mig|os|mere|flere|igen|længere|mails?|e-?mails?|reklamer|beskeder)){0,12}|(?:ingen|ikke) flere (?:mails?|e-?mails?|beskeder|reklamer)',
      '(?:(?:jeg|vi) )?(?:vil|ønsker) ikke(?: (?:længere|at|have|modtage|få|kontaktes|flere|mere|jeres|mails?|e-?mails?|reklamer|beskeder|fra jer)){1,12}',
    ],
    reasons: ['(?:(?:jeg|vi) er )?ikke interesseret?(?:de)?|ingen interesse|det er spam'],
  },
  no: {
    please:
      'vennligst|vær så snill(?: å| og)?|(?:kan|kunne|vil) (?:du|dere)(?: vennligst)?|(?:jeg|vi) (?:vil|ønsker|ber)(?: gjerne| dere){0,12}(?: om)?(?: å)?|og|nei,? takk|nei',
    wishes: [
      '(?:avmeld|meld (?:meg|oss) av|avregistrer)(?: (?:meg|oss))?(?: (?:fra)(?: [^\\s,]+){1,3})?|avmelding|stopp',
      '(?:fjern|slett|ta|stryk|fjerne|slette)(?: bort)?(?: (?:meg|oss|(?:min|vår|denne) (?:adresse|e-?post(?:adresse)?|mail)|(?:mine|våre) opplysninger))(?: (?:bort|av|fra|ut av)(?: [^\\s,]+){0,3}){0,12}',
      '(?:slutt|stopp)(?: med)?(?: å)?(?: (?:sende|skrive|kontakte|maile|spamme|meg|oss|til|e-?post|mail|reklame|flere)){1,12}|(?:send|kontakt|skriv)(?: (?:meg|oss|til meg|til oss))?(?: (?:ikke|ingen))(?: (?:meg|oss|mer|flere|igen|lenger|e-?poster?|mailer?|reklame)){0,12}|(?:ingen|ikke) flere (?:e-?poster?|mailer|mail|meldinger)',
      '(?:(?:jeg|vi) )?(?:vil|ønsker) ikke(?: (?:lenger|å|ha|motta|få|kontaktes|flere|mer|deres|e-?post(?:er)?|mail|reklame|fra dere)){1,12}',
    ],
    reasons: ['(?:(?:jeg|vi) er )?ikke interessert(?:e)?'],
  },
  fi: {
    please: 'pyydän|pyydämme|kiitos|ystävällisesti|voisitteko|voitteko|haluan|haluamme|ja|ei kiitos',
    wishes: [
      'peru(?:uta|kaa|uttakaa)?(?: (?:tilaus|tilaukseni))?|(?:poista(?:kaa|isitteko)?|poistattehan) (?:minut|meidät|osoitteeni|osoitteemme|tietoni|tietomme|sähköpostiosoitteeni)(?: [^\\s,]+){0,3}|lopeta(?:kaa)?(?: [^\\s,]+){0,3}|(?:älkää|älä) (?:lähettäkö|lähetä|ottako|kirjoittako)(?: [^\\s,]+){0,4}|(?:en|emme) halua (?:enää )?(?:viestejä|sähköpostia|postia|mainoksia|saada [^\\s,.!]+)(?: [^\\s,]+){0,3}|ei enää (?:viestejä|sähköposteja|postia|mainoksia)',
    ],
    reasons: ['(?:en ole|emme ole|ei) kiinnostu(?:nut|neita|ta)'],
  },
  pl: {
    please:
      'proszę(?: o| mnie| nas)?|prosimy(?: o)?|uprzejmie|bardzo|(?:chcę|chcemy|chciał(?:bym|abym|ibyśmy))|czy (?:może|mogą)(?: pan| pani| państwo)?|i|nie,? dziękuję|nie',
    wishes: [
      '(?:o )?(?:wypis|wyrejestr)[^\\s,.!]*(?: (?:mnie|nas|się|mojego adresu|naszego adresu))?(?: (?:z|ze)(?: [^\\s,]+){1,4})?|rezygnuj(?:ę|e|emy)(?: z(?: [^\\s,]+){1,3})?|stop',
      '(?:o )?(?:usu|wykreśl|skreśl)[^\\s,.!]*(?: (?:mnie|nas|(?:mój|nasz|ten) adres|(?:mojego|naszego) adresu|(?:moje|nasze|moich|naszych) dan(?:e|ych))(?: e-?mail)?)?(?: (?:z|ze)(?: [^\\s,]+){1,4})?',
      '(?:o )?(?:nie|niewysyłanie|nieprzysyłanie)(?: (?:wysyłać|wysyłaj(?:cie)?|pisać|pisz(?:cie)?|kontaktować(?: się)?|przysyłać|życzę sobie|życzymy sobie|chcę|chcemy|otrzymywać)){0,12}(?: (?:mi|nam|do mnie|do nas|więcej|już|kolejnych|żadnych|tych|się|z nami|ze mną|maili|e-?maili|wiadomości|reklam|ofert|spamu|korespondencji|otrzymywać)){1,12}|koniec z (?:mailami|reklamami)|żadnych (?:więcej )?(?:maili|wiadomości|reklam)',
    ],
    reasons: ['nie jest(?:em|eśmy) zainteresowan[iay]|nie interesuje (?:mnie|nas)(?: to)?|to (?:jest )?spam'],
  },
  cs: {
    please:
      'prosím(?:e)?(?: o)?|žádám(?:e)?(?: o)?|(?:chci|chceme|chtěl[ai]? by(?:ch|chom))|můžete|mohli byste|a|ne,? děkuj(?:i|eme)',
    wishes: [
      '(?:o )?(?:odhl[áa]s|vyřa[dz]|odstra[nň]|sma[žz]|vyma[žz]|odeber)[^\\s,.!]*(?: (?:mě|mne|nás|se|(?:můj|naši|moji|naše|moje) (?:adresu|e-?mail|údaje)))?(?: (?:z|ze)(?: [^\\s,]+){1,4})?|(?:už )?(?:mi|nám|mě|nás)?(?: ?už)? ?(?:nepište|neposílejte|nekontaktujte|neobtěžujte|nezasílejte)(?: (?:mi|nám|mě|nás|už|více|další|žádné|maily|e-?maily|zprávy|reklamy|nabídky)){0,12}|nepřej(?:i|eme) si(?: (?:dostávat|další|žádné|vaše|maily|e-?maily|zprávy)){1,12}|stop',
    ],
    reasons: ['nemám(?:e)? zájem'],
  },
  hu: {
    please: 'kérem|kérjük|szeretn(?:ék|énk)|és|nem,? köszön(?:öm|jük)',
    wishes: [
      'leiratkoz[^\\s,.!]*(?: [^\\s,]+){0,3}|(?:iratkoztass[^\\s,.!]*|törölj[^\\s,.!]*|vegy(?:en|enek) ki|távolíts[^\\s,.!]*)(?: [^\\s,]+){0,5}|(?:ne|többet ne|többé ne) (?:írj[^\\s,.!]*|küldj[^\\s,.!]*|keress[^\\s,.!]*)(?: [^\\s,]+){0,4}|nem (?:kérek|kérünk)(?: (?:több|további))? (?:e-?mailt|levelet|üzenetet|hírlevelet)|stop',
    ],
    reasons: ['nem (?:érdekel|vagyunk érdekeltek)(?: minket)?'],
  },
  ro: {
    please: 'vă rog(?:\\s?să)?|te rog|doresc(?: să)?|dorim(?: să)?|aș dori(?: să)?|și|nu,? mulțumesc',
    wishes: [
      'dezabon[^\\s,.!]*(?:-mă|-ne)?(?: [^\\s,]+){0,4}|(?:să )?(?:mă |ne )?(?:șterge|scoate|scoateți|ștergeți|eliminați)[^\\s,.!]*(?:-mă|-ne|-ți)?(?: [^\\s,]+){0,5}|(?:(?:să )?(?:mă|ne) elimin[^\\s,.!]*|elimin[^\\s,.!]*-(?:mă|ne))(?: [^\\s,]+){0,5}|(?:să )?nu (?:mă|ne|îmi|ne)? ?(?:mai )?(?:contactați|scrieți|trimiteți|doresc|vreau)(?: [^\\s,]+){0,4}|stop',
    ],
    reasons: ['nu (?:sunt|suntem) interesa[tț][aăiț]?'],
  },
  tr: {
    please: 'lütfen|rica ederim|ve|hayır,? teşekkürler',
    wishes: [
      '(?:abonelikten|listeden|listenizden|bültenden)(?: [^\\s,.!]+){0,2} (?:çık|çıkar|çıkarın|sil|silin|ayrıl)[^\\s,.!]*|(?:beni|bizi|adresimi|e-?posta adresimi)(?: [^\\s,]+){0,4} (?:çıkarın|çıkarınız|silin|siliniz|çıkar|sil)|(?:bana|bize)?(?: ?artık| ?bir daha)? ?(?:e-?posta|mail|mesaj|reklam)? ?(?:göndermeyin|göndermeyiniz|yazmayın|atmayın)|(?:e-?posta|mail|mesaj) almak istemiyor(?:um|uz)',
    ],
    reasons: ['ilgilenmiyor(?:um|uz)'],
  },
  el: {
    please: 'παρακαλώ|παρακαλούμε|θέλω(?: να)?|θα ήθελα(?: να)?|και|όχι,? ευχαριστώ',
    wishes: [
      'διαγραφή(?: [^\\s,]+){0,4}|(?:να )?(?:με |μας )?(?:διαγρά|αφαιρέ|βγάλ)[^\\s,.!]*(?: [^\\s,]+){0,5}|(?:να )?μη(?:ν)? (?:μου|μας|με)?(?: ?ξανα)? ?(?:στέλνετε|στείλετε|γράφετε|ενοχλείτε|ξαναστείλετε)(?: [^\\s,]+){0,4}|όχι άλλα (?:e-?mail|μηνύματα)',
    ],
    reasons: ['δεν (?:ενδιαφέρομαι|ενδιαφερόμαστε|με ενδιαφέρει|μας ενδιαφέρει)'],
  },
  ru: {
    please:
      'пожалуйста|прошу(?: вас)?|просим(?: вас)?|хочу|хотим|хотел(?:а|и)? бы|можете|не могли бы вы|и|нет,? спасибо|нет|убедительно|больше',
    wishes: [
      'отпи[сш][^\\s,.!]*(?: (?:меня|нас|от|из)){0,12}(?: [^\\s,]+){0,3}|(?:удал|убер|исключ|вычеркн)[^\\s,.!]*(?: (?:меня|нас|(?:мой|наш|этот) (?:адрес|e-?mail|имейл)|(?:мои|наши) данные))(?: (?:из|с|со)(?: [^\\s,]+){1,4})?|стоп',
      '(?:больше )?не (?:пиш|присыл|шл|отправл|беспоко|высыл|надо|нужно|хочу|хотим|желаю|желаем|посыл|звон)[^\\s,.!]*(?: (?:мне|нам|меня|нас|больше|писем|письма|рассылк[^\\s,.!]*|реклам[^\\s,.!]*|спам|сообщени[^\\s,.!]*|получать|ваши|ваших|эти|этих|писать|присылать|на этот адрес|никогда)){0,12}|прекратите(?: (?:рассылку|писать|присылать|слать|мне|нам|письма|спам|эту|ваши)){1,12}|хватит (?:писать|слать|присылать)(?: (?:мне|нам|письма)){0,12}',
    ],
    reasons: [
      '(?:нам |мне )?(?:это )?не(?:\\s)?интересно|не заинтересован[^\\s,.!]*|это спам|(?:я|мы) не подписывал[^\\s,.!]*',
    ],
  },
  uk: {
    please: 'будь ласка|прошу|просимо|хочу|і|та|ні,? дякую|більше',
    wishes: [
      'відпи[сш][^\\s,.!]*(?: [^\\s,]+){0,4}|(?:видал|прибер|вилуч)[^\\s,.!]*(?: (?:мене|нас|(?:мою|нашу|цю) адресу|(?:мої|наші) дані))(?: (?:з|зі|із)(?: [^\\s,]+){1,4})?|(?:більше )?не (?:пиш|надсил|турбу|присил)[^\\s,.!]*(?: (?:мені|нам|мене|нас|більше|листів|листи|реклам[^\\s,.!]*|спам)){0,12}|стоп',
    ],
    reasons: ['(?:нам |мені )?не цікаво'],
  },
  ja: {
    please: '',
    wishes: [
      '(?:今後(?:の|は|、)?|以後(?:の|は|、)?|この|こちらの|メール(?:マガジン)?の|メルマガの|リスト(?:から|より)|宛先(?:から|より)|配信リスト(?:から|より)|弊社(?:の|を)?|当社(?:の|を)?|アドレス(?:を)?|メールアドレス(?:を)?|メール(?:は|の|を)?|ご?連絡(?:は|を)?|営業メール(?:は|の|を)?|送信(?:は|を)?|送付(?:は|を)?|ご?案内(?:は|を|の)?|配信(?:は|を|の)?|登録(?:を|の)?|、){1,12}(?:配信停止|停止|解除|不要|削除|お?断り|外して|止めて|やめて|送らないで|送信しないで|連絡しないで|お控え|ご?遠慮|控えて|結構)(?:です|で結構です|(?:を)?(?:お願い|希望|して|いた|ください|下さい|頂|いただ|くだ|願い|します|致します|たい|たく|し|ます|です|さい|け|きたい|存じます|ようお願い|よう|に|、){0,12})',
      '(?:配信|メール|登録|購読)(?:を|の)?(?:停止|解除|中止|拒否)(?:を)?(?:して|お願い|希望)?[^\\s,]{0,12}|二度と(?:メール|連絡)(?:を)?(?:し|送ら)ないで(?:ください|下さい)?',
    ],
    reasons: [
      '興味(?:は|が)?(?:ありません|ございません|ない)(?:です)?|必要(?:ありません|ございません)|間に合って(?:い|おり)ます',
    ],
  },
  zh: {
    please: '请(?:您)?|麻烦(?:您)?|請',
    wishes: [
      '退订|退訂|取消订阅|取消訂閱|(?:请|不要|别|勿|停止)(?:再)?(?:给(?:我|我们))?(?:发|发送|联系|寄|傳|發送|打扰)(?:了|我们|我|邮件|郵件|广告|此类邮件|任何邮件|信息|给我|给我们|骚扰){0,12}|(?:把|将)(?:我|我们|我的邮箱|我们的邮箱)(?:从)?(?:[^\\s,]{0,12})(?:删除|移除|去掉|移出)|(?:从)(?:[^\\s,]{0,12})(?:删除|移除)(?:我|我们)?',
    ],
    reasons: ['(?:我|我们)?(?:不感兴趣|没有兴趣|沒有興趣)'],
  },
  ko: {
    please: '',
    wishes: [
      '(?:수신|구독|메일 ?수신)(?:을|를)? ?(?:거부|해지|취소|중지)(?:합니다|해 ?주세요|하겠습니다|부탁드립니다|바랍니다| 부탁드립니다)?|(?:더 ?이상|앞으로)? ?(?:메일|이메일|광고)(?:을|를|은)? ?(?:더 ?이상 )?(?:보내지|발송하지) ?(?:마세요|말아 ?주세요|마십시오)|(?:목록|명단|리스트)에서 ?(?:삭제|제외|빼)(?:해| )? ?(?:주세요|주십시오|부탁드립니다)',
    ],
    reasons: ['관심 ?(?:이 )?없(?:습니다|어요)'],
  },
}

/** Messages from mail programs that unsubscribe for their user. */
export const UNSUBSCRIBE_PROGRAMS: readonly string[] = [
  'apple mail (?:sent|hat|a envoyé|ha inviato|envió|heeft|enviou|skickade|sendte|wysłał)',
  '(?:this|the) (?:e-?mail|message|mail) (?:was|has been|is) (?:sent|generated) (?:automatically |by )',
  'automatically (?:generated|sent) by (?:gmail|google|outlook|yahoo|fastmail|proton|apple)',
  'to unsubscribe from|unsubscribe (?:me )?(?:from|request)|list-unsubscribe',
  'automatisch (?:von|durch|door)|automatiquement|automáticamente|automaticamente|automatiskt|automatisk|automatycznie|автоматически|自動的に|自动(?:生成|发送)',
]
