/**
 * How people say that they are away, in addition to the phrases that are unambiguous on their own. Regular
 * expressions in lower case.
 */
export const AWAY_WORDS: Readonly<Record<string, string>> = {
  en: "(?:limited|intermittent|no|little) access to (?:my )?e-?mails?|\\b(?:i am|i'm|i will be|i'll be|we are|we're|we will be|am|currently|will be)(?: \\w+){0,2} (?:out of(?: the)? office|away(?! from home)|on (?:\\w+ ){0,2}(?:leave|vacation|holidays?|pto)|travell?ing|unavailable|not (?:in the office|at my desk|available|working)|out (?:until|from|sick)|off (?:sick|work|until|ill)|ill|sick)|(?:out of|away from) (?:the |my )?(?:office|desk)|(?:office|shop|workshop|business|company|we) (?:is|are|will be|will remain)(?: \\w+){0,2} closed (?:from|until|for|between)",
  de: '(?:nicht im (?:büro|haus|dienst)|im urlaub|abwesend|nicht (?:erreichbar|verfügbar|anwesend|am platz)|außer haus|in elternzeit|auf (?:dienst|geschäfts)reise|in mutterschutz|im krankenstand|betriebs(?:ferien|urlaub)|(?:büro|betrieb|geschäft|werkstatt) (?:ist|bleibt)(?: \\S+){0,6} geschlossen)',
  fr: '(?:je (?:suis|serai)|nous sommes|nous serons|actuellement)(?: \\S+){0,2} (?:absente?s?|en congés?|en vacances|hors du bureau|en déplacement|indisponibles?|en arrêt|en formation)|(?:absente?|en congés?|en vacances) (?:du|jusqu)|(?:bureaux?|entreprise|atelier|société) (?:est|sont|sera|seront) fermée?s?',
  es: '(?:estoy|estaré|me encuentro|me encontraré|estamos|estaremos|nos encontramos|actualmente)(?: \\S+){0,2} (?:fuera|de vacaciones|ausente|de baja|de viaje|de permiso|cerrados?)|(?:oficina|empresa|taller)(?: \\S+){0,2} (?:cerrad[oa]|permanecerá)',
  it: '(?:sono|sarò|siamo|saremo|attualmente)(?: \\S+){0,2} (?:fuori (?:ufficio|sede)|assent[ei]|in ferie|in viaggio|in trasferta|in malattia|in congedo|in vacanza|chiusi|non (?:disponibile|raggiungibile))|(?:ufficio|azienda|negozio|laboratorio)(?: \\S+){0,3} chius[oa]',
  pt: '(?:estou|estarei|estamos|estaremos|encontro-me|encontrar-me-ei|atualmente)(?: \\S+){0,2} (?:ausentes?|de férias|em férias|fora|de licença|em viagem|indisponível|fechados)|(?:escritório|empresa|oficina)(?: \\S+){0,2} fechad[oa]',
  nl: '(?:ik ben|wij zijn|we zijn|momenteel|ben ik|ik zal)(?: \\S+){0,4} (?:afwezig|niet (?:aanwezig|op kantoor|bereikbaar|beschikbaar)|op vakantie|met (?:vakantie|verlof|zwangerschapsverlof)|met reces|ziek|op reis|gesloten)|(?:kantoor|bedrijf|werkplaats)(?: \\S+){0,3} gesloten',
  sv: '(?:jag är|jag har|vi är|vi har|är jag|kommer att vara)(?: \\S+){0,3} (?:på semester|semester|inte på (?:kontoret|plats)|bortrest|föräldraledig|tjänstledig|ledig|frånvarande|sjukskriven|på resa|stängt)|(?:kontoret|verkstaden|butiken) (?:är|har)(?: \\S+){0,2} stängt?',
  da: '(?:jeg er|jeg holder|vi er|vi holder|er jeg)(?: \\S+){0,3} (?:på ferie|ferie|ikke på (?:kontoret|arbejde)|bortrejst|på (?:barsel|orlov)|fraværende|ikke til stede|syg|på rejse|lukket|ferielukket)|(?:kontoret|værkstedet|butikken) (?:er|holder)(?: \\S+){0,2} (?:ferie)?lukket',
  no: '(?:jeg er|jeg har|vi er|vi har|er jeg)(?: \\S+){0,3} (?:på ferie|ferie|ikke på (?:kontoret|jobb)|bortreist|i permisjon|fraværende|ikke til stede|syk|på reise|stengt)|kontoret (?:er|holder)(?: \\S+){0,2} stengt',
  fi: '(?:olen|olemme|olisin)(?: \\S+){0,3} (?:lomalla|poissa|vapaalla|matkalla|sairauslomalla|vanhempainvapaalla|kesälomalla)|(?:toimisto|liike|toimistomme)(?: \\S+){0,3} suljettu|vuosilomalla|en ole (?:paikalla|töissä|toimistolla)',
  pl: '(?:jestem|będę|przebywam|jesteśmy|będziemy|obecnie)(?: \\S+){0,2} (?:nieobecn[^\\s,.!]+|na urlopie|poza biurem|na zwolnieniu|w podróży|w delegacji|niedostępn[^\\s,.!]+|nieczynn[^\\s,.!]+)|(?:biuro|firma|sklep)(?: \\S+){0,4} (?:nieczynn[^\\s,.!]+|zamknięt[^\\s,.!]+)',
  cs: '(?:jsem|budu|jsme|budeme|čerpám|mám)(?: \\S+){0,3} (?:dovolen[^\\s,.!]+|mimo kancelář|nepřítom[^\\s,.!]+|na služební cestě|nemocensk[^\\s,.!]+|nedostupn[^\\s,.!]+)|(?:kancelář|firma|provozovna)(?: \\S+){0,4} zavřen[^\\s,.!]*',
  hu: 'szabadságon (?:vagyok|leszek)|(?:nem vagyok|nem leszek)(?: \\S+){0,3} (?:elérhető|irodában|az irodában)|házon kívül (?:vagyok|leszek)|táppénzen',
  ro: '(?:sunt|voi fi|mă aflu)(?: \\S+){0,3} (?:concediu|plecat[ăa]?|absent[ăa]?|indisponibil[ăa]?|în afara biroului)',
  tr: '(?:izinliyim|izindeyim|tatildeyim|ofis dışındayım|ofiste değilim|raporluyum|izinde olacağım|ofis dışında olacağım|seyahatteyim)',
  el: '(?:απουσιάζω|θα απουσιάζω|θα λείπω|λείπω|είμαι σε άδεια|είμαι εκτός γραφείου|βρίσκομαι σε άδεια|θα είμαι εκτός|με άδεια)',
  ru: '(?:я|нахожусь|буду|мы|сейчас|в настоящее время)(?: \\S+){0,3} (?:в отпуске|отсутств[^\\s,.!]+|вне офиса|в командировке|на больничном|не в офисе|недоступ[^\\s,.!]+)|меня (?:не будет|нет)(?: \\S+){0,2}(?: (?:в офисе|на месте))?(?: (?:до|с))|(?:офис|магазин|мастерская)(?: \\S+){0,3} закрыт',
  uk: '(?:я|перебуваю|буду|ми|зараз)(?: \\S+){0,3} (?:у відпустці|в відпустці|відсутн[^\\s,.!]+|поза офісом|у відрядженні|на лікарняному)|мене не буде',
  ja: '不在(?:に|と|です|中|と致|といた)|休暇(?:中|を|と)|お休み(?:を|に|と|いた)|休業(?:と|に|いた|させ|中|日|期間)|出張(?:中|に|のため|して)|(?:席|会社)を(?:外し|空け)',
  zh: '(?:正在|目前|现在|我|将|于|從|从).{0,20}(?:休假|出差|外出|放假|不在办公室|不在公司|度假|请假|年假|不在辦公室)',
  ko: '(?:휴가|부재|출장|외근|휴무|연차|육아 ?휴직) ?(?:중|입니다|예정|기간|으로)|자리를 비우',
}

/** 'Until', 'from … on', 'back on': the end of an absence, with its day. */
export const UNTIL_WORDS =
  '\\b(?:until|till|til|through|through to|back (?:on|in|at)|return(?:ing)?(?: to the office)?(?: on)?|from|between|by)\\b|\\b(?:bis|ab dem|ab|vom|wieder)\\b|jusqu|à partir|de retour|\\bdu \\d|\\bau \\d|\\b(?:hasta|del?|regres[^\\s,.!]+|vuelvo|a partir)\\b|\\b(?:fino|dal|sino|rientr[^\\s,.!]+|torn[^\\s,.!]+)\\b|\\b(?:até|regress[^\\s,.!]+|volto|retorn[^\\s,.!]+)\\b|\\b(?:tot|t/m|van|vanaf|terug)\\b|\\b(?:till|t\\.o\\.m|från|åter|tillbaka)\\b|\\b(?:til|fra|indtil|tilbage|tilbake|igen)\\b|\\b(?:asti|saakka|alkaen|palaan)\\b|\\b(?:do|od|wracam|wrócę|vracím|vrátím)\\b|-ig\\b|\\bpână\\b|kadar|έως|μέχρι|από|\\bдо\\b|\\bс \\d|вернусь|по \\d|まで|から|以降|至|到|直到|까지|부터'

/** Typical additions of autoresponders: whom to contact meanwhile, and when a reply will come. */
export const MEANWHILE_WORDS =
  'urgent|emergenc|in the meantime|meanwhile|(?:reply|respond|answer|get back|be back|reach you|read your)|not (?:read|checked|forwarded)|dringend|notf[aä]ll|zwischenzeit|vertretung|weitergeleitet|(?:melde|antworte|beantworte)[^\\s,.!]*|erreichbar|zurück|urgence|entre-?temps|répond[^\\s,.!]*|de retour|urgen[ct][^\\s,.!]*|mientras|respond[^\\s,.!]*|contest[^\\s,.!]*|urgenz[^\\s,.!]*|frattempo|rispond[^\\s,.!]*|rientr[^\\s,.!]*|entretanto|regress[^\\s,.!]*|spoed|dringend[^\\s,.!]*|tussentijd|beantwoord[^\\s,.!]*|terug|brådskande|ärenden|svarar|åter|tillbaka|hast[^\\s,.!]*|akut[^\\s,.!]*|svarer|besvar[^\\s,.!]*|tilbage|tilbake|kiireelli[^\\s,.!]*|vasta[^\\s,.!]+|palaan|piln[^\\s,.!]+|odpowiem|odpiszę|wracam|naléhav[^\\s,.!]*|odpovím|vrátím|sürgős|válaszol[^\\s,.!]*|urgent[^\\s,.!]*|răspund[^\\s,.!]*|acil|döneceğim|dönüş|yanıt[^\\s,.!]*|επείγ[^\\s,.!]*|απαντήσω|επιστρ[^\\s,.!]*|срочн[^\\s,.!]*|отвечу|ответ[^\\s,.!]*|вернусь|термінов[^\\s,.!]*|відпові[^\\s,.!]*|повернусь|お急ぎ|緊急|ご?返信|ご?連絡|ご?返事|緊急|紧急|急事|回复|回復|返回|联系|급한|긴급|회신|연락|답변'

/** A person who is away and replies all the same proposes something. */
export const PROPOSAL_WORDS =
  "[?？]|\\b(?:but|let'?s|could we|can we|shall we|would you|you can (?:come|visit)|come by|interested|price|quote|offer|yes|no,|suits?|however|afterwards?|the week after|send (?:me|us)|works for)\\b|\\b(?:aber|allerdings|gerne|angebot|passt|danach können|ja,|interesse)\\b|\\b(?:mais|devis|convient|intéress[^\\s,.!]*|oui)\\b|\\b(?:pero|presupuesto|interes[^\\s,.!]*|sí,)|\\b(?:ma|però|preventivo|interess[^\\s,.!]*|sì,)|\\b(?:mas|orçamento|sim,)|\\b(?:maar|offerte|graag|interesse)\\b|\\b(?:men|offert|gärna|tilbud|gerne)\\b|\\b(?:mutta|tarjous)\\b|\\b(?:ale|oferta|ofertę|nabídk[^\\s,.!]*)\\b|\\b(?:но|давайте|смету|предложение|але|давайте)(?!\\p{L})|\\b(?:utána)\\b|\\b(?:dar|ama|αλλά)\\b|ですが|ますが|休暇明け|見積|但是|不过|報價|报价|하지만|견적"
