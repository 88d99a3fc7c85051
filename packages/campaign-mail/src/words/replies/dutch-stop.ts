import type { Rule } from '../../phrases.ts'

/** What a wish that mail ends is made of. */
export const DUTCH_STOP_WORDS = {
  i: '(ik|wij|we|men|k)',
  adverb:
    '(aub|a\\.u\\.b\\.|alstublieft|alsjeblieft|svp|s\\.v\\.p\\.|graag|gelieve|direct|per direct|per omgaande|onmiddellijk|meteen|nu|eens|eindelijk|toch|dan|ook|maar|even|zo snel mogelijk|z\\.s\\.m\\.|zsm|voortaan|in het vervolg|in de toekomst|vanaf nu|definitief|volledig|helemaal|gewoon|gauw|dus|daarom|bij deze|hierbij|u|je|jullie|asap|vriendelijk|beleefd|alvast|weer|nooit|nou|ff|hier|er|daar|met spoed|dringend|gelijk|voorgoed|permanent|eventjes|alstjeblieft|plies|pls|bedankt|dank|nog|opnieuw|verder|absoluut|echt|liever|om|hoor|sowieso|simpelweg|tevens)',
  me: "(mij|me|ons|m'n|((mijn|onze|ons|dit|deze|het|alle|uw|de|het volgende|mn|al mijn|al onze|bovenstaand|dat)( (e-?mail|zakelijke?|privé|oude?|eigen|persoonlijke?|bovenstaande?|hele))?( \\S+)? ?)(adres|adressen|e-?mailadres|mailadres|emailadres|e-?mail|mail|gegevens|naam|contactgegevens|persoonsgegevens|data|mailbox|postvak|inbox|bedrijf|zaak|account|profiel|contact|winkel|praktijk|kantoor|emailadressen|e-mailadressen|mailadressen|nummer)|\\S+@\\S+)",
  mail: '((e-?)?mail(s|tjes|tje|ings?)?|berichten|bericht|berichtjes|nieuwsbrieven|nieuwsbrief|reclame|spam\\w*|reclame-?(e-?)?mails?|post|contact|aanbiedingen|troep|rommel|onzin|zooi|correspondentie|acquisitie|koude acquisitie|zooitje|meuk|ongein|gezeur|gespam|gemail|toezendingen?|verzending(en)?|zendingen|benadering|uitingen|commerciële \\S+|marketing\\w*|opdringerige \\S+|flauwekul|massa-?mails?|verkooppraatjes?|verkoopmails?|promoties?|promotie\\w*|contactpogingen|herinneringen|opvolging\\w*|communicatie|bulkmails?|advertenties|proefballonnetjes|brieven|toesturen|toezending|uitnodigingen|updates)',
  more: "(meer|verdere|nog|langer|dit soort|zulke|deze|die|van u|van jullie|van je|van dit|van die|uw|jullie|je|ongevraagde|ongewenste|andere|enkele?|van deze|toekomstige|nieuwe|commerciële|de|het|dat|dit|soort|al|alle|met|aard|naar|aan|nooit|weer|verder|e-?mail|vervelende|irritante|stomme|aub|a\\.?u\\.?b\\.?|graag|een|één|enig\\w*|ook|zakelijke|verkoop|of|dergelijke|dergelijk|zulk|zo'n|automatische|digitale|van|voortaan)",
  list: '(lijst|lijsten|mailinglijst|mailinglist|mailinglijsten|mailing|bestand|bestanden|maillijst|mailbestand|adressenbestand|adresbestand|database|databank|systeem|systemen|nieuwsbrief|nieuwsbrieven|verzendlijst|administratie|contacten|crm|adresboek|distributielijst|contactenlijst|klantenbestand|contactlijst|mails|mailings|e-mails|mailsysteem|adressenlijst|adreslijst|verzendbestand|campagnes?|mailbestanden|distributie|relatiebestand|\\w*lijst|\\w*bestand|computer|data|gegevens)',
  yourlist:
    '(uw|je|jullie|de|deze|het|dit|alle|die|welke|elke|al uw|al jullie|dat|wat voor|jullie hele|eender welke)( (mail|e-?mail|vervloekte|stomme|hele|commerciële|marketing|verdere|\\S+e))? ?{list}',
  out: '(uit|af|eruit|eraf|weg|eruit halen|eraf halen|van af|vanaf|er af|er uit|daaruit|daarvan|hieruit)',
  // Commands whose end, such as 'uit' or 'af', stands behind.
  take: '(haal|haalt|halen|schrijf|schrijft|schrijven|meld|meldt|melden|gooi|gooit|gooien|kieper|knikker|zet|neem|neemt|streep|strepen|laat|doe|mik|kick|flikker|trap|schop)',
  remove:
    '(verwijder(en|t)?|schrap(pen|t)?|wis(sen|t)?|delete(n|t)?|vernietig(en|t)?|vergeet|vergeten|blokkeer|blokkeren|verwjder|deactiveer|doorhalen|elimineer)',
  removed:
    '((te )?(verwijderen|schrappen|wissen|vernietigen|blokkeren|deleten|vergeten|verwijdert|schrapt|wist|haalt|halen)|uitschrijven|uit te schrijven|uitschrijft|afmelden|af te melden|afmeldt|uitgeschreven|afgemeld|verwijderd|geschrapt|gewist|gehaald|weghalen|weggehaald|weg te halen|afhalen|eraf halen|eruit halen|uithalen|vernietigd|uit te halen|af te halen|geblokkeerd|gedeletet|verwijdert)',
  // How somebody is reached.
  write:
    '(stuur|stuurt|sturen|mail|mailt|mailen|schrijf|schrijft|benader|benadert|contacteer|contacteert|bericht|zend|zendt|val|valt|spam|spamt|bestook|bestookt|stoor|stoort|gebruik|gebruikt|neem|neemt|e-?mail|e-?mailt|verstuur|verstuurt|zenden|schrijven|benaderen|contacteren|blijf|houd|hou|probeer|probeert|app|bezorg|bezorgt|bombardeer|bombardeert|doe|zoek|zoekt|kom|komt)',
  writing:
    '((te )?(mailen|benaderen|contacteren|aanschrijven|lastigvallen|sturen|schrijven|zenden|storen|bestoken|spammen|e-?mailen|toesturen|versturen|verzenden|opsturen|toezenden|gebruiken|bewaren|bombarderen|benadert|stuurt|mailt|schrijft|toestuurt)|(toe|op|aan|lastig) te (sturen|zenden|schrijven|vallen)|lastig te vallen|(be|ge)(naderd|contacteerd|maild|stuurd|schreven|stoord|spamd)|benaderd|aangeschreven|toegestuurd|toegezonden|toegemaild|gemaild|lastiggevallen|gecontacteerd|gestuurd|verstuurd|gebruikt|bestookt|gebombardeerd|gestoord|contact (met (mij|me|ons) )?(op te nemen|opnemen|opneemt|te zoeken|zoeken)|aandringen|proberen|reageren|benaderen)',
  receive:
    '(ontvangen|krijgen|lezen|zien|horen|hebben|ontvang|krijg|ontvangt|krijgt|aantreffen|vinden|binnenkrijgen|ontvangst|vernemen|opduiken|binnenkomen|binnenkomt|hoeven|weten|staan)',
  never: '(niet|nooit|geen|niets|niks|geenszins|nergens|nimmer|noch|nie)',
  want: '(wil|willen|wens|wensen|hoef|hoeven|zou|zouden|stel|stellen|verzoek|verzoeken|zit|zitten|accepteer|accepteren|duld|dulden|verlang|verwacht|verkies|prefereer|tolereer|sta|staan|vraag|vragen|geef|wou|wilde|wilden|wenst)',
  authority:
    '(klacht|aangifte|acm|autoriteit( persoonsgegevens)?|advocaat|advocaten|spamklacht|melding|meld ik|juridisch\\w*|politie|rechter|rechtszaak|gegevensbeschermings\\w*|gba|spam\\w*|blokkeer\\w*|geblokkeerd|consumentenbond|privacy\\w*|factuur|schadevergoeding|ombudsman|sommatie|boete|deurwaarder|rapporteer|blacklist|zwarte lijst|fod economie|blokkeren|stappen|ap)',
  wish: '(graag|alstublieft|alsjeblieft|aub|gelieve|wil|willen|wilt u|kunt u|kun je|zou|zouden|verzoek\\w*|vraag|vragen|wens\\w*|hoop|hopen|dankbaar|liefst|liever|eis|eisen|moet|moeten|laat|zorg|verwacht\\w*|dring\\w*|svp|op prijs)',
  ceasing:
    '(nooit (meer|weer)|niets (meer|verder)|geen (enkele )?(meer|verdere|enkel\\w*)|stop|stopt|stoppen|ophoud\\w*|bespaar\\w*|bespaart|rust|stilte|verdwijn\\w*|af te zijn|opzeg\\w*|niet (meer|langer|verder)|geschrapt|verwijder\\w*|gewist|uitgeschreven|beëindig\\w*|staken|achterwege|afzien|af te zien|vergeten|verlost|eraf|eruit)',
  about:
    '(e-?mails?|mails?|mailtjes|berichten|nieuwsbrieven|nieuwsbrief|reclame|spam|mailings?|lijst\\w*|database|bestand|mailbox|inbox|postvak|(mijn|ons|onze|dit) (adres|mailadres|e-?mailadres|gegevens|naam)|van (u|jullie|uw (kant|bedrijf))|uw (lijst|bestand|systeem|administratie)|correspondentie|communicatie)',
  // A question counts only with one of these.
  asking:
    'waar zet|waar schakel|(kunt|kun|kan|kunnen|wilt|wil|willen|zou|zouden|zoudt|mag|mogen) (u|je|jullie|ik|we|wij|iemand|het|dit)|hoe (kan|kom|zet|meld|schrijf|krijg|moet|vaak|raak|stop|schakel)|waarom (krijg|sta|blijf\\w*|stuur\\w*|mail\\w*|halen|haal\\w*|moet|ontvang\\w*|schrijf\\w*|niet)|waar (kan|is|meld|vind)|alstublieft|alsjeblieft|aub|graag|mogelijk|wie moet|wanneer (houd\\w*|stop\\w*)|afmeld\\w*|uitschrijf\\w*',
  // Between a negation and what it denies at a distance.
  link: '(te|dat|om|u|ons|mij|me|van|uit|worden|wij|ik|de|uw|het)',
  // A text without one of these is in another language.
  common:
    '(wil|al|haar|noch|blijven|volgende|zonder|waar|laten|beschouw|bij|wij|als|hou|gooi|genoeg|schrap\\w*|wis|haal|vergeet|laat|spam|afmeld\\w*|uitschrijv\\w*|nieuwsbrief|basta|klaar|ik|u|je|jullie|wij|we|mij|me|ons|niet|niets|niks|geen|meer|het|een|de|van|uit|en|aub|graag|mijn|uw|is|dat|dit|die|te|op|af|afmelden|uitschrijven|stop|verwijder\\w*|nooit|bedankt|alstublieft|alsjeblieft|dank|met|naar|voor|reclame|eraf|eruit|weg|opzeggen|mails?|adres)',
} as const

export const DUTCH_STOP: Rule = {
  surely: [
    // Off a list.
    '({take}|{remove})( {adverb}| {me})*( \\S+){0,4} (uit|van)( \\S+)? {yourlist}',
    '(uit|van) {yourlist}( \\S+){0,4} ({removed}|af|weg|verdwijnen)(?=[ ,.!?]|$)',
    '(blokkeerlijst|blokkadelijst|uitsluitingslijst|zwarte lijst|blacklist|suppressielijst|bel-me-niet|infofilter|suppressie|opt-?out-?lijst|uitzonderingslijst|robinsonlijst|stoplijst)',
    // Rights.
    '(artikel|art\\.?|artikelen)( \\d+ en)? ?(17|21)\\b|recht (op|van|om)( \\S+)? (verwijdering|vergetelheid|gegevenswissing|bezwaar|wissing|vergeten|verzet|te worden vergeten)|(maak|maken|aan te tekenen|teken|tekenen|aantekenen|dien|gemaakt)( ik| wij| we| hierbij| bij deze)* (bezwaar|verzet)|(bezwaar|verzet) (tegen|aan)( \\S+){0,8} (gebruik|verwerking|gegevens|ontvang\\w*|toezend\\w*|mail\\w*|direct)|recht van (bezwaar|verzet)',
    '(trek|trekken|herroep|intrekken|herroepen)( \\S+){0,6} (toestemming|goedkeuring|akkoord)|toestemming( \\S+){0,6} (in|intrek\\w*|ingetrokken|herroep\\w*)(?=[ ,.!]|$)(?<=(trek\\w*|herroep\\w*|intrek\\w*|ingetrokken)[^\\n]*)|intrek\\w*( \\S+){0,4} toestemming',
    '({remove}|verwijdering|wissing|{removed})( (van|al|alle|a\\.u\\.b\\.|aub|u|direct|mijn|onze|de|graag|meteen|volledig|ook|per direct|onmiddellijk|over|mij|ons|door|bewaarde|opgeslagen))* (gegevens|persoonsgegevens|data|contactgegevens)(?! (in de|op de) (offerte|factuur|bestelling))|(gegevens|persoonsgegevens|data)( \\S+){0,6} ({removed})(?! (zijn|hebben) (wij|we))',
  ],
  says: [
    // Off a list, in fewer words.
    '{take}( {adverb})* {me}(?! niet)( \\S+){0,5} {out}(?=[ ,.!?]|$)(?! (te nodigen|te leggen))',
    '{remove}( {adverb})* {me}(?! niet)(?=[ ,.!?]|$)',
    '{me}( \\S+){0,5} {removed}(?=[ ,.!?]|$)(?<!niet( \\S+){0,3})',
    '(uitschrijven|afmelden|afmelding|uitschrijving|opzeggen|verwijderen)(?=[,.!?]|$| aub| graag| svp| bedankt| alstublieft| dank| nu| direct| a\\.u\\.b| van| voor| alsjeblieft)(?<!(kunnen|kan|gasten|klanten|zichzelf|moet|moeten|altijd|later)( \\S+){0,4} \\S+)',
    '(graag|gelieve|svp|aub|wil|willen|direct|meteen|verzoek|kunt|kun|kan|wilt|zou|zouden|onmiddellijk|dan)( \\S+){0,6} ({removed}|uitschrijven|afmelden|eraf|eruit|opzeggen)(?=[ ,.!?]|$)(?<!(niet|klanten|gasten)( \\S+){0,4})',
    '(verwijder|schrap|wis|haal|gooi|streep)( {adverb}| alle| al| mijn| onze| alles)* (mij|ons|me|gegevens|adres|e-?mailadres|mailadres|data|naam|alles|dit|emailadres|het|er)( (uit|van|af|weg|eraf|eruit))?(?=[ ,.!]|$)(?! (tweede|regel|uit de offerte|van de bestelling|overzicht))',
    '(verwijdering|wissing|verwijderen|wissen|uitschrijving|afmelding|schrapping) van (al )?(mijn|onze|dit|alle|deze|uw|de)( \\S+)? (gegevens|persoonsgegevens|adres|e-?mailadres|lijst|nieuwsbrief|mailing\\w*|mailadres|bestand)',
    'hoe( \\S+){0,8} (afmelden|uitschrijven|af|uit|eruit|eraf|vanaf|stopzetten|opzeggen|stop|stoppen|uitgeschreven|verwijderd)(?=[ ,.!?]|$)|waar( \\S+){0,4} (afmelden|uitschrijven|afmeld\\w*|uitschrijf\\w*)|(afmeldlink|uitschrijflink|afmeldknop|afmelding|afmelden|uitschrijven|link)( \\S+){0,4} (niet|werkt niet|stuk|kapot|foutmelding|ontbreekt|onvindbaar|dood|doet het niet)(?<=(afmeld|uitschrijf|uitschrijven|afmelden)[^\\n]*)|(geen|nergens)( \\S+){0,3} (afmeld\\w*|uitschrijf\\w*)',
    '(nieuwsbrief|nieuwsbrieven|abonnement|mails?|mailings?)( \\S+){0,3} (opzeggen|stopzetten|stoppen|afmelden|beëindigen|stop te zetten|op te zeggen)|(zeg|zegt|zeggen)( \\S+){0,4} (nieuwsbrief|abonnement)( \\S+)? op',
    '(adres|mailbox|inbox|mail|gegevens)( \\S+)? (is|zijn|hoort|horen|dient|mag|mogen|wordt|staat)( \\S+){0,4} (niet|niets|alleen|geen|enkel|uitsluitend)( \\S+){0,6} (bedoeld|bestemd|reclame|lijst|gebruikt|gebruiken|thuis|acquisitie|verkoop|marketing|commerci\\w+|bestand|spam)(?=[ ,.!]|$)',
    '(zorg|zorgt|zorgen|maak|regel|kijk|verzeker|ziet|zie)( \\S+){0,4} (dat|voor)[^\\n]{0,80} (niet|niets|niks|geen|nooit|stopt|ophoudt|uitgeschreven|verwijderd|afgemeld)',
    // No more mail.
    '(stop|stoppen|stopt|hou|houd|houdt|houden|kap|kappen|schei|ophouden|op te houden|staak|staakt|staken|beëindig|beëindigen|zet|zetten|nok|ophoudt|bespaar|bespaart|spaar|spaart|stopzetten|annuleer|annuleren|klaar|zat|beu|gedaan|afgelopen|uit)( {adverb}| op| uit| ermee| mee| hiermee| stop)*( (met|om|van))*( {more}| {adverb}| mij| me| ons| sturen van| versturen van| te)* (mailen|sturen|schrijven|spammen|lastigvallen|lastig te vallen|contact|benaderen|te mailen|te sturen|te schrijven|{mail}|ermee|mailtjes|{writing})(?=[ ,.!?]|$)',
    '^(stop|stoppen|ophouden|kappen|hou op|houd op|schei uit|genoeg|basta)( (aub|ermee|hiermee|nu|alstublieft|svp|direct|met|mee|eens|toch|dit|alsjeblieft|daarmee))*(?=[,.!]|$)|(stop|hou op|houd op|kap|schei|ophouden|nok)( (hier|daar|er|eens|nu|toch|aub|eindelijk|uit|direct))*(mee|ermee|hiermee|daarmee)(?=[ ,.!]|$)|(hou|houd|houdt)( (u|je|jullie|nu|eens|toch|aub|eindelijk|hier))* (op|mee op)(?=[ ,.!]|$)|(wilt|kunt|kun|wil|zou)( (u|je|jullie|willen|alstublieft|aub|hier))* (stoppen|ophouden|mee stoppen|willen stoppen|hiermee stoppen)(?=[,.?!]|$)',
    '(als|dat|wanneer|indien)( (u|je|jullie))( \\S+){0,6} (stopt|stoppen|ophoudt|ophouden|verwijdert|uitschrijft|afmeldt|afziet|haalt|schrapt|wist|stopzet|zou stoppen|wilt stoppen)(?=[ ,.!?]|$)',
    '(laat|laten)( {adverb})* (mij|me|ons)( \\S+){0,4} (met rust|gerust)|laat( {adverb})* (zitten|achterwege)( {adverb})*( {more}| met)* {mail}|laat( {adverb}| {more})* {mail}( {adverb})* (zitten|achterwege)|(rot|donder|flikker|sodemieter|tief|tyf|kanker|pleur|lazer) (toch )?op|(ga weg|opgerot|oprotten|opzouten|zout op|bekijk het maar|krijg de)(?=[ ,.!]|$)|wegwezen',
    '(zie|zien|ziet|gelieve|verzoek\\w*|vriendelijk|af)( \\S+){0,8} (van|af)( \\S+){0,5} (af te zien|afziet|afzien|{mail}|contact|toezending|benadering)(?<=(zie|zien|ziet|af te zien|afziet|afzien)[^\\n]*)|(af te zien|afzien|afziet|zie af|ziet u af) van( \\S+){0,4} ({mail}|contact|toezending)',
    '(bespaar|spaar|bespaart|besparen)( {adverb})*( (mij|me|ons|u|je|uzelf|jezelf|zich))*( de| verdere| uw| {more})* ({mail}|moeite|tijd|energie)',
    // Under threat.
    '(volgende|nog één|nog een|nog 1|bij|als|indien|anders|of|zo niet|eender|elke|iedere|nogmaals|wanneer|mocht|zodra)( \\S+){0,12} {authority}(?<=({mail}|{write}|{writing}|anders|of|zo niet|blijf\\w*|doorga\\w*|nog|weer|nogmaals)[^\\n]*)|{authority}( \\S+){0,10} (als|indien|bij|wanneer|zodra|mocht)( \\S+){0,8} ({mail}|{write}|{writing}|blijf\\w*|blijven|doorga\\w*|nog|weer|niet stop\\w*)',
    '(dien|doe|stap|meld|ga|schakel|leg|maak|geef|doen|dienen|melden)( \\S+){0,7} (klacht|aangifte|acm|autoriteit|advocaat|spamklacht|juridische|politie)',
    '(als spam|spam)( \\S+)? (gemeld|gemarkeerd|aangemerkt|melden|markeer\\w*|gerapporteerd|aangegeven)|(markeer|rapporteer|meld)( \\S+){0,3} als spam|(blokkeer|blokkeren|geblokkeerd)( \\S+){0,2} (u|je|jullie|uw|dit|deze|afzender)|(u|je|jullie|adres|afzender|domein)( \\S+){0,3} (geblokkeerd|blokkeren)(?=[ ,.!]|$)',
    '(al|reeds|meerdere malen|meermaals|twee keer|drie keer|meerdere keren|herhaaldelijk|eerder)( \\S+){0,6} (gevraagd|verzocht|afgemeld|uitgeschreven|gezegd|gemeld|aangegeven|bezwaar gemaakt|laten weten)( \\S+){0,12} (niet|niets|geen|verwijder\\w*|stop\\w*|uit|nog steeds|toch|te)|(nog steeds|nog altijd|ondanks|toch|alsnog|desondanks)( \\S+){0,10} (afgemeld|uitgeschreven|afmelding|uitschrijving|gevraagd|verzocht|bezwaar)|(afgemeld|uitgeschreven|opgezegd)( \\S+){0,10} (nog steeds|nog altijd|toch|alsnog|weer)',
    '(toestemming|ingeschreven|aangemeld|gevraagd|akkoord)( \\S+){0,14} (verwijder\\w*|stop\\w*|haal|staak|schrijf|schrap|wis|uitschrijven|hou)',
    '(laatste|allerlaatste)( \\S+)? ({mail}|keer)( \\S+){0,5}(?<=(dit|hopelijk|laat|deze|moet|is|wordt|hoop)( \\S+){0,8})',
    '(avg|gdpr)\\b(?=[^\\n]*(verwijder|wis|gegevens wis|bezwaar|recht op))',
    '^(graag |aub )?(nooit meer|nooit weer)(,? (alstublieft|aub|graag|a\\.u\\.b\\.))*(?=[,.!]|$)',
    '(gelieve|graag|verzoek\\w*|vraag|vragen|dankbaar)( \\S+){0,8} (af te zien|af te houden|te stoppen|te beëindigen|te staken|te sparen|te besparen|bespaart|bespaarde|uitsluiten|uit te sluiten|weglaten|weg te laten|beëindigen|over te slaan|overslaan)',
    '(ben|zijn|is|was)( \\S+){0,2} (de|het|die|deze|jullie|uw|al die|dit soort)? ?{mail}( \\S+)? (zat|beu|moe|spuugzat|kotsbeu)|(zat|beu|spuugzat)(?<={mail} \\S+)|genoeg van( (de|het|die|deze|jullie|uw|al die|dit soort))* {mail}|(nou|nu)( \\S+){0,2} (genoeg|klaar|mooi geweest|afgelopen)( \\S+)? met',
    '(dit|deze|dat)( \\S+){0,2} (de|uw|het)? ?(allerlaatste|laatste)( \\S+)? (zijn|is|was|blijft|mag zijn)|(laat|hoop)( \\S+){0,3} (de|het|uw) (laatste|allerlaatste)',
    '(dit|het|dat|deze mails|die mails|de mails)( \\S+)? (moet|moeten|dient|mag)( \\S+)? (nu |echt |eens )?(ophouden|stoppen|afgelopen|klaar|eindigen)|zorg( \\S+){0,4} (stopt|ophoudt)',
    'waarom( \\S+){0,6} (nog steeds|nog altijd|toch|steeds|weer|alsnog)',
    '(heb|hebben|had)( (ik|wij|we))? (me|mij|ons)( (in|vorige|al|vorig|op|reeds|toch|gisteren) ?(\\S+)?)* (afgemeld|uitgeschreven)(?=[,.!?]|$| en)(?! (bij|van))',
    '(wis|verwijder|vernietig|gooi)( \\S+)? (alles|wat|al)( wat)?( u| je| jullie)',
    'rekening( \\S+){0,4} (mijn|onze) tijd',
    'hoe( \\S+){0,3} (zet|krijg|schakel|meld|stop)( \\S+){0,6} (uit|af|weg|stop)(?=[?.!]|$)',
    '(u|jullie|je)( \\S+)? (bent|zijn|wordt|is|worden)( \\S+)? geblokkeerd|geblokkeerd(?=[,.!]|$)',
    '(klikte|geklikt|gedrukt|geprobeerd|drukte|klik)( \\S+){0,8} (afmeld\\w*|uitschrijf\\w*|uitschrijven)|(afmeld\\w*|uitschrijf\\w*|uitschrijven)( \\S+){0,6} (geklikt|gedrukt|geprobeerd|wachtwoord|gebeurt)',
    '(op|in)( (mijn|onze|de))* (spamlijst|blokkeerlijst|zwarte lijst|blacklist)|(verspil|verdoe)( \\S+){0,3} tijd|(bespaar|spaar)( \\S+){0,2} (de )?(moeite|tijd|energie|werk)',
    '(sluit|sluiten) (mijn|ons|onze) dossier|adressen( \\S+)? (kunnen|mogen|moeten)( \\S+)? (weg|eruit|eraf|verwijderd)',
    '^(verwijderen|stop|afmelden|uitschrijven|weg)([ ,!.]+(verwijderen|stop|afmelden|uitschrijven|nu|weg))+',
    '(verwijdering|wissing) van (alles|al|alle)|(neem|neemt|nemen) (kennis|nota|akte)( \\S+){0,4} (bezwaar|afmelding|verzet|weigering)|bevestig\\w*( \\S+){0,3} (verwijdering|afmelding|uitschrijving|wissing)',
    '(verdwijnt|verdwijnen|verdwijne)(?<=(adres|naam|gegevens|mailbox)( \\S+){0,6})|(sta|staan|erop staan|eis|eisen)( \\S+){0,3} (erop )?dat( \\S+){0,8} (verdwijn\\w*|verwijder\\w*|wordt|stopt|ophoudt|gewist)',
    '(met rust|gerust) (gelaten|laten)|(wil|willen|zou)( \\S+){0,4} (rust|eraf|eruit|ervan af|er vanaf|er af)(?=[ .!,]|$)|(haal|haalt|laat)( \\S+)? (me|mij|ons) (hier|er|daar)( \\S+)? (uit|af|buiten|vanaf)',
    '(zet|schakel|haal)( \\S+)? (het|dit|ze|die mails|deze mails)( \\S+)? (uit|stop|af)(?=[ .!,]|$)|laten we het (hierbij|hier bij) laten',
    'vergeet (het|me|mij|ons|dit|mijn)(?=[ .!,]|$)(?! niet)|om( \\S+)? verwijderd te worden|(nu|nou)( \\S+){0,3} (klaar|afgelopen|genoeg|mooi geweest)( \\S+){0,2}(?<=({mail}|mails)[^\\n]{0,60})',
    '^(?=[^\\n]*\\b{wish}(?!\\w))[^\\n]{0,400}?(?<!\\w)(?<!(niet|nooit) ){ceasing}(,? \\S+){0,6} {about}',
    '^(?=[^\\n]*\\b{wish}(?!\\w))[^\\n]{0,400}?(?<!\\w){about}(,? \\S+){0,6} {ceasing}',
    '(hou|houd|houdt|bewaar)( \\S+){0,4} (bij|voor) (je|u|jullie|uzelf|jezelf)(zelf)?|(zoek|val|mail|schrijf|probeer)( \\S+){0,3} (iemand|een) anders|(zoek)( \\S+){0,3} (ander|nieuw) slachtoffer',
    '(laatste) (keer|waarschuwing|verzoek)|eens en voor altijd|ik (zeg|vraag) het niet (nog|weer)|(één|een) (mail|bericht)( \\S+){0,3} (is|zou)( \\S+)? te veel',
    '^(weg|eruit|eraf|wegwezen)(?=[ .!]|$)|(adres|naam|mail) (eraf|eruit|weg)(?=[ .!,]|$)',
    '(hebt u|heeft u|is er|hebben jullie|waar is)( \\S+){0,3} (afmeldknop|afmeldlink|uitschrijfknop|uitschrijflink|afmeldmogelijkheid)(?! in)',
    '(reclame|advertenties|aanbiedingen|mails?|acquisitie|berichten)( \\S+){0,6} (niet (geaccepteerd|gewenst|toegestaan|geduld|op prijs)|ongewenst|verboden|dienen te stoppen|dient te stoppen)',
    '(klacht|bezwaar|melding)( \\S+)? (ingediend|gedaan|neergelegd)|(pesterij|stalking|intimidatie)(?=[ .!,]|$)|genoeg gepest',
    '(hoor|horen|hoort)( \\S+){0,2} niet (op|in|thuis)|gaat (u|jullie|je) niets aan|geldt ook voor de toekomst|(geen zin|zinloos|nutteloos)( \\S+){0,2} (te (schrijven|mailen|sturen|benaderen))',
    '(mag|mogen|kan|zou) ik (u|jullie|je) (vragen|verzoeken)( \\S+){0,8} (te laten|achterwege|stoppen|te stoppen|af te zien|verwijderen)|voor (mij|ons) (niets|niks) meer|(er|hier)( \\S+){0,3} (een )?eind(e)? aan (komen|maken)',
    '(hou|houd|houdt|stop|kap)( \\S+)? (hiermee|daarmee|ermee)( op)?|bespaar( \\S+)? (het|dit|dat)( \\S+)? (ons|mij|me)|blokkeer (mijn|ons|dit) (adres|mailadres)|mogelijk( \\S+){0,3} verwijderd te worden',
    '(blij|fijn|prettig)( \\S+){0,3} (als|wanneer)( \\S+){0,8} (verdween|verdwijnt|stopte|stopt|verwijderd|ophield)',
    '(sla|slaat)( u)? (ons|mij|me)( \\S+)? over|(ons|mij|me|adres)( \\S+){0,5} (overslaan|over te slaan|weglaten|uitsluiten|uit te sluiten|weg te laten)|(liever)( \\S+){1,8} dan( \\S+){0,3} (nog een|nog één|uw|jullie)( \\S+)?|(regel|filter)( \\S+){0,4} (ingesteld|gemaakt|aangemaakt)',
  ],
  saysNot: [
    // Forbidding.
    '(?<!\\b(ik|wij|we|hij|zij|ze|die|men|niemand) )({write})(?! (ik|wij|we)\\b)( {adverb}| {me}| {more}| op| contact| met| naar| aan| dit| deze| daarom)* {never}( ({more}|{mail}|{adverb}|meer|lastig|toe|iets|op|langer|sturen|te|benaderen|mailen|voor))*(?=[ ,.!?]|$)(?<=(meer|nooit|niets|niks|{mail}|weer|langer|lastig|toe|op|niet|aub|svp|opnieuw|alstublieft|verder|dank|bedankt|alsjeblieft|hoor|hier|sturen|mailen))(?! (alleen|zozeer|te laat|vergeten|zeker))',
    '{never}( {more}| {adverb}| {mail}| te| op| met| lastig| toe| me| mij| ons| contact| naar| dit| adres| voor| via| deze| weg| aan)*( [^\\s,;:]+)? {writing}(?=[ ,.!?;]|$)(?<!uit te schrijven)(?<!(heb|hebben|kan|kunnen|kon|konden|nog|ik|had|hebt|heeft) (niet|niets|nooit|geen)( [^\\s,;:]+){0,2} \\S+)(?! (heb|hebben|kan|kunnen|had))',
    '(gebruik|gebruikt|bewaar|bewaart|houd|verwerk|verkoop)( {adverb})* {me}( [^\\s,;:]+){0,4} (niet|nooit)( [^\\s,;:]+)?|{me} (niet|nooit)( [^\\s,;:]+){0,3} (gebruiken|gebruikt|bewaren|te gebruiken|verwerken)',
    // Refusing mail.
    '(geen|niet|nooit|nul|zonder|niks|niets|geen enkele?)( {more})* ({mail})( {more}| {adverb})*( (meer|sturen|ontvangen|toesturen|krijgen|van u|van jullie|aub|svp|graag|te ontvangen|te sturen|toe te sturen|gewenst|op prijs|wil|hoeven|alstublieft|alsjeblieft|bedankt|dank))*(?! ?(gekregen|ontvangen (van|heb|hebben)|gehad|binnengekomen|gezien))(?=[ ,.!]|$)(?<=(meer|verdere|sturen|ontvangen|toesturen|krijgen|van u|van jullie|aub|svp|graag|reclame|spam|acquisitie|nieuwsbrieven|reclamemails|dit soort|zulke|ongevraagde|ongewenste|gewenst|alstublieft|alsjeblieft|deze|prijs|commerciële|dergelijke|nieuwe|marketing\\w*|toekomstige)\\b[^\\n]{0,50})',
    '{i}( {adverb})* {want}( {adverb}| hier| er| het| dat| dit| van u| van jullie| met| op| op dit adres| om)*( [^\\s,;:]+){0,3} {never}( {more}| {adverb})* _ ({mail}|{receive}|{writing}|prijs op|te wachten op|contact)(?=[ ,.!?]|$)(?! (gekregen|ontvangen) (heb|hebben))',
    '{want} {i}( {adverb}| van u| van jullie)*( [^\\s,;:]+){0,2} {never}( {more}| {adverb})* _ ({mail}|{receive}|{writing})(?=[ ,.!?]|$)',
    '(liefst|liever|graag|verzoek\\w*|gelieve|vraag|vragen|gevraagd|verzocht|wens\\w*|wil|willen|vriendelijk|svp|aub|zou|zouden|dring\\w*|eis\\w*|sommeer|sommeren|om)( [^\\s,;:]+){0,5} {never}( {more}| {adverb}| te| toe| op| lastig| met| mij| me| ons| contact)* _ ({writing}|{receive}|(?<=geen[^\\n]{0,40}){mail})(?=[ ,.!?]|$)(?! (gekregen|gehad))',
    '(stel|stellen|stelt|leg|hecht)( {adverb})*( (ik|wij|we))?( [^\\s,;:]+)? (geen|totaal geen|allerminst) (prijs|waarde)( op| aan)?( [^\\s,;:]+){0,4}|(geen|nul)( enkele)? (behoefte|interesse|belang|trek|zin|prijs)( [^\\s,;:]+)? (aan|in|bij|op)( {more})* ({mail})|zit( [^\\s,;:]+){0,3} niet( [^\\s,;:]+)? te wachten( [^\\s,;:]+)?( op)?( {more})* ({mail})|niet gediend van( [^\\s,;:]+){0,3}',
    '(geen|nooit|zonder)( [^\\s,;:]+)? (toestemming|goedkeuring)( [^\\s,;:]+){0,8} (te mailen|mailen|mail|sturen|te sturen|gebruik\\w*|benaderen|te benaderen|verwijder\\w*|adres|schrijven|te schrijven|aanschrijven)',
    '({mail}|dit|deze|uw berichten)( [^\\s,;:]+){0,6} (ongewenst\\w*|niet (gewenst|welkom|gevraagd|op prijs|toegestaan)|verboden|illegaal|onrechtmatig|niet meer nodig|overbodig|storend|irritant|hinderlijk|in strijd)(?=[ ,.!]|$)',
    '(verbied|verbieden|ontzeg|duld)( [^\\s,;:]+){0,8} ({mail}|{writing}|gebruik|te \\S+|contact)',
    '(hoeft|hoeven|hoef|moet|moeten|hoefde)( {adverb}| mij| me| ons)* ?(mij|me|ons|er|dit|daarom|hier)?( {adverb}| {more})* (niet|niets|niks|geen|nooit)( {more}| {adverb}| mij| me| ons| toe| aan)*( (te|toe te|meer te|op te))? ?(sturen|mailen|schrijven|benaderen|contacteren|zenden|proberen|te sturen|te mailen|te schrijven)(?<=(meer|geen|niets|niks|nooit|weer|verder)[^\\n]{0,40})',
    '(niets|niks|nooit|niet|geen)( [^\\s,;:]+){0,3} (meer |langer |weer )?(van|met) (u|jullie|je|uw \\S+)( [^\\s,;:]+){0,2} (horen|vernemen|lezen|ontvangen|krijgen|te maken|hebben|weten|zien)',
    '(niet|geen|nooit)( (meer|langer|verder))*( [^\\s,;:]+)? (mee te nemen|meenemen|opnemen|op te nemen|toevoegen|meerekenen)( [^\\s,;:]+){0,4}|op geen( enkele)? ( ?\\S+){0,2}lijst',
    '(wil|willen|hoef|hoeven|wens\\w*)( [^\\s,;:]+){0,4} (niets|niks|nooit|geen)( [^\\s,;:]+){0,2} (van|met) (u|jullie|je|uw \\S+|jullie \\S+)(?! (weten wat|offerte))',
    'niet (meer )?(sturen|doen|mailen|benaderen)( [^\\s,;:]+)?(,? (aub|dus|svp|graag|alstublieft|die mails|a\\.u\\.b\\.))*(?=[,.!]|$)',
    '(heeft|hebt|hebben|heb)( [^\\s,;:]+){0,2} (mijn|onze|geen)( [^\\s,;:]+)? (toestemming|goedkeuring)( [^\\s,;:]+)?(?=[,.!]|$)(?<=(niet|geen)( [^\\s,;:]+){0,3})',
    '(niemand)( [^\\s,;:]+){0,4} (aanschrijven|schrijven|mailen|benaderen|contacteren|mailt|benadert)',
    '(stem|stemmen)( [^\\s,;:]+)? niet in met( [^\\s,;:]+){0,3} ({mail}|reclame)',
    '(wens\\w*|wil|willen) niet( [^\\s,;:]+){0,8} (aangesproken|benaderd|gemaild|aangeschreven|gecontacteerd|lastiggevallen)',
    '(dit|mijn|ons|deze)( [^\\s,;:]+)? (adres|mailbox|e-?mailadres|mailadres) niet( [^\\s,;:]+){0,4} (te gebruiken|gebruiken)|(schrijf|schrijven|mail|mailen|stuur|sturen)( [^\\s,;:]+)? (niets|niet|niks)(?=[.!]|$)|(graag|alstublieft|aub) (niet|niets) (meer )?(schrijven|mailen|sturen)',
    'vraag( het| me| ons)* niet( meer| weer| opnieuw)+|(u|jullie) mag (mij|ons|me) niet (mailen|schrijven|benaderen)',
    'nooit( [^\\s,;:]+)? (ingestemd|toegestemd|akkoord)( [^\\s,;:]+){0,8} niet|(geen|zonder) toestemming,? (geen|dus geen) (mail|reclame|berichten)|wenst geen( [^\\s,;:]+){0,3} (post|mails?|reclame|berichten)|(zie|zien)( [^\\s,;:]+){0,4} af van( [^\\s,;:]+){0,2} (berichten|mails?|reclame)',
    'waarom( [^\\s,;:]+){0,5} niet( [^\\s,;:]+)? (van|uit|eraf|eruit)( [^\\s,;:]+){0,2}',
  ],
  unless: [
    '(de rest|al het andere|andere onderwerpen|overige|de andere)( \\S+){0,5} (prima|welkom|graag|lees|goed|interessant|leuk)',
    '^(?![^\\n]*\\b(waarom|als|anders|of|dat)\\b)[^\\n]*\\b({take}|{remove})( {adverb})* {me}( (?!en\\b)[^\\s,.;]{1,40}){0,3} niet(?! (meer|langer))|(hoeft|hoeven|moet|moeten|wil|willen|zou|zouden|kunnen beter|niet nodig)( \\S+){0,3} niet( \\S+){0,5} {removed}(?! (worden gebruikt|te sturen))(?<!(waarom|hoe|waar|als)[^\\n]*)',
    '(krijg|ontvang|krijgen|ontvangen|kreeg|ontving)( \\S+){0,6} (geen|niets)(?! (enkele reactie|afmeld))|(heb|hebben|had|hadden) (ik |we |wij )?(nog |tot nu toe |lang )?(geen|niets|nooit)( \\S+){0,4} (ontvangen|gekregen|gehad|gezien)',
    '(einde|na|afloop)( \\S+){0,3} (contract|abonnement|proef|project)(?=[,.?]|$)|waar (staan|worden|staat)( \\S+){0,3} (gegevens|data)|(kan|kunnen|kunt)( \\S+){0,4} (zichzelf|zelf|automatisch|oude)( \\S+){0,3} (afmelden|uitschrijven|verwijderen|overnemen)',
    '(uit|van|in) (de|het|uw|je|jullie|onze|mijn) (\\S+ )?(offerte|bestelling|order|factuur|winkelwagen|afspraak|agenda|contract|regel|cc|foto|pagina|voorstel|website|site|groep|chat|wachtlijst|gastenlijst|prijslijst|gouden gids|alinea|tekst|concept|uitnodiging|whatsapp\\S*)|(tweede|eerste|laatste|vorige) (alinea|regel|zin|versie|mail|bericht)( \\S+)? (verwijder\\w*|gewist)|per ongeluk|abusievelijk|geadresseerde|vertrouwelijk',
    '(onze|mijn) (eigen )?(nieuwsbrief|mailinglijst|lijst|bestand)|klik (hier|op)|(onze|mijn|uw|jullie|de|bij uw) (klanten|gasten|abonnees|lezers|leden|gebruikers)',
    '(kan|kun|kunnen|mag|mogen) (ik|je|we|men)( \\S+){0,5} (altijd|later|ieder moment|op elk moment|tussentijds)( \\S+)? (opzeggen|afmelden|uitschrijven)|(moet|moeten) (ik|we) (me |ons |ze )?(\\S+ ){0,3}(afmelden|opzeggen|uitschrijven|verwijderen)|(bijna|haast|wilde|stond op het punt)( \\S+){0,4} (afgemeld|uitgeschreven|afmelden|uitschrijven)|(procent|percentage|afmeldpercentage|uitschrijfpercentage|afmeldpagina|meldt zich)',
    '(hebben|heb|is|zijn|had|hadden)( (we|ik|wij|ons|me|mij|bij de|zelf))*( (u|je|jullie|uw|het|de oude))?( \\S+){0,5} (verwijderd|uitgeschreven|afgemeld|gehaald|gestopt|opgezegd|geblokkeerd)(?! worden)(?![^\\n]*(nog steeds|toch|nog altijd|weer|alsnog|ondanks))(?<!(al|reeds|eerder|meermaals|keer)( \\S+){0,6})',
    'aarzel (u )?niet|vergeet (u |me |ons )?niet|(kan|kunnen|konden|kon)( \\S+){0,3} niet( \\S+)? (stoppen|ophouden|openen|lezen)|houden( \\S+){0,3} niet( \\S+)? op|(stoppen|stopten|gestopt|stop) (we|wij|ik|ze|bij|even|donderdag|maandag|dinsdag|woensdag|vrijdag|met papier|er even)(?! (met mailen|mail))|stop (er )?{weekday}',
    '(over|betreffende|inzake|omtrent|qua) (?!(mij|ons|mijn|onze|dit|deze|uw|jullie|alle|al|verder)\\b)[^\\n]*(wel|maar|de rest|interess\\w+)',
    '(wij|we|ik) (doen|doe|sturen|stuur|versturen|maken|verzenden|gebruiken)( \\S+){0,6} (geen|niet|niets)( \\S+)?(?! (ontvangen|krijgen))',
    '(kan|kunnen|kon|konden)( (u|je|jullie|ik|wij|we|er))*( \\S+){0,4} (niet|niets|niks|geen)( \\S+){0,2} (vinden|sturen|mailen|lezen|openen|terugvinden)',
    'wordt niet( \\S+)? (doorgestuurd|gelezen|beantwoord|bewaakt|gecontroleerd|verwerkt)|niet (te )?(antwoorden|beantwoorden|reageren) op( \\S+)? (automatisch\\w*|bericht|mail)|automatisch (bericht|antwoord)\\w*',
    'geen contact op met (het|de|onze|mijn) ',
    'als (ik|we|wij) (opzeg|opzeggen|stop|annuleer)|worden( \\S+){0,4} gegevens( \\S+){0,3} verwijderd( \\S+)?\\?|(uw|het) (programma|filter|systeem)( \\S+){0,3} (verstuurt|houdt|stopt)|(iemand|men|wie) (met|zich)( \\S+){0,3} (antwoordt|afmeldt)|(mijn|onze) (klanten|gasten)',
    '(nieuwsbrief|niets|niks)( \\S+)? missen|(het|mijn|de) (pakket|account|bestelling|engelse|versie)( \\S+){0,3} niet|(bij|van) (uw|een|jullie|de) (concurrent|concurrentie)|heeft uw mail|niet de (engelse|duitse|oude|nieuwe)( \\S+)?|(een|één|twee) keer per (maand|week|jaar)',
    '(klopt het|is het (waar|zo)|hoe (zorgt|zorgen|voorkomt|voorkomen|regelt|doet|gaat)|wat (doet|doen|gebeurt)|hoeveel|hoe (vaak|lang)|wanneer (stopt|stoppen|verwijdert)|(zullen|zal|moeten|moet) (wij|we|ik)|(kunt u|kun je|kan je|kan) (een|de) (lopende )?campagne)[^\\n]*\\?',
    '(dacht|dachten)( \\S+){0,6} (had|hadden)? ?(afgemeld|uitgeschreven)|(oude|andere|vorige) adres|(stop|hou) er (vooral|alsjeblieft|maar)? ?niet|bijna had|laat (ons|me|mij) (gerust|maar|lekker) |(leverancierslijst|onze \\S*lijst|mijn \\S*lijst)|niet (onaangekondigd|zomaar)|(baas|directie|directeur|chef)( \\S+){0,4} (stopgezet|gestopt)',
    'per (ongeluk|abuis)|niet de bedoeling|misverstand|(zet|schrijf|meld) (me|mij|ons) (weer|opnieuw|terug)|weer (inschrijven|op de lijst|interesse|aanmelden)|negeer (mijn|ons)|(ga|gaat) (door|verder) met|(onze|ons|mijn) (spam)?filter|waarom sta (ik|wij) niet meer|ik mis',
    'niet dat( \\S+){0,4} (niet|geen)|(jammer|zonde|fout|hopelijk|hoop)( \\S+){0,8} ({removed}|verwijderd|gehaald|afgemeld)|niet (uit|van|af van) {yourlist}( \\S+){0,2} (verwijderd|gehaald|worden|halen|te halen|vallen|af)',
    '(stop|stopt|hou|houd) (alsjeblieft |vooral |aub )?(niet|nooit)',
    'niets tegen|storen (mij|me|ons) niet',
    'mond-tot-mond\\w*|(doen|doe) (we |wij |ik )?niet aan|(hebben|heb)( \\S+){0,2} genoeg (reclame|klanten)|(geen|niet) (reclame|marketing) nodig|reclame hoeft niet',
  ],
  unlessSure: [
    '(per|via) (post|telefoon|whatsapp|sms|fax|brief|papier)(?![^\\n]*(of|en|noch) (per |via )?(e-?)?mail)|(papieren|folders?|brievenbus|bellen|gebeld|belt|telefonisch\\w*|catalogus|catalogi|bezoek\\w*|vertegenwoordigers?|langskomen|monsters|telefoontjes|aan de deur)(?![^\\n]*(of|en|noch)( te)? (mail|e-?mail|schrijv|stur|bericht))(?<!(mailen|mail|mails|e-mailen|schrijven|sturen|berichten) (of|en|noch) (te )?\\S+)',
    '(?<!niet )(bel|belt)( (u|je))? (mij|me|ons)(?! (niet|nooit|ook niet))',
    '(mailen|e-?mail|mail|schriftelijk) (mag|is prima|is goed|is ok|kan|volstaat|is genoeg|heeft de voorkeur|vind|werkt|gerust|lees)( \\S+)?|liever (per |via |een )?(e-?)?mail(?! (niet|geen))(?<!niet( \\S+){0,3})|alleen (per |via )(e-?)?mail|mailen? (gerust|liever|mag)|(mail|schrijf)( (me|ons|mij))? (liever|gerust)(?! (niet|geen))',
    '(over|betreffende|inzake|omtrent|rond) (het|de|dat|die|seo|\\S+) ?(webinar|onderwerp|thema|\\S+)(?![^\\n]*(verwijder|uitschrij))(?<!(over|inzake|omtrent) (mij|ons|mijn|onze|uw|jullie|dit|deze|wat)[^\\n]{0,40})',
    '(tot|voor|deze week|tijdens|voorlopig|vandaag|in het weekend|nog niet|dubbel|op zondag|s avonds|twee keer)( \\S+)?(?=[^\\n]*(mail|schrijf|stuur|benader|contact))(?![^\\n]*(verwijder|uitschrij|afmeld|haal|stop|gevraagd|toestemming|uit|reclame|deze mail))(?<!(nog|bezwaar|advocaat)[^\\n]*)(?<=(tot|voor) (maart|april|mei|juni|juli|augustus|september|oktober|november|december|januari|februari|maandag|dinsdag|woensdag|donderdag|vrijdag|\\d+|eind|begin|de|het)|deze week|tijdens( \\S+)?|voorlopig( \\S+)?|vandaag( \\S+)?|weekend|nog niet|dubbel)',
    '^(?![^\\n]*(verwijder|wis|uitschrij|afmeld|lijst|avg|gevraagd))[^\\n]*(voor|tot|niet voor|pas na) (de |het |eind |begin )?({when}|{month}|{weekday}|\\d+)',
    '(zo vaak|zoveel|zo veel|elke dag|elke week|dagelijks|minder|tegelijk)(?![^\\n]*(verwijder|uitschrij|afmeld|haal|stop|hou))',
    '(mijn vrouw|mijn man|mijn baas|mijn collega|mijn personeel|onze klanten|mijn moeder|mijn vader|mijn partner|mijn boekhouder|mijn ouders)',
    '(nieuw|oud|oude|nieuwe) (adres|mailadres|e-?mailadres)|(maar|gebruik)( \\S+)? (naar|het nieuwe|dit nieuwe)|bijlagen?|(zip|pdf)-?bestand\\w*',
    'dreig\\w+( \\S+)? met|geen contact op met (het|de|onze|mijn)( \\S+)?',
  ],
}
