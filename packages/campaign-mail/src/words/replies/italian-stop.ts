import type { Rule } from '../../phrases.ts'

/** What a wish that mail ends is made of. */
export const ITALIAN_STOP_WORDS = {
  i: '(io|noi)',
  adverb:
    "(subito|immediatamente|per favore|per cortesia|per piacere|cortesemente|gentilmente|definitivamente|anche|pure|il prima possibile|al più presto|quanto prima|ora|adesso|grazie|più|mai|mai più|una volta per tutte|una buona volta|in futuro|d'ora in poi|d'ora in avanti|da subito|semplicemente|quindi|dunque|allora|direttamente|completamente|totalmente|urgentemente|tutti|tutto|davvero|ulteriormente|nuovamente|di nuovo|ancora|altro|pertanto|perciò|infine|già|proprio|assolutamente|in alcun modo|dai)",
  me: "(mi|ci|me|noi|((il|la|i|le|l'|lo|questo|questa|quest'|il mio|la mia|i miei|le mie|il nostro|la nostra|i nostri|le nostre|tutti i miei|tutti i nostri|mio|mia|nostro|nostra|suddetto|questi|ogni mio)( (indirizzo|vecchia|personale))?( \\S+)? ?)(indirizzo|indirizzi|e-?mail|mail|dati|nome|nominativo|contatto|contatti|recapiti|recapito|casella|dati personali|azienda|ditta|account|profilo|scheda|posta|numero|studio|negozio|utenza|iscrizione|informazioni)|(tutti|qualsiasi|ogni)( \\S+){0,3} dati|\\S+@\\S+)",
  mail: '(e-?mails?|mails?|messaggi|messaggio|pubblicità|spam|newsletters?|offerte|promozioni|comunicazioni|comunicazione|posta|schifezze|cavolate|roba|robaccia|contatti|contatto|materiale pubblicitario|solleciti|spazzatura|invii|invio|mailing|email marketing|telemarketing|réclame|cose|lettere|corrispondenza|carteggio|pubblicitari[eo]?|stronzate|sciocchezze|promemoria|avvisi|notifiche|disturbo|molestie|bombardamento|pubblicazioni|letterine|marketing|porcherie|inviti|messaggini|mailings)',
  of: "(le|la|il|lo|gli|i|l'|questi|queste|questo|questa|vostre|vostri|vostra|vostro|sue|suoi|sua|tue|tuoi|tutte|tutti|tutta|altre|altri|altra|altro|ulteriori|ulteriore|nessun\\w*|alcun\\w*|più|di|da|con|sta|ste|sto|sti|tipo|genere|simili|del|dei|delle|della|dello|nuov\\w|commerciali|commerciale|pubblicitari\\w?|promozionali|indesiderat\\w|non richiest\\w|niente|nulla|mai|voi|parte|qualsiasi|ogni|elettronic[ah]e?|a|in|per|un|una|un'|uno|questo indirizzo|comunicazioni|tante|troppe|continui|continue|e-?mail di|quest'|su|sul|nemmeno|neanche|successiv\\w)",
  list: '(liste?|mailing ?-?lists?|mailing|database|data base|archivi|archivio|elenchi|elenco|newsletter|sistemi|sistema|contatti|rubrica|crm|banca dati|banche dati|registri|invii|iscritti|distribuzione|indirizzario|indirizzi|destinatari|comunicazioni|campagn[ae]|server|schedario|programma|spedizioni|e-?mail|servizio|vostri indirizzi|base dati|clienti)',
  yourlist:
    '(vostra|vostro|vostri|vostre|sua|suo|suoi|sue|tua|tuo|tuoi|questa|questo|queste|questi|la|il|le|gli|i|dei|tutte|tutti|qualsiasi|ogni|qualunque)( (le|i|vostre|vostri|maledetta|benedetta|vostra|vostro))? ?{list}',
  from: "(da|dal|dalla|dalle|dai|dagli|dall'|dallo|di|nel|nella|dal vostro|dalla vostra|dai vostri|dalle vostre)",
  // What is done to a person's address: stems, then the forms of a command, a wish and the infinitive, with 'mi' or 'ci'.
  remove:
    '((cancell|rimuov|elimin|togli|tolg|lev|depenn|esclud|disiscriv|disinscriv|dimentic|scord|sfil|canc|sbarr|espung|distrugg|sopprim|bloc+h?|toglie|disicriv|deiscriv|disattiv|estromett|rimuove|radi|obli)(ate|a|i|ere|are|iate|ete|ino|ano|er|ar|ir|ire|iamo|uda|e|o|erà|assero|asse|este|este|)(mi|ci|lo|la|li|le|mene|cene|tevi)?)',
  removal:
    '(cancellazione|rimozione|eliminazione|disiscrizione|esclusione|disdetta|distruzione|soppressione)',
  removed:
    '(cancellat[oaie]|rimoss[oaie]|eliminat[oaie]|tolt[oaie]|disiscritt[oaie]|esclus[oaie]|depennat[oaie]|levat[oaie]|dimenticat[oaie]|scordat[oaie])',
  // How somebody is reached.
  reach:
    '((scriv|riscriv|contatt|ricontatt|invi|mand|rimand|disturb|importun|spamm|molest|tempest|sped|insist|bombard|assill|scocci|trasmett|inoltr|persever|scrivi|contin|pers[ei]st|rompe|romp|intas|riemp|usat?|utilizz|sollecit|infastid|stress)(ete|ate|ere|are|iate|i|a|o|ino|iamo|ire|er|ar|ir|ite|isca|iscano|uare|uate|endo|ando|arvi|ervi|este|asse|assero|essero|esse|ono|ano|uiate|erete|erò|e|)(mi|ci|mene|cene|ne|mela|celo|le|li|lo|la|cela)?|farmi (avere|pervenire)|farci (avere|pervenire)|usare|utilizzare)',
  reached:
    '(contattat[oaie]|disturbat[oaie]|ricontattat[oaie]|importunat[oaie]|tempestat[oaie]|bombardat[oaie]|sollecitat[oaie]|spammat[oaie]|molestat[oaie]|inserit[oaie]|iscritt[oaie]|infastidit[oaie])',
  receive:
    '(ricever(e|ne|le|li|la|vi)?|avere|averne|trovar\\w*|vedere|leggere|sentire|essere|sentir\\w*|riceva|riceviamo|vederne|veder\\w*|aver\\w*)',
  want: '(voglio|vogliamo|desidero|desideriamo|intendo|intendiamo|gradisco|gradiamo|vorrei|vorremmo|accetto|accettiamo|autorizzo|autorizziamo|acconsento|acconsentiamo|preferisco|preferiamo|preferirei|preferiremmo|gradirei|gradiremmo|chiedo|chiediamo|permetto|consento|tollero|apprezzo|ho intenzione di|abbiamo intenzione di|mi interessa|ci interessa|interessato a|interessati a|interessata a|sopporto|pretendo|pretendiamo|mi va di)',
  end: '(smett(ete|etela|ila|erla|ere|i|ano|a|iamola|eterla|etel|esse|este|iate|ono|ter|er|eresti|iamo)|finit(e|ela)|finisc(a|ila|i)|finire|finirla|piant(ate|atela|ala|a|arla)|ferm(ate|atevi|are|i|arvi)|basta|interromp(ete|ere|a|iate|i)|cess(ate|are|i|iate|azione|a|ino)|evit(ate|are|i|a|iate|ateci|atemi)|astene(tevi|rvi|rsi)|si astenga(no)?|vi asteniate|astenga|sospend(ete|ere|a|iate)|porre fine|ponete fine|ponga fine|poniate fine|mettete fine|mettere fine|lascia(te)? (stare|perdere)|lasci (stare|perdere)|lasciat(e|emi|eci) (stare|perdere)|risparmi(ate|a|atemi|ateci|ami|aci|arci|armi|aste|asse|are|atela|atelo)(mi|ci)?|stop|stufo|stufa|stufi|non ne posso più|ne ho abbastanza|abbastanza|rinunci(ate|are)|termin(ate|are)|annull(are|ate|i)|piantatela|chiud(ete|iamo)la|fatela finita|falla finita|desist(ere|ete|a))',
  authority:
    '(segnal\\w+|denunci\\w+|avvocat[oi]|legal[ei]|garante|vie legali|querel\\w+|polizia( postale)?|autorità|spam|blocc\\w+|diffid\\w+|reclamo|tribunale|esposto|agcm|procedere|procedo|azioni|risarcimento|fattura|carabinieri|guardia di finanza)',
  wish: '(per favore|per cortesia|prego|preghiamo|chiedo|chiediamo|voglio|vogliamo|vorrei|vorremmo|desider\\w+|piacerebbe|grat\\w|gradir\\w+|potreste|potrebbe|può|potete|esigo|insist\\w+|spero|speriamo|prefer\\w+|fate|faccia|deve|devono|dovete|invit\\w+|pregat\\w)',
  ceasing:
    "(non( \\S+)? più|mai più|più nulla|nient'altro|nessun\\w* (altr\\w|più)|cess\\w+|smett\\w+|risparmi\\w+|silenzio|in pace|tranquill\\w|spari\\w+|scompa\\w+|liberar\\w*|cancell\\w+|elimin\\w+|togl\\w+|rimuov\\w+|rimoss\\w|annull\\w+|disiscri\\w+|astener\\w*|asteng\\w+|dimentic\\w+|uscire|uscirne|basta)",
  about:
    '(e-?mail|mail|messaggi|newsletter|pubblicità|spam|invii|mailing|liste?|elenc\\w+|database|casella|posta|(mio|nostro|questo|miei|nostri) ?(indirizzo|dati|nome|nominativo)|da (parte vostra|voi|lei)|vostr\\w (liste?|archivi|elenchi|database|elenco)|comunicazioni|corrispondenza)',
  // A question counts only with one of these.
  asking:
    '(può|potete|potreste|potrebbe|puoi|potresti|sareste|sarebbe|volete|vuole|posso|possiamo)|come (faccio|facciamo|posso|possiamo|mi|ci|si|esco|disattivo)|perché (mi|ci|non mi|non ci|continu\\w+|ricevo|riceviamo|ancora|insist\\w+)|dove|per favore|per cortesia|possibile|con chi|quante volte|quando (la|smett\\w+)|pulsante|link',
  // Between a negation and what it denies at a distance.
  link: '(di|che|essere|mi|ci|a|per|da|dalla|venga|siamo|sia)',
  // A text without one of these is in another language.
  common:
    '(dai|vostri|vostre|invii|me|siete|abbiamo|nn|né|ogni|senza|può|vs|nostro|nostra|qui|depenn\\w*|prossima|chiudi\\w*|preferisco|dove|buttate|considera\\w*|cancell\\w*|togli\\w*|elimin\\w*|rimuov\\w*|depenn\\w*|dimenti\\w*|pubblicità|molestie|spam|non|mi|ci|vi|di|il|la|le|i|lo|gli|che|per|da|dal|dalla|e|è|un|una|mio|mia|vostra|vostro|vostre|più|piu|grazie|favore|basta|stop|questa|questo|queste|del|della|con|se|ne|cancellami|cancellatemi|toglietemi|rimuovetemi|disiscrizione|disiscriv\\w*|fuori|mail|cancellare|annulla\\w*|smett\\w*|niente|mai|nessun\\w*|lasciat\\w*|indirizzo)',
} as const

export const ITALIAN_STOP: Rule = {
  surely: [
    // Off a list.
    '({remove})( {adverb}| {me})*( \\S+){0,5} {from} ?{yourlist}',
    '(essere|venire|venga|vengano|sia|siano|siamo|fossi)( \\S+)? {removed}( \\S+)? {from} ?{yourlist}',
    "(figurare|comparire|essere|stare|rimanere|far parte)( \\S+){0,2} (nella|nel|nelle|nei|negli|nell'|della|del|dei|sulla) ?{yourlist}(?<=(non|né)( \\S+){0,9})",
    '(lista|liste|registro|elenco|black ?list)( \\S+){0,2} (nera|delle opposizioni|di esclusione|di soppressione|opposizioni|dei bloccati|degli esclusi|di blocco|di opposizione|esclusioni|robinson)|blacklist',
    // Rights.
    "(mi|ci) (oppongo|opponiamo)|(diritto|diritti)( (di|alla|all'|alla|ad|a))+ ?(opposizione|cancellazione|oblio|opporre\\w*|opporsi|revoca)|opposizione al trattamento|(opporre|opporci|opporre|oppormi)( \\S+){0,3} (trattamento|uso|utilizzo|invio)|(articol[oi]|artt?\\.?)( \\d+ e)? ?(17|21|7)\\b",
    '(revoco|revochiamo|ritiro|ritiriamo|revocare|revoca|ritirare)( \\S+){0,5} (consenso|autorizzazione)',
    '({removal}|{remove})( (immediata|completa|totale|definitiva|di|dei|del|della|tutti|i|miei|nostri|mio|da|personali|subito|gentilmente|immediatamente|ogni))* (dati|dati personali)(?! (nel|nella|degli?|vecchi|doppi))',
  ],
  says: [
    // Off a list, in fewer words.
    '({remove})( {adverb})* {me}(?=[ ,.!?]|$)(?! (tutto|ogni|il dubbio))(?<! (mi|ci))',
    '({remove})(?<=mi|ci)(?=[ ,.!?]|$)( {adverb})*(?! ?(il|la|i|le|ogni|un|una) (dubbi\\w*|curiosità|pensiero|peso))',
    '({remove})(?<=(cancell|rimuov|elimin|togli)\\w{0,4}l[oaie])(?=[ ,.!?]|$)(?<!(a mano|devo|dobbiamo|posso|possono|per|preghiamo di|di) \\S+)',
    '(mi|ci)( {adverb}| può| potete| potreste| potrebbe| dovete)* ({remove}|disiscriv\\w+)(?=[ ,.!?]|$)(?! (il|la|i|le|un) (dubbio|curiosità))',
    '(può|potete|potreste|potrebbe|puoi|vorrei|vogliamo|voglio|prego di|chiedo di|chiediamo di|prega di|vi prego|cortesia)( \\S+){0,3} ({remove})(?=[ ,.!?]|$)( {me}| {adverb}| {from}| da)(?! (il|la) (seconda?|prima|riga|paragrafo))',
    '(disiscrizione|disiscrivermi|disiscriverci|disiscrivetemi|cancellazione|cancellarmi|cancellarci|disdetta|disiscrivere|disiscriversi|disiscrivi)(?=[,.!]|$| grazie| per favore| immediata| dalla| da questa| da queste| dalle| dal | dai| urgente| subito)(?<!(tasso|link|pagina|per) (di )?\\S+)',
    '{removal}( (immediata|completa|totale|definitiva|di|dei|del|della|tutti|i|miei|nostri|mio|dal|dalla|da|dai|personali|il|nostro|questo|vostri|vostra|vostro))* ?(dati|indirizzo|nominativo|e-?mail|mail|contatto|lista|mailing list|database|newsletter|elenco|account|archivi)',
    '(essere|venire|venga|vengano|sia|siano|siamo)( \\S+)? ({removed})|(uscire|togliermi|fuori|uscirne) (da|dalla|dal|dalle) (questa |vostra |sua |queste )?{list}',
    '(come|dove|quando)( \\S+){0,6} (disiscriv\\w*|cancellar\\w*|cancello|togliermi|uscire|non ricevere|smettere|non ricever\\w+|disiscrivo|tolgo|disdire|disdico|annullare|fermare|far smettere|smetterla|liberarmi|disiscrizione)(?=[ ,.!?]|$)|(link|pulsante|tasto|opzione)( \\S+){0,3} (disiscri\\w+|cancella\\w+|annulla\\w*)( \\S+){0,4} (non|guasto|errore|rotto|manca|inesistente)|(non|nessun|senza|manca|trovo)( \\S+){0,4} (link|modo|pulsante)( \\S+){0,3} (disiscri\\w+|cancella\\w+)',
    "(annullare|annullate|annulla|annullamento|disdire|disdico|cancellare|cancellate|annulli|disdette|disdici|annullo|disdetta)( (la|mia|l'|il|della|dell'|mio|questa|nostra))* ?(iscrizione|sottoscrizione|abbonamento)",
    // No more mail.
    "{end}( {adverb}| {of}| la| cosi)*,? ?(di|con|da|a|dal|dall'|dallo|dalle|d')?( {adverb}| {of}| continuare a| ulteriori)* ?({reach}|{mail}|inviar\\w*|scriver\\w*|mandar\\w*|contattar\\w*|disturbar\\w*|l'invio)(?=[ ,.!?]|$)",
    '(smettetela|smettila|piantatela|piantala|finitela|finiscila|basta( così)?|la smetta|la smettiate|la finisca|fatela finita|la pianti)( (ora|subito|per favore|adesso|con|grazie|davvero|mail|una buona volta|di|così|dai))*(?=[,.!]|$)|(adesso|ora|e|davvero) basta(?=[ ,.!]|$)|(prego|chiedo|invito)( \\S+)? di (smettere|smetterla|finirla)',
    'lascia(te|teci|temi|mi|ci)?(mi|ci)? (in pace|stare|perdere|tranquill\\w)|(vaffanculo|andate a quel paese|vai a quel paese|fuori dalle palle|non rompete|levatevi|andate al diavolo|non rompere|andate a farvi|sparite|che palle|non rompetemi|non scassate|andatevene|fuori dai piedi)|(mi|ci) lasc\\w+ (in pace|stare)|dimenticat\\w+(mi|ci|vi)( di)?|(scordatevi|dimenticatevi) (di me|di noi|del mio|questo)',
    '(fate|faccia|fai|far) in modo( \\S+)? (che|di)[^\\n]{0,80} (non|nulla|niente|più|smett\\w+|cess\\w+)|(assicurat\\w+|accertat\\w+|provvedet\\w+|provveda|provvedere|vogliate provvedere)( \\S+){0,4} (che|di|a|alla)[^\\n]{0,80} (non|nulla|niente|cancell\\w+|rimoz\\w+|rimuov\\w+|elimin\\w+|smett\\w+|cess\\w+)',
    '(grat[oaie]|apprezzer\\w+|gentil[ei]|gradir\\w+|piacere|cortes[ei]|felic[ei]|content[oaie])( \\S+){0,4} (se|di|a)( \\S+){0,4} (smett\\w+|cess\\w+|cancell\\w+|togl\\w+|rimuov\\w+|elimin\\w+|porre fine|poneste fine|porr\\w+|evit\\w+|depenn\\w+)',
    // Under threat.
    "(prossim[ao]|un'altra|altr[ao]|ancora|se|altrimenti|o|in caso contrario|diversamente|ulterior[ei]|alla prossima)( \\S+){0,10} ({mail}|{reach}|continu\\w+|insist\\w+|un[ao]?|smett\\w+|ricev\\w+)( \\S+){0,10} {authority}|(altrimenti|o|in caso contrario|diversamente|sennò|se no)( \\S+){0,6} {authority}|{authority}( \\S+){0,10} (se|alla prossima|qualora|in caso di)( \\S+){0,6} ({mail}|{reach}|continu\\w+|insist\\w+|ricev\\w+|arriv\\w+|non smett\\w+)",
    '(faccio|farò|presento|presenterò|procedo|procederò|invierò|sporgerò|inoltro|faremo|sporgo)( \\S+){0,4} (segnalazione|denuncia|reclamo|esposto|querela|diffida)|(segnalo|segnaliamo|segnalerò|denuncerò|denuncio)( \\S+){0,6} (garante|spam|polizia|autorità|postale)',
    '(segnalat\\w|segnalo|bloccat\\w|blocco|contrassegnat\\w|mess[oaie])( \\S+){0,4} (spam|indesiderata|mittente|indirizzo|lista nera)|(vi|ti|la) (blocco|ho bloccat\\w|segnalo|denuncio|ho segnalat\\w|bloccherò|abbiamo bloccat\\w)',
    '(consenso|autorizzat\\w|autorizzazione|permesso|richiesto|chiesto|iscritt\\w)( \\S+){0,14} (rimuov\\w+|cancell\\w+|elimin\\w+|togli\\w+|smett\\w+|cessa\\w*|basta|toglie\\w+)',
    'stop( \\S+){0,2} {mail}|^(per favore,? )?(stop|basta|fermatevi)( {adverb}| a| con)*(?=[,.!]|$)',
    '(già|più volte|due volte|tre volte|da tempo|mesi fa|ripetutamente|in precedenza|tempo fa)( \\S+){0,6} (chiesto|detto|scritto|richiesto|disiscritt\\w|cancellat\\w|pregat\\w|comunicat\\w|revocat\\w|invitat\\w)( \\S+){0,10} (non|cancell\\w+|rimuov\\w+|smett\\w+|togli\\w+|elimin\\w+|ancora|continu\\w+|niente|nulla)|(continuo|continuiamo|continuate|ancora|nonostante|malgrado|eppure)( \\S+){0,8} (disiscritt\\w|disiscrizione|cancellat\\w|cancellazione|chiesto|richiesto|opposizione)',
    "(che|sia|questa è|spero)( \\S+){0,4} (l'ultima|l'ultimo|ultima|ultimo)( (mail|e-?mail|messaggio|volta|comunicazione|che))*(?=[ ,.!]|$)(?<!(l'ho|nella|della)( \\S+){0,4})",
    "(inutile|superfluo|non serve|non occorre|non c'è bisogno|non è necessario|è inutile|non ha senso)( (che|mi|ci|di|a|più|continuare|a|ulteriori|voi|vi))* ?({reach}|mandar\\w+|inviar\\w+|scriver\\w+|insist\\w+|contattar\\w+)( (altri|altre|altro|più|ancora|ulteriori|altre))+",
    '^(per favore,? )?(mai più|astenetevi|si astenga|asteneteve\\w*)(,? (per favore|grazie|vi prego))*(?=[,.!]|$)',
    "(pregat\\w|prego|preghiamo|invito|invitiamo|intimo|ordino|diffido|chiedo|chiediamo|devo)( \\S+){0,4} (di |d'|dal |a )?(astener\\w+|cessare|smettere|smetterla|porre (fine|termine)|interrompere|evitare|desistere|finirla)",
    '(questa storia|tutto questo|questo|questa cosa|queste mail|ciò|la cosa)( \\S+)? (deve|devono|ha da) (finire|smettere|cessare|terminare|finirla)|(fate|faccia|fai) (che|sì che|in modo)( \\S+){0,3} (smett\\w+|finisc\\w+|cess\\w+|termin\\w+)',
    'perché( \\S+){0,4} (ancora|continu\\w+|tuttora|sempre)',
    '(mi sono|ci siamo) (disiscritt\\w|cancellat\\w|tolt\\w)(?! (da|dalle|dagli|dal|dalla) (?!vostr|quest))',
    '(disattiv\\w+|blocc\\w+|ferm\\w+|spegn\\w+)( \\S+){0,2} (queste|vostre|le|questa|questi|i) {mail}',
    '(cancell\\w+|elimin\\w+|distrugg\\w+) (tutto ciò che|tutto quello che|tutto|quanto)( \\S+)? ?(avete|ha|hai|abbiate)?',
    'fattur\\w+( \\S+){0,4} (mio|nostro) tempo|(siete|sei|è stato) bloccat\\w',
    '(grat\\w|piacere|gentil\\w|cortes\\w)( \\S+){0,4} se( \\S+)? (risparmi\\w+|evit\\w+|omett\\w+)',
    '(cliccato|premuto|provato|usato|schiacciato)( \\S+){0,8} (disiscri\\w*|cancella\\w*|unsubscribe|annulla\\w*)',
    '(nella|in)( (mia|nostra))* (lista spam|lista nera|blacklist|lista dei bloccati)|(perdete|perda|sprecate|perdere)( \\S+){0,2} tempo(?<=(non|inutile)( \\S+){0,4})|risparmia\\w*( \\S+){0,2} (fatica|tempo|lavoro|disturbo|sforzo)',
    '(chiud\\w+|archivi\\w+) (la (mia|nostra)|il (mio|nostro)) (pratica|scheda|fascicolo)|finiamola( qui| qua)?|chiudiamola( qui| qua)?|(indirizzi|indirizzo)( \\S+)? (può|possono|deve|devono|poss\\w+) (sparire|andar via|essere)',
    '^(cancellare|stop|basta|eliminare|togliere|fuori)([ ,!.]+(cancellare|stop|basta|eliminare|togliere|fuori|subito))+',
    '(cancellazione|rimozione|eliminazione) di (tutto|tutti|ogni|qualsiasi)|(prend\\w+|prenda) (atto|nota)( \\S+){0,4} (opposizione|rifiuto|revoca)|conferm\\w+( \\S+){0,3} (cancellazione|rimozione|disiscrizione|eliminazione)',
    '(sparisca|sparire|scompaia|spariscano)(?<=(indirizzo|nome|dati|casella|nominativo)( \\S+){0,6})|(insist\\w+|esigo|esigiamo|pretend\\w+)( \\S+){0,4} (perché|che|affinché)( \\S+){0,6} (sparisca\\w*|togl\\w+|cancell\\w+|elimin\\w+|cess\\w+|smett\\w+)',
    '(essere|venire) lasciat\\w (in pace|stare|tranquill\\w)|(voglio|vorrei|vogliamo|vorremmo)( \\S+){0,3} (uscire|uscirne|stare in pace|essere lasciat\\w|starne fuori)|tirate(mi|ci) fuori|tira(mi|ci) fuori',
    '(date(ci|mi)|diamoci|dacci) un taglio|lasci\\w*( \\S+)? in pace|(delle|di queste|di ste|dei) {mail}( \\S+)? (ne ho|non ne|ne abbiamo|sono stuf\\w)( \\S+){0,5}',
    'dimentic(ate|a|hi|ar)(lo|la|li|mi|ci|vi)(?=[ .!,]|$)(?! (di mandar|di inviar))',
    '^(?=[^\\n]*\\b{wish}(?!\\w))[^\\n]{0,400}?(?<!\\w){ceasing}(,? \\S+){0,6} {about}',
    '^(?=[^\\n]*\\b{wish}(?!\\w))[^\\n]{0,400}?(?<!\\w){about}(,? \\S+){0,6} {ceasing}',
    '(tenetevi|si tenga|tieniti|tenete per voi)( \\S+){0,4}|(cercat\\w+|disturbat\\w+|scrivet\\w+|provat\\w+|rivolget\\w+)( \\S+){0,3} (qualcun altro|altri|altrove|un altro)',
    '(ultima|ultimo) (volta|avviso|avvertimento|richiesta)|una volta per tutte|non (lo|ve lo) (ripeto|ripeterò)|(una|una sola) (mail|e-mail)( \\S+){0,3} (è|sarebbe) (già )?(troppo|di troppo)',
    '^(fuori|via|sparite|aria)(?=[ .!]|$)|(indirizzo|mail|nome|contatto) (via|fuori|da cancellare|da togliere)',
    "(avete|c'è|dov'è|esiste)( \\S+){0,3} (pulsante|link|tasto|modo)( \\S+){0,3} (disiscri\\w*|cancellar\\w*|togliersi)(?! (nelle|per) (vostre|le|i))",
    '(pubblicità|offerte|mail|invii|proposte|spam|sollecitazioni)( \\S+){0,6} (non (è|sono)? ?(gradit\\w|accettat\\w|ammess\\w|autorizzat\\w|desiderat\\w)|vietat\\w|devono cessare|proibit\\w|indesiderat\\w)|vietato( \\S+){0,3} ({mail}|inviar\\w*|mandar\\w*|scriver\\w*)',
    '(presentato|fatto|inoltrato|sporto|depositato)( \\S+)? (reclamo|denuncia|segnalazione|esposto|querela)|(molestie|molestia|stalking)(?=[ .!,]|$)',
    "non c'entro (nulla|niente)|non vi riguarda|(vale|valga)( \\S+)? per il futuro|(facciamo|faccio|farò|faremo) a meno( \\S+){0,2} {mail}|inutile( \\S+)? ({reach}|scriver\\w+|insistere)",
    '(posso|possiamo|potrei) (chieder\\w*|pregar\\w*)( \\S+){0,4} (astener\\w+|smett\\w+|cancell\\w+|togl\\w+|evit\\w+)|(per me|per noi) (più )?(niente|nulla)|(deve|devono) finire|(bloccate|bloccare|blocchi) (il (mio|nostro)|questo)',
    'non si ripeta( \\S+)?|(lieto|lieta|felice|content\\w)( \\S+){0,3} se( \\S+){0,5} (sparis\\w+|scompar\\w+|cess\\w+|smett\\w+|venisse)',
    "(saltate|ignorate|omettete|escludete|tralasciate)(ci|mi)?(?=[ .!,]|$)|(piuttosto|preferirei)( \\S+){1,8} (che|di|a) (ricevere|leggere|un'altra|vedere)( \\S+)?|(regola|filtro)( \\S+){0,6} (cancell\\w+|elimin\\w+|vostr\\w)|che due (scatole|palle|maroni)",
  ],
  saysNot: [
    "(vi )?diffid\\w+( [^\\s,;:]+){0,8} ({reach}|{mail}|dall'\\S+|dal \\S+|uso|utilizzo|dallo \\S+|dati)",
    '(non|né)(?! (ho|abbiamo|hanno|avete|ha|hai|riesco|riusciamo|posso|possiamo|esit\\w+|sono|siamo|so)\\b)( (mi|ci|vi|si|{want}|dovete|di|a|essere|far|fare|permettetevi di|osate|azzardatevi a|provate a|provateci|essere|che|serve che|voglio che|vogliamo che|{adverb}|più|me|ce|ne|da voi|state a|continuate a|continuare a|venire|per favore|occorre che|è necessario che|vi permetto di))* ({reach}|{reached}|{receive}|contatti|contatto)( {of}| {adverb}| {me}| niente| nulla)*( {mail}|(?<=più|mai|niente|nulla|altro|altre|altri|nulla|futuro|poi|avanti|nuovamente|indirizzo|voi))',
    '(non|né) (mi |ci |vi )?(scrivete|contattate|mandate|inviate|disturbate|scriva|contatti|mandi|invii|scrivere|contattare|mandare|inviare|scrivi|disturbi|importunate|insistete|insista|disturbare|insistere|ricontattate|insistiate|scriviate|contattiate|mandiate|inviate)(mi|ci|mene|cene)?( {adverb})*(?=[,.!]|$)',
    '(pregati|prego|preghiamo|chiedo|chiediamo|invito|invitiamo|gradirei|chiesto|richiesto|detto|prega|gradiremmo|ordino|intimo|esorto|supplico|preferirei|preferirei|vorrei|vorremmo|preferisco|preferiamo|preferiremmo)( (vi|di|gentilmente|cortesemente|le|la|ulteriormente|in|futuro|mi|ci|per|favore|cortesia|espressamente|già|più|volte|a|settembre|che|ancora|una|volta))* (non|né|a non|di non)( (mi|ci|essere|più|mai|voler|far|venir|venire|dover))* ({reach}|{receive}|{reached}|ricever\\w+|usare|utilizzare|insistere)',
    '(non|né) (mi |ci |ne )?{want}( {adverb}| {of}| che)* _ ({receive}|{reached}|{mail}|sapere|sentire|avere a che fare|figurare|ricever\\w*|{reach})(?=[ ,.!?]|$)',
    '{want}( {adverb})* (non|di non|che non|smettere di|cessare di|a non)( (più|mai|essere|venire|ne|mi|ci))*( [^\\s,;:]+)? ({receive}|{reached}|ricever\\w*|{reach})',
    "(nessun\\w*|niente|zero|mai|nemmeno|neanche|neppure|né|no|nulla|non più)( (più|altr\\w+|con|ulterior\\w|queste|questa|vostre|le|sta|ste|tutte|di|una|un'|un|sola|a|per favore|vostra|mail|e-?mail|altro))* {mail}( (in più|più|grazie|per favore|indesiderat\\w|pubblicitari\\w?|a questo indirizzo|da voi))*(?=[ ,.!]|$)(?! (ricevut\\w|arrivat\\w|ancora))(?<=(più|mai|nessun\\w*|niente|basta|zero|nemmeno|neanche|altr\\w+|no|ulterior\\w)[^\\n]{0,60})",
    "non (avete|ha|hai|vi ho|le ho|ho|abbiamo|vi abbiamo|siete|vi è|disponete)( [^\\s,;:]+){0,4} (permesso|autorizzazione|consenso|diritto|autorizzat\\w)( [^\\s,;:]+)? (di|a|per|ad)( [^\\s,;:]+)? (scriver\\w+|usar\\w*|contattar\\w+|inviar\\w+|utilizzar\\w*|mandar\\w*|conservar\\w*|trattar\\w*)|non (utilizzate|usate|conservate|tenete|trattate|usare|utilizzare|conservare|usi|utilizzi)( più)? (i miei|il mio|la mia|i nostri|questo|questa|il nostro|questi|quest'|l'|la nostra)( [^\\s,;:]+)?",
    '(casella|indirizzo|mail|posta|account)( [^\\s,;:]+){0,4} non( [^\\s,;:]+){0,4} (riceva|ricevere|vuole|desidera|pubblicità|serve|utilizzat\\w|usat\\w|autorizzat\\w|destinat\\w|gradit\\w)( [^\\s,;:]+)?|({mail})( [^\\s,;:]+){0,4} (non (sono|è|gradit\\w|desiderat\\w|richiest\\w|autorizzat\\w|benvenut\\w|volut\\w)|indesiderat\\w|illegal\\w|sgradit\\w|abusiv\\w)( [^\\s,;:]+)?(?! (arrivat|chiar))',
    '(non|niente|nulla|mai)( [^\\s,;:]+){0,3} (sentir\\w*|sapere|avere a che fare|avere nulla)( [^\\s,;:]+){0,3} (da|di|con) (voi|lei|te|vostra|vostro)',
    'non (ci |mi )?(includ\\w+|inser\\w+|includer\\w+|aggiung\\w+|conteggi\\w+|tener\\w+|metter\\w+)( [^\\s,;:]+){0,5} ({mail}|{list}|invii)',
    'non (mi|ci) (arriv\\w+|giung\\w+|pervenga\\w*)( [^\\s,;:]+){0,3} (più|altro|nulla|niente|altre)|non( [^\\s,;:]+){0,2} (arrivi|arrivino|giungano) più',
    "non (voglio|vogliamo|desidero|desideriamo)( [^\\s,;:]+){0,2} (più )?(nulla|niente|nient'altro|altro)( [^\\s,;:]+)? ?(da|di) (voi|lei|vostr\\w)",
    'non (voglio|vogliamo|desidero)( [^\\s,;:]+){0,2} (stare|essere|figurare|comparire|restare) (in|su|nella|nelle|sulla) ( ?\\S+){0,3}',
    'non (ho|abbiamo)( [^\\s,;:]+)? (voglia|interesse|intenzione|tempo|bisogno)( [^\\s,;:]+)? (di|per)( [^\\s,;:]+)? ?(legger\\w+|ricever\\w+|sentir\\w+|{mail})',
    'non (avete|ha|hai)( [^\\s,;:]+){0,2} (consenso|permesso|autorizzazione)(?=[,.!]|$)',
    'non (mandatel\\w|inviatel\\w|mandarl\\w|riprovat\\w+|(ci|mi) ricontatti\\w*|ricontattat\\w+)',
    '(nessuno)( [^\\s,;:]+){0,4} (scriv\\w+|contatt\\w+|disturb\\w+|mand\\w+)',
    'non (acconsentiamo|acconsento|accettiamo|accetto|autorizziamo|autorizzo)( [^\\s,;:]+){0,4} ({mail}|pubblicità)( [^\\s,;:]+)?',
    'non (desideriamo|vogliamo|desidero|voglio)( [^\\s,;:]+)? (essere|che)( [^\\s,;:]+){0,3} (avvicinat\\w|contattat\\w|disturbat\\w|cercat\\w|importunat\\w|scriv\\w+|contatt\\w+)',
    'non (usare|usate|usi|utilizzare|utilizzate|utilizzi)( [^\\s,;:]+)? (questo|mio|il mio|nostro|questa|i miei) (indirizzo|casella|dati)?',
    'non (rivolget\\w+|vi rivolg\\w+|si rivolga)( [^\\s,;:]+){0,3} (più|a noi|a me)|non (mandate|inviate|scrivete|mandi|scriva)( (più|nulla|niente|altro))+|(prego|preghiamo|favore)( [^\\s,;:]+)?( di)? non (scriver\\w*|mandar\\w*|inviar\\w*|scrivete|mandate|inviate)( [^\\s,;:]+)?(?=[ .!,]|$)',
    'non (chiedete|chieda|chiedere|insistete) più|(^|, |e )non (li|le) (voglio|vogliamo|desidero)( queste| vostre| le)* {mail}|non siete autorizzat\\w( [^\\s,;:]+)?',
    '(mai|non) (acconsentito|autorizzato|accettato)( [^\\s,;:]+){0,8} non( [^\\s,;:]+){0,3}|(niente|senza) consenso,? (niente|nessuna) (mail|pubblicità)|non si desidera( [^\\s,;:]+){0,4}|non desidera( [^\\s,;:]+){0,3} ({mail}|posta|pubblicità)',
    '(non voglio|non vogliamo|non desidero) che (mi|ci) ({reach}|scriv\\w+|contatt\\w+|tratt\\w+)',
  ],
  unless: [
    '(il resto|tutto il resto|altri argomenti|gli altri|le altre)( \\S+){0,5} (interessa|interessano|bene|benvenut\\w|leggo|ok|volentieri)',
    '(fine|termine|dopo|scadenza)( \\S+){0,3} (contratto|abbonamento|prova|progetto)(?=[,.?]|$)|dove (si trovano|sono|vengono)( \\S+){0,3} dati',
    "non (ho|abbiamo|avevo|avevamo) (ancora |mai |più )?ricevut\\w|non (ricevo|riceviamo)( più)?|non (invii|inviate|spedite) (in|all'estero|fuori)|non (esit\\w+|dimentic\\w+)|non (riesco|riusciamo|posso) (ad|a)? ?(aprire|leggere|vedere)|da tempo non",
    "non (serve|occorre|voglio|vogliamo|c'è bisogno|è necessario|c'è bisogno di|dovete|deve|desidero|bisogna|intendo)( \\S+){0,2} ?({remove}|essere (cancellat\\w|tolt\\w|rimoss\\w)|disiscriv\\w+)(?=[ ,.!]|$)|(non|né) (mi|ci|lo|la)? ?({remove})(?=[ ,.!]|$)(?<!(perché|se|ancora)( \\S+){0,4})(?! (perché|più))|(quasi|stavo per|pensavo di|volevo)( \\S+){0,3} (disiscriv\\w+|cancellar\\w+|togliermi)",
    "(dal|dalla|dall'|nel|nella|del|della|il|la|l'|le|i|al) ?(preventivo|ordine|fattura|carrello|riunione|appuntamento|contratto|riga|posizione|porta|foto|pagina|sito|agenda|voce|paragrafo|bozza|testo|lista d'attesa|gruppo|chat|whatsapp|invito|copia|seconda|secondo|pagine gialle|listino)(?=[ ,.!?]|$)|(ultima|prima|precedente) (riga|frase|voce|versione)",
    '(nostra|nostro|mia) (lista|newsletter|mailing list|archivio)|nostro archivio|clicc\\w+|(miei|nostri|vostri|i|dei) (clienti|iscritti|abbonati|utenti|ospiti|lettori)',
    '(posso|possiamo|si può|possono|può)( \\S+){0,4} (disdire|cancellar\\w+|disiscriver\\w+)( \\S+){0,2} (quando|in qualsiasi|più avanti|da soli|facilmente|da sé)|(se|quando|devo|bisogna)( \\S+){0,3} (disiscriv\\w+|disdire|eliminar\\w+|cancellar\\w+)(?![^\\n]*(queste|vostre|vostra))|(tasso|percentuale|pagina|numero) di (disiscri\\w+|cancella\\w+)',
    "(l'abbiamo|vi abbiamo|la abbiamo|ti abbiamo|è stat[oa]|siete stati|(abbiamo|ho) (cancellat\\w|tolto|rimosso|eliminato|smesso|disdetto|bloccato)( \\S+)? ((la|il|lo|i|le|di|per|dal|un|una) ?(sua|suo|vostr\\w|vecchio|\\S+)?)?|(ci|mi) (siamo|sono) (tolt\\w|cancellat\\w|disiscritt\\w) (dalle|dagli|dal|dalla) (?!vostr))(?!.*(continu|ancora|nonostante))",
    '(destinatari\\w|per errore|riservat[oa]|confidenzial\\w|per sbaglio|erroneamente)',
    "non (smett\\w+|la smett\\w+|finisc\\w+|ferm\\w+)( di)? (parlar\\w*|crescere|ridere|pensare|lavorare)|(smettiamo|smetto|smettono|smesso|abbiamo smesso|finiamo|cessiamo|cessato) (con la|con il|di usare|di vendere|di|l'attività|la carta|l')(?! (mail|e-mail|scriver|mandar|inviar))|(si|vi) ferm(i|ate) (pure|in|da|un|a)",
    "(sulla|sul|sull'|su|riguardo|in merito|circa|quanto)( al| alla| ai| alle| a)? ?(?!(di me|questo|vostri|vostre|miei|dati|trattamento|prodotti|servizi|di noi|quest)\\b)[^\\n]*(il resto|invece|ma|però)[^\\n]*(interess|mand|inv|va bene|gradi)",
    'non (facciamo|faccio|inviamo|mandiamo|usiamo|utilizziamo)( \\S+)? ',
    'non contattat[ei] (la|il|le|i|lo) ',
    'non rispond\\w+|messaggio automatico|(non (sarà|è stato|verrà|viene)) (inoltrat\\w|lett\\w|consultat\\w|monitorat\\w)',
    'se (disdico|disdiciamo|annullo|cancello)|(vengono|saranno|sono)( \\S+)? (cancellati|eliminati)( \\S+)?\\?|(vostro|il) (programma|filtro|sistema|strumento)( \\S+){0,3} (invia|ferma|gestisce)|(qualcuno|uno|chi) (risponde|scrive)|(miei|nostri) clienti|clienti( \\S+){0,4} (lista|disiscri\\w+)',
    '(perdermi|perdere) (la|le|una|nulla|niente)|(il|la|mio) (pacco|account|ordine|versione)( \\S+)?|(dal|al|da) (vostro|un|suo) concorrente|(vi|lo) cancellat\\w (la|il) (sua|vostra)|mi basta(?=[,.]|$)|(una|due) volt[ae] (al|alla) (mese|settimana)|cancellato (la|il) (vostra|sua|vostro|suo)',
    '(è vero|come (fate|garantite|gestite|evitate)|cosa (fate|succede|accade)|che (succede|fate)|quant[aeio] (gente|persone|volte|tempo)|quando (smettete|cancellate)|(volete|vuole) che (vi|la|le)|si può (fermare|sospendere|bloccare)|(cancello|tolgo|elimino) (il|la) (vostr\\w|su\\w))[^\\n]*\\?',
    "(pensavo|credevo) di (essermi|esserci|aver)|(vecchio|vecchi|altro|precedente) indirizzo|non (smett\\w+|fermat\\w+|la smett\\w+)(?=[ ,.!]|$)(?! (mai )?di (mandar|inviar|scriver)\\w*(mi|ci)?[.!]? ?(vi prego)?$)|(ha|hanno|ho|abbiamo) (messo|posto) fine|(disdetto|annullato)( \\S+)? (abbonamento|l'abbonamento)( \\S+)? (con|presso)|c'è un (link|pulsante)( \\S+){0,6} (invia|programma|vostro)",
    'per (errore|sbaglio)|non era volut\\w|malinteso|(rimettete|rimetta|reinser\\w+|reiscriv\\w+)(mi|ci)?|di nuovo interessat\\w|ignorate (la|il) mi\\w|continuate a (inviar\\w*|mandar\\w*|scriver\\w*)(?<!se continuate a \\S+)|(nostro|mio) filtro|perché non (sono|siamo) più',
    'non (è|e) che non|(peccato|errore|spero di non|spero che non)( \\S+){0,8} ({removed}|cancell\\w+|togl\\w+|elimin\\w+)',
    '(nulla|niente) (contro|in contrario)|non (mi|ci) (disturbano|disturba|danno fastidio)',
    '(mi|ci|gli) basta|passaparola|lasciamo perdere|non (facciamo|faccio)( \\S+){0,2} (pubblicità|marketing)|non (ci|mi) serve( \\S+)? (la )?(pubblicità|marketing|newsletter)',
  ],
  unlessSure: [
    '(per|via|tramite) (posta|telefono|whatsapp|sms|fax|posta ordinaria|posta cartacea|lettera)(?! elettronica)(?![^\\n]*(né|ne|o|e) (per |via )?(e-?)?mail)|(cartace\\w+|cassetta delle lettere|volantini|cataloghi?|catalogo|visite?|rappresentanti|telefonate|chiamate|opuscol\\w|campioni|brochure|depliant)(?![^\\n]*(né|ne|o|e) (le |di |per )?(e-?mail|mail|messaggi|comunicazioni))',
    '(preferisco|preferiamo|meglio|basta|sufficiente|solo)( \\S+)? (la |le |una |via |per )?(mail|e-?mail)( va)?(?![^\\n]*(basta mail))(?<!basta mail)(?<!basta email)(?<!basta e-mail)(?<!basta con le mail)(?<!basta (con )?\\S+ (e-?)?mail)|(la|le|una|via|per) (e-?mail|mail) (va|vanno|è|basta|vanno bene|è sufficiente|nessun problema|volentieri|preferisco)( \\S+)?|per iscritto (invece|sempre|va|volentieri)|scrivete(mi)? (pure|piuttosto)|non (chiamat\\w+|telefonat\\w+|mi chiami\\w*|ci chiami\\w*|chiamare|telefonare)(?![^\\n]*(né|ne|o|e)( \\S+){0,2} (scriv|mail|invi|contatt|mand|disturb))',
    '(?<!non )(?<!non mi )(?<!non ci )(mi chiami|chiamatemi|chiamateci|mi telefoni|ci chiami|telefonatemi|ci telefoni)(?! più)',
    "(sul tema|riguardo|in merito|relative?i? a|sull'argomento|sul webinar|sulla|sul|sui|sugli|sulle)( al| alla| ai| alle)? (?!(di me|questo|questa|quest'|vostri|vostre|miei|dati|trattamento|prodotti|servizi|di noi|vostra|serio|futuro)\\b)\\S+",
    '(fino a|prima di|questa settimana|durante|per ora|questo mese|oggi|nel fine settimana|due volte|la domenica|di notte)( \\S+)?(?=[^\\n]*(scriv|contatt|invi|mand|ricontatt))(?![^\\n]*(cancell|rimuov|elimin|basta|chiest|smett))',
    '^(?![^\\n]*(cancell|rimuov|elimin|togli|gdpr))[^\\n]*(prima di|fino a|fino al|prima del|prima della) ?(il |la |fine |inizio |metà )?({when}|{month}|{weekday}|\\d+)',
    '(così spesso|tante mail|così tante|troppe mail al|ogni giorno|ogni settimana|tutti i giorni|meno spesso|meno mail)(?![^\\n]*(cancell|rimuov|elimin|basta|smett))',
    '(mia moglie|mio marito|il mio capo|mio capo|collega|colleghi|dipendenti|clienti|mia madre|mio padre|socio|commercialista|segretaria)(?=[^\\n]*(scriv|contatt|mand|$))(?<=(scriv|contatt|mand|disturb)\\w*[^\\n]*)',
    '(nuovo|vecchio) indirizzo|(ma|bensì|piuttosto) (a|al|scriv\\w+|us\\w+|contatt\\w+)( \\S+)?(?<!mai più)(?=[^\\n]*(@|indirizzo|collega|ufficio))|allegat\\w|file (zip|pdf)',
    'minacci\\w+( \\S+)? (con|di)|(newsletter|mail|messaggi)( \\S+)? (sui|sulle|sugli|sulla|sul|sullo|su) \\S+(?=[^\\n]*(piace|interess|resto|invece|quell\\w))',
  ],
}
