/**
 * Meanings of words in replies, in English, German, French, Spanish, Italian and Dutch, so that weights learned from one
 * language serve all. In lower case without accents; `*` stands for any ending. A word may have several meanings.
 */
export const REPLY_WORDS: Readonly<Record<string, string>> = {
  not: "not no don don't dont t nt never won't can't cannot neither nor none nobody without didn't doesn't isn't aren't wouldn't nicht kein* nie niemals niemand weder ohne nichts ne n pas jamais rien aucun* ni sans ningun* nunca nada sin jamas non mai niente nessun* senza niet geen nooit niets noch zonder nimmer",
  forward:
    'pas address* adress* forward* passed pass passing handed weiterleit* weitergeleit* gebe weitergegeben transmis* transmet* transfer* reenvi* pasado paso inoltr* girato giro passo doorgestuurd doorgeven doorsturen wenden dirija* rivolg* wend direct try versuchen probieren',
  more: 'noch anymore longer again further more else another additional future ever mehr weiter* nochmal wieder kunftig* zukunft erneut zukunftig* fortan plus encore davantage nouveau* avenir autre* desormais dorenavant mas otra otro vez futuro adelante sucesiv* volver vuelv* piu ancora ulterior* altr* oltre avanti nuovo meer weer opnieuw verder* nog toekomst voortaan volgende',
  again:
    'again already toujours weiterhin twice times third second zweimal mal mehrfach dritte fois troisieme deuxieme veces tercera segunda volte terza seconda keer derde tweede vierte quatrieme still sigo continuo',
  mail: 'mail mails email emails message* newsletter* mailing* spam junk mailshot* nachricht* zuschrift* post rundmail* rundschreib* werbe* werbung* reklame mitteilung* sendung* schreiben anschreiben courriel* mel mels pub publicit* pubs prospection demarchage relance* sollicitation* envois envoi correo* mensaje* publicidad boletin* propaganda comunicacion* posta messaggi* pubblicit* comunicazion* invii invio bericht* reclame mailtje* nieuwsbrief* marketing advertis* promo* contact kontakt* contactos contatto contatti communication* correspond*',
  reach:
    'message* schrijf contact* write writing mail* email* bother* disturb* spam* approach* pester* schreib* schick* send* kontaktier* anschreib* behellig* belastig* zusend* zuschick* melden meldet ecri* envoy* envoi* sollicit* derang* relanc* demarch* escrib* envi* mand* molest* insist* scriv* invi* contatt* import* sped* schrijv* stuur* sturen benader* lastig* gestuurd geschreven nerv* bombard* agobi* rompere rompete rompe scocci* asill* stress* zeur* zanik* hassl* badger* nag nagging chas* volspammen zuspamm* aanschrijf* aanschrijven angeschrieben written writes angemailt anmailen avvicin* approcci* lastigvallen lastig vallen bestook* bestoken bombarder inond* inund* overspoel* assill* tempest* martel* harcel* acos* abrum* emmerd* saoul* gonfl* soul* stalk* zumull* volmull* zumail* bejeg* opduik* opdring* cold',
  post: 'post letter* postal brochure* catalogue* flyer* leaflet* paper brief briefe prospekt* katalog* papier courrier* papel carta cartas catalogo* cartace* catalogus folder* brieven huis visit* besuch* bezoek*',
  reminder: 'relance* reminder follow up followup nachfass* erinner* recordator* sollecit* herinner* opvolg*',
  list: 'mailinglist* list lists records crm verteiler* liste* datenbank* adressbuch kartei empfanger* adressliste* fichier* base bases listing diffusion annuaire lista* fichero* registro* agenda elenc* archiv* rubrica databas* bestand* lijst* maillijst* mailinglijst* adressenbestand* adresboek verzendlijst* system* systeem sistema* file files blacklist blackliste* sperrliste blocklist exclusion suppression exclusiones uitsluiting* sequence sequenz sequenza campaign* kampagne* campagne* campana* sequences cadence funnel ordner',
  meet: 'agenda termin* meet meeting* appointment* zoom teams treffen besprech* rendez rdv reunion* visio rencontr* cita* reunir* quedar vernos appuntament* incontr* riunion* vederci videochiamata afspraak afsprak* vergader* kennismak* overleg videocall chat talk speak sprechen telefonieren parler discut* hablar parlar* sentirci spreken videollamada demo calendar slot kalender',
  keep: 'file keep note save merk* behalt* abgelegt garde* guard* conserv* bewaar* tenere onthoud*',
  remove:
    'remove* removing removal delet* eras* unsubscrib* unsub purge wipe strike struck scrub exclude opt optout cross crossed loschen loscht losche loschung geloscht streich* gestrichen entfern* austrag* ausgetragen abmeld* abgemeldet abbestell* raus rausnehm* herausnehm* entnehm* deabonn* desabonn* desinscri* supprim* suppression retir* retrait enlev* ray* effac* radi* elimin* borr* quit* suprim* desuscri* darme darnos dennos denme bajas baja excluy* excluir sac* cancell* rimuov* rimoss* tolt* tog* disiscri* depenn* verwijder* uitschrijv* schrap* uitgeschreven afmeld* wis wissen haal halen gehaald schrijf deregister saquenme saqueme saquenos deme dadme dadnos denos levare leva levi levami levatemi levateci lev* esclud* escluse disattiv* stral* doorstrep* streep streept uitsluit* opzeg* opgezegd stopzet* tach* depur* exclu* otez oter virez vir* resili* tilgen ausschliess* sperr* ditch scrap bin shred discard kick boot wist gooi gooit verwijderd weghalen weggehaald schrapt gomme gommez',
  off: 'raus off out aus von heraus hors fuera fuori uit van af from eraf eruit weg runter draussen via eraus ervan',
  me: 'denme cancellatemi cancellami cancellateci toglietemi toglieteci toglimi eliminatemi eliminateci rimuovetemi rimuoveteci borradme borradnos borreme borrenme borrenos eliminenme elimineme eliminadme eliminadnos eliminenos quitenme quiteme quitadme quitadnos quitenos saquenme saqueme sacadme sacadnos saquenos retirenme retireme deme dadme dadnos denos excluyanme disiscrivetemi disiscrivimi depennatemi depennateci toglierci togliermi cancellarmi cancellarci eliminarmi eliminarci rimuovermi rimuoverci borrarme borrarnos eliminarme eliminarnos sacarme sacarnos quitarme quitarnos scrivermi scriverci scrivetemi scriveteci mandatemi mandateci mandarmi mandarci inviarmi inviarci contattarmi contattarci contattateci contattatemi disturbarci disturbarmi escribirme escribirnos escribidme escribanme enviarme enviarnos mandarme mandarnos contactarme contactarnos molestarme molestarnos molesten me us mich mir uns moi nous m mi nos ci mij ons my our mein* unser* mon ma mes notre mio mia nostro nostra mijn onze',
  take: 'halen take taken taking drop dropping dropped get leave nehmen nehmt nimm setzen tragt tragen sortez sortir otez sacar sacad prendete neem nemen laten',
  come: 'drop come pop visit vorbei* kommen komm passez passer venez venir pasese pasar venga venid passi passare langs kom komen langskomen kommt',
  receive:
    'get horen receiv* getting got hear hearing see bekomm* erhalt* empfang* kriege* lesen recev* recoi* recu* recib* llegar llegue* leer ricev* arriv* ontvang* krijg* lezen',
  end: 'laten stop stopp* quit desist halt end refrain avoid spare unterlass* hort horen aufhor* einstellen stellen verzichten sehen seht absehen verschon* lasst lassen lass arret* finir fini epargn* abst* dej* ces* par* termin* basta smett* ferm* evit* ophoud* houd staak* laat kappen bespaar* genoeg enough genug reicht assez suffit suficiente bastante ruhe frieden paix paz pace rust alone rid finger lache* fich* foutez vaffanculo hau haut abhauen verzieht verschwind* piss bugger schluss hou houdt hold ceas* interromp* interrump* onderbre* cancel cancelar annul* finitela finiscila piantala piantatela stai state vattene vete largo desist* diffid* staken gestaakt staakt afzien ziet zie eruit cessat* cessare cesser finish finis finit pare paren chiudi chiudiamo chiudetela piantarla finirla smetterla arretez arreter suspend* sospend* opschort* einstell* unterbind*',
  say: 'geschreven ask dit said say says told gesagt sagen dire dicho decir detto gezegd zeggen asked gefragt gebeten demande* pedi* chiest* gevraagd written wrote geschrieben ecrit escrito scritto',
  read: 'lesen leer lezen read reading lese gelesen lis lire leo leggo leggere lees enjoy* gefall* aime* gust* piace* fijn',
  i: 'nous je i we ich wir man on j yo nosotros noi io ik wij',
  but: 'ma but however aber sondern jedoch mais pero sino tuttavia maar',
  later:
    'mes tarde later spater luego dopo month* monat* mois meses mese mesi maand* quarter quartal trimest* kwartaal year jahr* annee* ano anno jaar week* woche* semaine* semana* settiman* weken spring fruhjahr printemps primavera voorjaar autumn herbst automne otono autunno najaar',
  address:
    'address* direccion* indirizz* adres* mailadres* details data daten donnees datos dati gegevens coordonnees contactgegevens kontaktdaten name namen nom nombre nome naam',
  information:
    'details brochure* info infos information* example* sample* unterlagen beispiel* muster exemple* documentation doc documento* ejemplo* muestra* esempi* material* informazion* informatie voorbeeld* stuk* pdf case preview presentation* presentaci* presentazion*',
  your: 'your ihr* eure* deine* dein votre vos ton ta tes su sus vuestr* tu tus suo sua vostr* tuo tua uw jullie je jouw',
  you: 'tu uw jullie you u sie ihr du vous ustedes usted vosotros voi lei',
  want: 'want wish like prefer* hope rather would mocht* will wunsch* woll* veux voulons voud* souhait* desir* aimer* quier* quer* dese* vogl* desider* vorr* wil willen wens* graag liever hoop espero espera* spero speriamo hoffe hoffen',
  please:
    'graag please pls plz kindly bitt* merci priere svp plait veuillez prie prions favor ruego rogamos porfa cortesia preg* favore alsjeblieft alstublieft aub gelieve verzoek* request* ask demand* fordere auffordern exig* pido pedimos solicit* chied*',
  thanks: 'merci thanks thank thx danke* dank vielen gracias grazie bedankt ringrazi*',
  phone:
    'call calls calling phone ring ringing sms whatsapp anruf* telefon* rufen anzurufen ruf appel* telephon* llam* chiam* bel bellen gebeld telefoon* text texting',
  asking:
    'why how what when where which who warum wie was wann wo wer welche* pourquoi comment quand quel* quoi combien que cual* como cuando cuanto* donde cosa come quando quanto dove quale* waarom hoe wat wanneer welke ?',
  condition:
    'when if unless until before wenn falls bis bevor si jusqu* avant hasta antes se finche prima als tenzij tot voordat',
  yes: 'si prima yes yeah sure ja oui volontiers claro gerne absolutely definitely',
  fine: 'prima fine ok okay good great happy welcome gern* gut in ordnung bien va vale genial bene benissimo goed leuk mooi super perfect',
  interest: 'interes* belangstelling bedarf besoin necesit* bisogno behoefte need',
  need: 'besoin necesit* bisogno need needs brauch* benotig* necesidad serve servono hoef* nodig falta',
  legal:
    'gdpr dsgvo rgpd avg privacy consent* datenschutz* einwilligung* cnil aepd garante art article artikel articolo articulo lawyer* solicitor* anwalt* avocat* abogad* avvocat* advocaat* complain* beschwer* plaint* denunci* reclam* segnal* klacht* widersp* oppos* opong* widerruf* object* bezwaar right recht droit derecho diritto ico block* bloqu* blocc* blokke* report* revok* withdraw* revoco revoque ritir* intrek* trek toestemming verbod unzulassig* illegal* unlawful unverlangt* ongevraagd* illecit* ilegal* uwg lssi lcen cpce telecommunicatiewet osservanza oppongo oposicion verklage* sue suing abmahn* mahnung harcelement acoso molestie stalking harass* belast* intimidation verwerking processing verarbeitung traitement tratamiento trattamento purposes finalites fines finalita zwecke',
  time: 'monday tuesday wednesday thursday friday saturday sunday tomorrow morning afternoon noon oclock montag* dienstag* mittwoch* donnerstag* freitag* morgen vormittag* nachmittag* uhr lundi mardi mercredi jeudi vendredi demain matin lunes martes miercoles jueves viernes manana tarde lunedi martedi mercoledi giovedi venerdi domani mattina pomeriggio ore maandag dinsdag woensdag donderdag vrijdag ochtend middag uur heures h am pm',
  this: 'this that these those dies* das ce cet cette ces ca este esta esto estos eso questo questa queste deze dit dat die',
  all: 'all any every alle* tout* tous tod* ogni tutt* elke',
  last: 'last final letzt* dernier* ultim* laatste',
  colleague:
    'colleague* boss husband wife kolleg* chef* mann frau collegue* patron mari femme companer* jefe marido mujer collega* capo marito moglie baas partner manager',
  department:
    'manager department purchasing accounts office reception einkauf buchhaltung zentrale abteilung buro achats comptabilite compta siege compras contabilidad administracion departamento central acquisti contabilita amministrazione ufficio sede inkoop boekhouding afdeling hoofdkantoor headquarters team',
  price:
    'cost* price* pricing quote quotation estimate fee fees rate kostet kosten kostenvoranschlag preis* angebot* prix devis cout* tarif* precio* presupuesto* cuesta* prezz* preventiv* prijs* offerte* kost tarief* discount rabatt remise descuento sconto korting euro euros eur much budget minimum',
  offer:
    'offer* proposal* proposition* vorschlag* offre* propuesta* oferta* propost* voorstel* aanbod* aanbieding* idea* idee* servic* servizi* dienst* product* produkt* prodott* tool program* logiciel software herramienta strumento',
  responsible:
    'responsible handles handle looks decision* zustandig* kummert verantwortlich* entscheid* responsable* occupe charge* decid* encarga* lleva responsabil* occupa segue verantwoordelijk* gaat beslis* ansprechpartner* interlocut* contactpersoon referente director* gerant* direttor* titolare zaakvoerder owner inhaber*',
  try: 'try test* trial ausprobier* essayer essai prob* provar* prova proefper* start* anfang* loslegen commenc* empez* inizi* procediam* go ahead begin*',
  already: 'already just schon bereits deja ya gia al reeds immer always toujours siempre sempre altijd',
  provider:
    'supplier* provider* agency agencies anbieter* lieferant* agentur* prestataire* fournisseur* agence* proveedor* agencia* fornitor* agenzia* leverancier* bureau somebody someone jemand* alguien qualcuno iemand covered versorgt sorted internally intern inhouse',
  person: 'someone person* persoon*',
  customer: 'customer* client* kunden* gaste guests gasten klanten users nutzer patients',
  wrong:
    'wrong mistake falsch* irrtum* verwechs* erreur* mauvais* trompe* equivocad* error* errone* sbagli* verkeerd* vergis* foutief',
  contract: 'contract* vertrag* contrat* laufzeit engagement permanencia durata signed',
  now: 'now currently moment jetzt momentan derzeit zurzeit maintenant actuellement instant ahora momento actualmente adesso ora attualmente nu momenteel time zeit temps tiempo tempo tijd',
  busy: 'busy season christmas holiday holidays weihnacht* urlaub stress saison noel vacances fetes occupe* navidad* vacaciones temporada natale ferie feste kerst* vakantie druk seizoen drukte impegnat* beschaftigt hochsaison moving umzug verhuiz*',
  link: 'link links button page website web site webseite seite lien enlace pagina boton sito knop klick* click* clic clique* clicc* geklikt',
  can: 'can could may kann konnen konnten konnt kannst darf peut pouvez pourriez peux peuvent puede pueden podria* podeis puo potete potrebbe* puoi kunt kunnen kan kun possible moglich posible possibile mogelijk',
  work: 'work works working arbeit* travaille* trabaj* lavor* werkt werken employed',
  left: 'left leaves gone ausgeschieden verlassen quitte parti retire* retraite rente ruhestand jubil* pension* pensioen vertrokken lasciato dejado sold verkauft vendu vendido venduto verkocht closed geschlossen cerrado chiuso ferme gesloten',
  curse:
    'fuck* shit damn bloody scheiss* verdammt* merde putain mierda coglion* cazzo joder verdomme rot klote hell fanculo cazzi minchia stronz* cojones hostia cono connard* chier fous foutre foutez arsch* verpiss* fick* godver* tering opzouten opdonder* oprot* rotten piss bugger sod bollocks',
  sounds:
    'sounds interesting klingt interessant* parait semble suena sembra klinkt curious neugierig curieux curios* nieuwsgierig tell erzahl* dites* cuente* raccont* vertel*',
  continue: 'continu* carry going weitermachen weiterhin seguir sigan siga proseguire doorgaan blijf blijven',
  signature:
    'ltd gmbh bvba sl srl sarl rgds regards grusse gruss salutations saludos saluti groeten cordialement cordialmente cdlt cdt mfg lg vg mvg slds atentamente sincerely faithfully hochachtungsvoll gr tel cheers best sinceres sincerement',
  spare:
    'spare spar sparen erspar* epargn* ahorr* risparmi* bespaar* besparen verschon* ruhe frieden peace tranquil* paz pace rust alone quiet silence silencio silenzio stille paix quieto quieta tranquilo tranquila tranquilos tranquilli tranquillo tranquilla tranquille tranquilles respite',
  mr: 'mr mrs ms miss herr herrn frau mme madame monsieur sr sra senor senora don sig signor signora dott dottoressa meneer mevrouw mevr dhr',
  he: 'he she they him her his their them er ihm ihn ihre il elle ils lui leur leurs el ella ellos ellas su lei loro gli hij haar hem hun zijn ze',
  number:
    '0 one two three four five zwei drei vier funf deux trois quatre cinq dos tres cuatro cinco due tre quattro cinque twee drie vijf',
  rep: 'representative* salesman salesperson rep reps vertreter* commercial commerciaux vendeur* representant* comercial* vendedor* rappresentant* venditor* vertegenwoordiger* verkoper*',
  topic:
    'topic subject about regarding thema betreff bezuglich sujet concernant propos tema asunto sobre respecto argomento riguardo circa onderwerp betreffende over leasing',
  curious:
    'curious curiosity neugier* curiosite curiosidad curiosita nieuwsgierig* interested geinteresseerd interessiert interessato interessati interesado interesados',
  unwanted:
    'unsolicited unwanted unerwunscht* unverlangt* unaufgefordert* ungebeten* ungefragt indesirable* ongewenst* ongevraagd* indesiderat* indeseado* deseado deseada sgradit* gradit* gewenst welcome willkommen bienvenu* richiest* uninvited junk',
}
