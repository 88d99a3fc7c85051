import type { LanguageRules } from '../../phrases.ts'
import { ITALIAN_STOP, ITALIAN_STOP_WORDS } from './italian-stop.ts'

export const ITALIAN: LanguageRules = {
  vocabulary: {
    not: 'non|mai|senza|ne|invece di|anziche',
    filler: 'mi|ci|vi|si|per|favore|serve|bisogno|di|che|voglio|vogliamo|prego|assolutamente',
    rhetorical: '(perche|se non|ancora non|finche)',
    ...ITALIAN_STOP_WORDS,
    month: '(gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)',
    number: "(\\d{1,2}|uno?|una|un'|due|tre|quattro|cinque|sei|otto|dieci|dodici|qualche|un paio di|alcuni)",
    when: "(tra|fra|in)( circa)? {number}( o {number}|-\\d+)? ?(settiman[ae]|mes[ei]|ann[oi])|(la |il |l')?prossim[oa] (settimana|mese|trimestre|anno|stagione|estate|primavera)|(settimana|mese|trimestre|anno|stagione|primavera|estate) prossim[oa]|(a|ad|da|dal|dopo|in|entro|per|prima di|verso|nel|fino a|non prima di|inizio|fine|meta|a inizio|a fine|a meta|ai primi di|dopo il|dopo la|dopo le|per il|verso|nel mese di) ?(il |la |le |l'|di )?({month}|primavera|estate|autunno|inverno|20\\d\\d|natale|capodanno|pasqua|vacanze|ferie|feste|le feste|stagione|q[1-4]|befana)|(primo|secondo|terzo|quarto|ultimo) trimestre|(anno nuovo|nuovo anno)|{month}",
    weekday: '(lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domani|oggi|dopodomani)',
    clock:
      '((alle|ore|le|verso le|dopo le) \\d{1,2}([:.]\\d\\d)?|\\d{1,2}[:.]\\d\\d|mattina|mattino|pomeriggio|mezzogiorno|mattinata)',
    thing:
      "(preventiv[oi]|offert[ae]|propost[ae]|quotazion[ei]|campion[ei]|campioncin[oi]|catalog[oh]i?|brochure|depliant|informazioni|info|dettagli|contratto|documentazione|materiale|listino( completo)?|scheda tecnica|schede tecniche|esempi|referenze|link|prova|demo|presentazione|fattura|conferma d'ordine)",
  },
  stop: ITALIAN_STOP,
  wrong_person: {
    says: [
      "(inoltr|gir|pass|trasmess|trasmett|trasmes|invi|mand|condivis|rigir)(o|ato|ata|amo|o|iamo|o|ero|eremo|ati|erò|ho)?( (la|sua|vostra|il|suo|mail|e-?mail|messaggio|richiesta|questa|questo|tutto|tua|le|l'|informazioni|proposta|subito|gia|offerta))* (a|al|alla|all'|ai|agli|allo) ?(?!(lei|voi|me|noi)\\b)(mio |mia |nostro |nostra |)\\S+",
      "(scriv|contatt|rivolg|chied|parl|sent|provi|prov|chiam|indirizz|mand)(a|i|ete|ate|ere|are|etevi|atevi|ersi|a|ano|ersi|arsi|ermi)?( (si|pure|direttamente|meglio|piuttosto|per|questo|favore|la|sua|mail|tutto|deve|dovete|dovrebbe|il|proposta|vi))* (a|al|alla|all'|con|ai)? ?(il|la|lo|l')? ?(\\S+@\\S+|mio (?!numero|telefono|cellulare)\\S+|mia (?!mail)\\S+|nostro (?!numero|ufficio|negozio)\\S+|nostra (?!sede di via)\\S+|ufficio (acquisti|competente|marketing|commerciale)|responsabile|direttore|titolare|sede centrale|reparto|signora|signor|sig\\.?|dott\\.?)( \\S+)?",
      '(se ne|di questo|di cio|di queste cose|ne)( (si|se|ne))* (occup\\w+|incaric\\w+|interessa)( \\S+){1,3}|(decide|gestisce|segue|valuta|occupa)( (queste|questa|tutto|gli|le|acquisti|ordini|cose|solo|sempre))* (mio|mia|il|la|il nostro|la nostra|nostro|nostra|lo) (marito|moglie|capo|titolare|collega|socio|responsabile|direttore|direzione|figlio|padre|ufficio|sede)',
      '(mio|mia|il|la|il nostro|la nostra|il signor|la signora|il collega|la collega|[a-z]+) (\\S+ ){0,3}(se ne occupa|si occupa|segue (queste|questa|questo)|e responsabile|e il responsabile|e la responsabile|la contattera|le rispondera|vi rispondera|vi contattera)',
      '(la persona|il referente|il contatto|il responsabile|la responsabile)( (giusta|giusto|da contattare|corretta|per questo|acquisti))* (e|sarebbe|sara)( \\S+)',
      '(in copia|metto in copia|in cc)|(cerca|cercavate|cercava)( \\S+)? (probabilmente|sicuramente|forse)',
    ],
    saysNot: [
      'non( (sono|siamo|e|mi|ci|io|la|il|le|piu|decido|gestisco|sono io|di|mia|ne|sta|a|me))* (persona|referente|responsabile|interlocutore|competenza|occupo|contatto|reparto|decidere|decido|gestisco|area|settore|ufficio)( \\S+)?',
      '(persona|indirizzo|destinatario|ufficio|azienda|contatto|numero|reparto|mail) (sbagliat[oa]|errat[oa])|(ha|avete|hai) sbagliato (persona|indirizzo|numero|azienda|mail)',
    ],
    unless: ['(mi|ci) (chiami|contatti|scriva)|(contattatemi|contattateci|chiamatemi|chiamateci)'],
  },
  meeting: {
    says: [
      '(mi|ci) (chiam\\w+|telefon\\w+|puo chiamare|potete chiamare|richiam\\w+)|(chiamatemi|chiamateci|chiamami|telefonatemi|richiamatemi|chiamarmi|chiamarci|telefonarmi|richiamarmi|sentirmi)|(facci|fa|faccia|fammi|fatemi|dammi)( \\S+)? (uno squillo|un colpo di telefono|una telefonata|una chiamata)',
      '(possiamo|potremmo|puo|potrebbe|potete|riusciamo|vorrei|vorremmo|vogliamo|fissiamo|fissare|organizziamo|organizzare|facciamo|fare|programmare|volentieri|disponibile|disponibili|meglio|ci)( \\S+){0,5} (sentirci|vederci|incontrarci|incontro|chiamata|call|videochiamata|appuntamento|parlarne|parlare|telefono|sentiamo|vediamo|visita|demo|dimostrazione|caffe|riunione|venire|passare|a voce)',
      '(pass|veng|vien|vieni|venite|fat)(i|ate|a|ano|are|ire)?( (pure|a|in|quando|vuole|volete|da|noi|dal|dal nostro|al|nel|nostro|da me|trovarci|per))* (negozio|ufficio|trovarci|trovarmi|officina|laboratorio|sede|bottega|quando vuole|quando vuoi|da noi|vedere|{weekday}|bar|ristorante)',
      '{weekday}( \\S+){0,7} (va bene|va benissimo|perfetto|posso|possiamo|sono libero|sono libera|ok|disponibile|mi va|ci va|andrebbe|si puo|benissimo)',
      '(va bene|andrebbe|possiamo|posso|disponibile|libero|libera|ok per|perfetto|facciamo|meglio|ottimo)( \\S+){0,4} ({weekday}|la prossima settimana|questa settimana)',
      '{weekday}( \\S+){0,4} {clock}|{clock}( \\S+){0,3} {weekday}',
      '(quando|che giorno|a che ora|in che giorni)( \\S+){0,5} (puo|potete|possiamo|disponibile|disponibili|disponibilita|libero|libera|passare|sentirci|vederci|comodo)',
      '(ha|avete|hai)( \\S+){0,3} (disponibilita|tempo|un momento|un attimo)|(e|siete|sarebbe)( \\S+)? (disponibile|disponibili|libero|libera|liberi)',
      '(confermo|confermiamo|accetto|accettiamo|propongo|proponiamo|prenotare|fissare|prenoto)( \\S+){0,4} (appuntamento|incontro|riunione|call|chiamata|data|orario|visita)',
      '(ci vediamo|ci sentiamo|a|sentiamoci|vediamoci)( \\S+)? {weekday}(?=[ ,.!]|$)|(mio|nostro) (calendario|numero|cellulare|telefono)( \\S+)?( e|:)|calendly',
    ],
    unless: [
      'fino a {weekday}|sul (suo|mio) (telefono|cellulare)|parlare con (lei|lui):|parlarne con (lei|lui)|buon lavoro',
      '({when})(?![^\\n]*{clock})(?![^\\n]*{weekday})',
      '(non|senza|niente|ne)( (mi|ci|per|favore|piu|serve|voglio|di))* (chiam\\w+|telefon\\w+|chiamate|visite|appuntamenti|passi|venga)',
      '(ieri|scors[oa]|abbiamo (parlato|avuto)|ci siamo (sentiti|visti))',
    ],
  },
  later: {
    saysNot: [
      '(ricontatt\\w+|contatt\\w+|risent\\w+|sent\\w+|riscriv\\w+|scriv\\w+|richiam\\w+|chiam\\w+|riprov\\w+|prov\\w+|riparl\\w+|parl\\w+|ricord\\w+|forse|magari|eventualmente|meglio|vedremo|vediamo|rivediamo|valut\\w+|consider\\w+|riprend\\w+|ripens\\w+|pens\\w+|decid\\w+|interess\\w+|budget|non prima|possibile|se ne|aspett\\w+|tema|ci|si)( \\S+){0,8} ({when})',
      '({when})( \\S+){0,8} (forse|magari|eventualmente|meglio|ne riparliamo|riparliamo|vedremo|vediamo|risent\\w+|ricontatt\\w+|ancora|di nuovo|nuovamente|si puo|possiamo|sent\\w+)',
      '^(forse|magari|meglio|non prima di|eventualmente)?( \\S+){0,2} ({when})( \\S+){0,2}$',
      "(piu avanti|piu tardi|in un altro momento|in un'altra occasione|un'altra volta|in futuro|a tempo debito)",
      '(la|vi|ti|le) (ricontatt\\w+|contatt(ero|eremo)|far(o|emo) sapere|richiam(ero|eremo)|riscriv(ero|eremo))( \\S+){0,4} (se|quando|in caso|piu|appena)',
      '(tengo|teniamo|terro|terremo|conservo|conserviamo|archivio)( \\S+){0,5} (presente|da parte|per il futuro|in considerazione|buono|contatto)',
      'non e (il|un buon) (momento|buon momento)( giusto)?|momento (sbagliato|poco adatto)|troppo presto',
      "^(buongiorno,? |grazie,? |mi dispiace,? )?(per ora|al momento|per il momento|adesso|ora|attualmente|quest'anno) no(?=[,.!;]|$| grazie)|^non (ora|adesso|al momento|per ora)",
      '(per ora|al momento|per il momento|adesso) no(?=[,.!;]|$)|non (ora|adesso|al momento|per ora|in questo momento)(?=[,.!;]|$)',
      '(non|senza|niente)( \\S+){0,4} (budget|tempo|fondi|disponibilita|capacita)(?=[^\\n]*(anno|momento|ora|fino|trimestre|mese|attualmente|adesso))',
      'budget( \\S+){0,3} (esaurito|chiuso|finito|impegnato)|(pres[oi]|pien[oi]|incasinat\\w|sommers\\w|sotto pressione)( \\S+){0,6} (momento|fino|ora|stagione|periodo|adesso|questi)',
    ],
    unless: ['(dal|da|scors[oa]|ultim[oa]) ({month}|mese|anno|settimane?)', '(da) \\S+ (mesi|anni)'],
  },
  not_interested: {
    says: [
      '^(buongiorno,? )?no,? (grazie|mi dispiace)|^no(?=[,.!]|$)|grazie,? ma no( grazie)?|no grazie',
      '(gia|attuale|abituale|di fiducia|nostro|da anni)( \\S+){0,6} (fornitor[ei]|contratto|soluzione|sistema|partner|agenzia|copert\\w|servit\\w|qualcuno|posto|a posto)',
      '(content[oi]|soddisfatt[oi]|a posto|copert[oi])( \\S+)? (con|di|del|dei|cosi)|(siamo|sono) a posto( cosi)?',
      '(troppo car[oa]|fuori budget|troppo costos[oa])',
      '(declin|rifiut)(o|iamo|are)|(abbiamo|ho) (deciso|scelto|optato)( \\S+){0,3} (altr[oa]|non|un altro|per un altro)|passo(?=[,.!]|$)',
      '(lo |la |li )?(facciamo|faccio|produciamo|gestiamo)( \\S+){0,3} (noi|internamente|in casa|da soli|da solo)|(l.abbiamo|li abbiamo|abbiamo) gia|(buona fortuna|in bocca al lupo|buon proseguimento)',
    ],
    saysNot: [
      "(quindi|purtroppo|ma|allora|perciò) no(?=[ .,!]|$)(?! (n|che))|non (approfitteremo|approfitterò|aderiamo)( \\S+)?|lasciamo perdere|(lasciare|tenere)( \\S+)? com'è|non (risponde|corrisponde) (alle|ai) (nostre|nostri|mie)( \\S+)?|(soldi|fondi)( \\S+){0,2} non( \\S+)?|non vedo (che cosa|cosa|a cosa)( \\S+)?|(per|da) (me|noi) no(?=[.,!]|$)",
      "non( (mi|ci|sono|siamo|ho|abbiamo|c'e|e|vedo|vediamo|piu|molto|davvero|proprio|di|alcun|nessun|e'|per|al|momento|questa|questo|di nostro|nostro|fa|la|il))* ?(interess\\w*|interessat[oi]|bisogno|necessit\\w+|esigenz[ae]|serve(?! (cancell|toglier|disiscriv))|servono|utile|rilevante|adatto|per noi|caso nostro|fa per noi|al caso|in programma|priorita|previsto|utilizziamo|usiamo|lavoriamo con|riguarda|cerchiamo)",
      '(nessun|nessuna|alcun|zero|niente) (interesse|bisogno|necessita|esigenza)|(poco|per nulla|per niente) interessat[oi]|niente per noi',
    ],
    unless: [
      '(non|interess\\w*|bisogno|serv\\w+)[^\\n]*,? (ma|pero|invece|bensi|tuttavia)( \\S+){0,9} (si|mand\\w+|invi\\w+|preventivo|offerta|interess\\w+|piacerebbe|vorremmo|vorrei|potrebbe|campione|informazioni)',
      'non (solo|dico di no|e che)|non sono sicur\\w|non mi dispiac\\w+',
      'perche( \\S+){0,3} non',
    ],
  },
  question: {
    says: [
      '(quanto|quanti|quanta|quante|che|quale|quali|qual|come|dove|quando|chi|da quando|cosa|in quanto)[^\\n?]{1,200}\\?',
      '(quanto (costa|costano|viene|vengono|verrebbe|costerebbe|e)|che (prezzo|prezzi|garanzia|tempi|costi|condizioni)|qual e (il|la) (prezzo|costo|tempistica)|quali sono (i|le) (prezzi|costi|condizioni|tempi)|a che prezzo)',
      "^((buongiorno|salve|grazie|ok|e|ma|interessante|una domanda|domanda|ciao)[^\\n?]{0,40}?[,:–-] ?)?(spedite|consegnate|fate|fa|avete|ha|offrite|e|sono|si|c'e|ci sono|potete|puo|potreste|include|funziona|lavorate|accettate|vendete|installate|il|la|i|le|gli|lo|l'|vostri|consegna|compreso|esiste|serve|montate|fornite|sarebbe|compatibile|dovrei|devo|posso|bisogna|richiede|prevede|proponete|coprite)[^\\n?]{1,200}\\?",
      '^(\\S+ ){0,4}(prezzo|prezzi|costo|costi|garanzia|tempi|condizioni|spedizione|ordine minimo|sconto|listino)( \\S+){0,2} ?\\?+$',
      '(indic\\w+|dir\\w+|dic\\w+|comunic\\w+|mand\\w+|invi\\w+|dar\\w+|sapere|conoscere|avere|fornir\\w+|ricever\\w+)( \\S+){0,5} (prezz[oi]|cost[oi]|condizioni|tariff[ae]|listino( prezzi)?|tempi di consegna)',
      '(vorrei|vorremmo|mi piacerebbe|volevo|desidero) (sapere|capire|conoscere) (se|come|che|quanto|qual\\w*|il|la|i|le|cosa)',
    ],
    unless: [
      '(mio|mia|miei|nostro|nostra|questo|questa) (indirizzo|mail|e-?mail|dati|nome|contatto|numero)',
      "(chi (siete|e|sei|vi|le|ti)|da chi|come (ha|avete|hai|avete fatto) (avuto|trovato|ottenuto|a)|e uno scherzo|e spam|siete (seri|un)|sul serio|davvero\\?|ci conosciamo|perche|cos'e|cosa volete|che cosa vuole|ha ricevuto|avete ricevuto|come sta|dove avete (preso|trovato))",
      '(rimandare|rimandar\\w+|di nuovo)|(puo|potrebbe|potete|potreste|puoi)( \\S+){0,8} ({thing})|(sentirci|vederci|chiamare|incontrar\\w+|parlare|passare|appuntamento|telefono|venire)\\b|allegato',
    ],
  },
  interested: {
    says: [
      '(preventivo|offerta|contratto)( \\S+){0,5} (mand\\w+|rimand\\w+|invi\\w+|reinvi\\w+)',
      '(mand\\w+|invi\\w+|prepar\\w+|far\\w*|fate\\w*|fac\\w+|fa\\w*|ricever\\w*|vorrei|vorremmo|vogliamo|gradirei|gradiremmo|mi serve|ci serve|serve|desider\\w+|chied\\w+|richied\\w+|attendo|attendiamo|aspett\\w+|avere|vedere|provare|dare|dia|fornir\\w+|proced\\w+)( \\S+){0,8} {thing}',
      '(maggiori|piu|ulteriori|altre)( \\S+)? (informazioni|info|dettagli)|(saperne|sapere) di piu|mi dica di piu|ci dica di piu|dimmi di piu|raccontatemi',
      '(?<!non )(mi|ci) (interess\\w+|piace\\w*|sembra (molto )?(interessante|buono|ottimo|una buona)|ispira|incuriosisce|attira)',
      '(?<!non )(sono|siamo|sarei|saremmo|molto|si) (molto |davvero )?(interessat[oia])|(sembra|pare|suona)( \\S+)? (interessante|bene|ottimo|promettente|perfetto)|(ottima|bella|buona) idea|capita (proprio )?a proposito',
      "(va bene|d'accordo|perfetto|ok|ottimo|bene)( (allora|per noi|per me|cosi))?,? (procediamo|proceda\\w*|andiamo avanti|facciamo|si proceda|confermo|lo prendiamo|mandi|mandate|inviate|partiamo)|^(procediamo|proceda|d'accordo|affare fatto|andiamo avanti|confermo l'ordine|ci sto|ci stiamo)(?=[ ,.!]|$)|(possiamo|vogliamo|vorrei|vorremmo|mi piacerebbe|ci piacerebbe|volentieri)( (anche|poter|pure))* (procedere|ordinare|provare|provarl\\w+|acquistare|testare|collaborare|andare avanti|comprare|proseguire)|(prossimi|prossimo) pass[io]|come (procediamo|si procede|procedo|facciamo per ordinare|si ordina|possiamo procedere|posso ordinare)|(poi |pure )?procediamo( pure)?|(lo|la|li|le) (prendo|prendiamo|ordiniamo)",
      '^(si|certo|volentieri|certamente|ok|assolutamente)(,? (grazie|volentieri|mandi|mandate|inviate|per favore|mi|ci|certo|vorrei|vorremmo|con piacere|pure|molto))+( \\S+){0,6}|^(si|certo|volentieri|con piacere)(?=[,.!]|$)',
      '(proprio|esattamente)( \\S+){0,4} (cerc\\w+|serv\\w+|bisogno)|(cerchiamo|cerco|stiamo cercando|stavamo cercando|stavo cercando)( \\S+){0,4} (soluzione|fornitore|qualcosa|proprio)',
    ],
    unless: [
      '(il resto|tutto il resto|le altre)',
      '(non|ne|senza|nessun|nessuna|poco|mai)( \\S+){0,4} (interess\\w*|bisogno|preventiv\\w+|offert[ae]|informazioni|cataloghi|serve|piace)(?![^\\n]*(ma|pero|invece))',
      "(un'altra|altra|ennesim[ao]|che bello|complimenti|bravi|bravo|robot|spam|haha|ahah|che originalita|proprio quello che|mi mancava|che gioia|che sorpresa|non vedevo l'ora)",
    ],
  },
  mocking: {
    says: [
      "(un'altra|l'ennesima|un altro|ennesima|ennesimo) ?(\\S+ ){0,3}(mail|e-?mail|messaggio|offerta|spam|robot|pubblicita)|che (bello|bella|gioia|sorpresa|originalita|meraviglia)|complimenti|bravi|bravo|(un|da un|da un') ?robot|chatgpt|intelligenza artificiale|ahah|haha|proprio quello che (mi|ci) (mancava|serviva)|non vedevo l'ora|ma davvero",
    ],
  },
}
