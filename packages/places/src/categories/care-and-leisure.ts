/** In the format of food-and-lodging.ts. */
export const careAndLeisure = `
# health
amenity=doctors: doctor, doctors, medical practice, physician, gp, general practitioner, doctor's office, medical office, family doctor, surgery | Arzt, Arztpraxis, Ärztin, Hausarzt, Allgemeinarzt, Ärzte, Arzthaus, Praxis | médecin, cabinet médical, docteur, généraliste, médecin généraliste, médecins | medico, studio medico, dottore, medico di base | médico, consulta médica, doctor, médico de cabecera, consultorio médico | metge, consulta mèdica, ambulatorio
healthcare=doctor: doctor, doctors, medical practice, physician, gp, general practitioner, doctor's office, medical office, family doctor, surgery | Arzt, Arztpraxis, Ärztin, Hausarzt, Allgemeinarzt, Ärzte, Praxis | médecin, cabinet médical, docteur, généraliste, médecin généraliste, médecins | medico, studio medico, dottore, medico di base | médico, consulta médica, doctor, médico de cabecera, consultorio médico | metge, consulta mèdica
amenity=dentist: dentist, dentists, dental practice, dental clinic, dental surgery, dental office, orthodontist | Zahnarzt, Zahnärztin, Zahnarztpraxis, Zahnärzte, Zahnklinik, Kieferorthopäde | dentiste, chirurgien-dentiste, cabinet dentaire, orthodontiste | dentista, studio dentistico, odontoiatra, ortodontista | dentista, clínica dental, odontólogo, ortodoncista | dentista, clínica dental
healthcare=dentist: dentist, dentists, dental practice, dental clinic, dental surgery, dental office | Zahnarzt, Zahnärztin, Zahnarztpraxis, Zahnärzte, Zahnklinik | dentiste, chirurgien-dentiste, cabinet dentaire | dentista, studio dentistico, odontoiatra | dentista, clínica dental, odontólogo | dentista, clínica dental
amenity=pharmacy: pharmacy, Medikamente, drugstore, chemist, pharmacies, dispensing chemist | Apotheke | pharmacie | farmacia | farmacia, botica | farmàcia
healthcare=pharmacy: pharmacy, drugstore, chemist, pharmacies | Apotheke | pharmacie | farmacia | farmacia | farmàcia
amenity=hospital: hospital, hospitals | Krankenhaus, Spital, Klinikum | hôpital, centre hospitalier | ospedale | hospital | hospital
healthcare=hospital: hospital, hospitals | Krankenhaus, Spital, Klinikum | hôpital, centre hospitalier | ospedale | hospital | hospital
amenity=clinic: clinic, medical centre, medical center, health centre, medical clinic, health center, polyclinic | Klinik, Ärztezentrum, Poliklinik, Gesundheitszentrum, Ambulatorium, medizinisches Zentrum | clinique, centre médical, polyclinique, centre de santé | clinica, poliambulatorio, centro medico | clínica, centro médico, centro de salud, policlínica, ambulatorio | clínica, centre mèdic, centre d'atenció primària
healthcare=clinic: clinic, medical centre, medical center, health centre | Klinik, Ärztezentrum, Gesundheitszentrum | clinique, centre médical | clinica, poliambulatorio | clínica, centro médico, centro de salud | clínica, centre mèdic
healthcare=centre: health centre, medical centre | Gesundheitszentrum, Ärztezentrum | centre de santé, maison médicale | centro sanitario | centro de salud, centro sanitario
amenity=veterinary: veterinary, vet, veterinarian, animal clinic, vets, animal hospital, veterinary clinic | Tierarzt, Tierarztpraxis, Tierklinik, Tierärztin, Kleintierpraxis | vétérinaire, clinique vétérinaire | veterinario, clinica veterinaria, ambulatorio veterinario | veterinario, clínica veterinaria | veterinari, clínica veterinària
healthcare=physiotherapist: physiotherapist, physiotherapy, physical therapist, physical therapy, physio | Physiotherapie, Physiotherapeut, Krankengymnastik, Physio | kinésithérapeute, physiothérapeute, kiné, kinésithérapie | fisioterapista, fisioterapia | fisioterapeuta, fisioterapia | fisioterapeuta, fisioteràpia
healthcare=psychotherapist: psychotherapist, psychotherapy, psychologist, therapist, counselling | Psychotherapeut, Psychotherapie, Psychologe, Psychologin | psychothérapeute, psychologue | psicoterapeuta, psicologo | psicoterapeuta, psicólogo | psicòleg
healthcare=psychologist: psychologist, psychology | Psychologe, Psychologin | psychologue | psicologo | psicólogo | psicòleg
healthcare=counselling: counselling, counsellor | Beratungsstelle, Lebensberatung | conseil psychologique | consulenza psicologica | asesoramiento psicológico
healthcare=laboratory: medical laboratory, laboratory, blood tests | Labor, medizinisches Labor | laboratoire d'analyses, laboratoire | laboratorio di analisi, analisi mediche | laboratorio de análisis, análisis clínicos | laboratori
healthcare=sample_collection: blood draw centre | Blutentnahme | prélèvements sanguins | centro prelievi | extracciones
healthcare=alternative: alternative medicine, naturopath, homeopath, acupuncture, osteopath | Naturheilpraxis, Heilpraktiker, Alternativmedizin, Homöopathie, Akupunktur, Naturarzt | médecine alternative, naturopathe, homéopathe, acupuncture, ostéopathe | medicina alternativa, naturopata, omeopata, agopuntura | medicina alternativa, naturópata, homeópata, acupuntura
healthcare=optometrist: optometrist, eye test | Optometrist | optométriste | optometrista | optometrista
healthcare=audiologist: audiologist, hearing centre | Hörakustiker, Audiologe | audioprothésiste, audiologue | audiologo, audioprotesista | audiólogo, audioprotesista
healthcare=podiatrist: podiatrist, chiropodist, foot care | Podologe, Podologie, Fußpflege, Fusspflege | podologue, pédicure | podologo | podólogo | podòleg
healthcare=speech_therapist: speech therapist | Logopäde, Logopädie | orthophoniste, logopédiste | logopedista | logopeda | logopeda
healthcare=occupational_therapist: occupational therapist | Ergotherapie, Ergotherapeut | ergothérapeute | terapista occupazionale, ergoterapista | terapeuta ocupacional
healthcare=midwife: midwife, birthing centre | Hebamme, Geburtshaus | sage-femme | ostetrica | comadrona, matrona | llevadora
healthcare=nurse: nurse, nursing service | Pflegedienst, Krankenpflege, Spitex | infirmier, infirmière | infermiere | enfermero, enfermería | infermer
healthcare=nutrition_counselling: nutritionist, dietitian | Ernährungsberatung, Ernährungsberater | diététicien, nutritionniste | nutrizionista, dietologo | nutricionista, dietista
healthcare=rehabilitation: rehabilitation centre, rehab | Rehaklinik, Rehabilitation | centre de rééducation | centro di riabilitazione | centro de rehabilitación
healthcare=hospice: hospice | Hospiz | hospice, soins palliatifs | hospice | centro de cuidados paliativos
healthcare=blood_donation: blood donation | Blutspende | don du sang | donazione di sangue | donación de sangre
healthcare=dialysis: dialysis centre | Dialysezentrum | centre de dialyse | centro dialisi | centro de diálisis
healthcare=vaccination_centre: vaccination centre | Impfzentrum | centre de vaccination | centro vaccinale | centro de vacunación
healthcare=yes: health service | Gesundheitsdienst | service de santé | servizio sanitario | servicio sanitario
amenity=nursing_home: nursing home, care home, retirement home, elderly care | Pflegeheim, Altersheim, Seniorenheim, Altenheim, Seniorenresidenz | maison de retraite, ehpad | casa di riposo, casa di cura | residencia de ancianos, residencia geriátrica | residència geriàtrica
amenity=social_facility: social facility, social services, care home, nursing home, retirement home | Sozialeinrichtung, Pflegeheim, Altersheim, Seniorenheim, soziale Einrichtung | service social, établissement social, maison de retraite | servizi sociali, casa di riposo, centro sociale | servicios sociales, residencia de ancianos, centro social | serveis socials, residència
amenity=childcare: childcare, nursery, day care, creche, daycare, child care | Kinderbetreuung, Kita, Kinderkrippe, Kinderhort, Tagesstätte | crèche, garderie, garde d'enfants | asilo nido, nido, asilo | guardería, escuela infantil | guarderia, llar d'infants
social_facility=nursing_home: nursing home, care home | Pflegeheim | ehpad, maison de retraite médicalisée | casa di cura | residencia de ancianos
social_facility=assisted_living: assisted living | betreutes Wohnen | résidence services seniors | residenza assistita | vivienda asistida
amenity=animal_boarding: animal boarding, kennel, cattery, dog boarding | Tierpension, Hundepension | pension pour animaux, chenil | pensione per animali, pensione per cani | residencia canina, guardería de animales
amenity=animal_shelter: animal shelter | Tierheim | refuge pour animaux, spa animaux | rifugio per animali, canile | refugio de animales, protectora | refugi d'animals
amenity=animal_training: dog training, dog school | Hundeschule | dressage, école pour chiens | addestramento cani | adiestramiento canino
healthcare=birthing_centre healthcare=birthing_center: birth centre, birthing centre, birth center | Geburtshaus, Geburtszentrum | maison de naissance | casa maternità, casa del parto | casa de partos, centro de nacimientos
healthcare=blood_bank: blood bank | Blutbank | banque du sang | banca del sangue | banco de sangre
healthcare=community_health_worker: community health worker | Gemeindeschwester | agent de santé communautaire | operatore sanitario di comunità | agente comunitario de salud
healthcare=dispensary: dispensary | Medikamentenausgabe, Ambulatorium | dispensaire | dispensario | dispensario
healthcare=home_care: home care, home nursing | häusliche Pflege, ambulante Pflege, Spitex | soins à domicile, hospitalisation à domicile | assistenza domiciliare, cure domiciliari | atención a domicilio, cuidados a domicilio
healthcare=medical_imaging: medical imaging, imaging centre, x-ray centre, mri scan, mri, ultrasound, radiology centre | Röntgenpraxis, Röntgeninstitut, MRT, Bildgebung | imagerie médicale, centre d'imagerie, irm, échographie | diagnostica per immagini, risonanza magnetica, ecografie | diagnóstico por imagen, resonancia magnética, ecografías
healthcare=orthodontist: orthodontist | Kieferorthopäde | orthodontiste | ortodontista | ortodoncista
healthcare=osteopath: osteopath | Osteopath | ostéopathe | osteopata | osteópata
healthcare=chiropractor: chiropractor | Chiropraktiker | chiropracteur | chiropratico | quiropráctico
healthcare=postpartum_care: postnatal care, postpartum care | Wochenbettbetreuung | soins post-partum | assistenza post parto | atención posparto
healthcare=sleep_clinic: sleep clinic, sleep laboratory | Schlaflabor | clinique du sommeil, laboratoire du sommeil | centro del sonno | clínica del sueño
healthcare=therapist: therapist, therapy practice | Therapeut, Therapiepraxis | thérapeute | terapista, terapeuta | terapeuta
healthcare=vaccination: vaccination, vaccinations, travel vaccinations, travel clinic | Impfung, Impfstelle, Reiseimpfungen | vaccination, vaccins | vaccinazioni, vaccini | vacunación, vacunas
healthcare=psychiatrist: psychiatrist | Psychiater | psychiatre | psichiatra | psiquiatra
healthcare=dermatologist: dermatologist, skin doctor | Hautarzt, Dermatologe | dermatologue | dermatologo | dermatólogo
healthcare=optician: optician | Optiker | opticien | ottico | óptico
healthcare=acupuncture healthcare=acupuncturist: acupuncture, acupuncturist | Akupunktur | acupuncture, acupuncteur | agopuntura | acupuntura
healthcare=dental_hygienist: dental hygienist, teeth cleaning, teeth whitening | Dentalhygiene, Zahnreinigung | hygiéniste dentaire | igienista dentale, pulizia dei denti | higienista dental, limpieza dental
healthcare=fertility_clinic: fertility clinic, ivf clinic | Kinderwunschzentrum, Kinderwunschklinik | centre de fertilité, pma | centro fertilità, fecondazione assistita | clínica de fertilidad
healthcare=massage: medical massage | medizinische Massage | massage thérapeutique | massaggio terapeutico | masaje terapéutico

# education
amenity=school: school, schools, primary school, secondary school, high school | Schule, Primarschule, Gymnasium, Volksschule, Grundschule, Oberschule, Realschule | école, lycée, collège, école primaire | scuola, liceo, scuola elementare, scuola media | escuela, colegio, instituto | escola, col·legi
amenity=kindergarten: kindergarten, nursery school, preschool, pre-school | Kindergarten, Spielgruppe, Vorschule | école maternelle, jardin d'enfants, maternelle, crèche | scuola materna, scuola dell'infanzia, asilo | jardín de infancia, escuela infantil, parvulario, guardería | escola bressol, llar d'infants, nursery, asilo nido
amenity=college: college, further education college | Fachschule, Berufsschule, College | école supérieure, collège technique | istituto superiore | instituto superior, escuela técnica
amenity=university: university | Universität, Hochschule, Fachhochschule, Uni | université, faculté | università | universidad | universitat
amenity=language_school: language school, language courses | Sprachschule, Sprachkurse | école de langues | scuola di lingue | escuela de idiomas, academia de idiomas | escola d'idiomes
amenity=music_school: music school, music lessons | Musikschule | école de musique, conservatoire | scuola di musica, conservatorio | escuela de música, conservatorio | escola de música
amenity=dancing_school: dance school, dance studio, dancing school | Tanzschule | école de danse | scuola di danza, scuola di ballo | escuela de baile, escuela de danza | escola de dansa
leisure=dance: dance studio, dance school, dancing | Tanzstudio, Tanzschule | studio de danse, école de danse | scuola di ballo | escuela de baile
amenity=training: training centre, courses, training | Ausbildungszentrum, Kurse, Weiterbildung | centre de formation, formation | centro di formazione, corsi | centro de formación, academia, cursos
amenity=prep_school: tutoring, prep school | Nachhilfe, Nachhilfeschule | soutien scolaire | doposcuola | academia, refuerzo escolar
amenity=cooking_school: cooking school, cookery classes | Kochschule | école de cuisine | scuola di cucina | escuela de cocina
amenity=surf_school: surf school | Surfschule | école de surf | scuola di surf | escuela de surf
amenity=ski_school: ski school, ski lessons, ski instructor | Skischule, Skilehrer | école de ski | scuola di sci | escuela de esquí | escola d'esquí
amenity=library: library, public library | Bibliothek, Bücherei | bibliothèque, médiathèque | biblioteca | biblioteca | biblioteca
amenity=toy_library: toy library | Ludothek | ludothèque | ludoteca | ludoteca | ludoteca

# culture
tourism=museum: museum, museums | Museum | musée | museo | museo | museu
tourism=gallery: art gallery, gallery | Galerie, Kunstgalerie | galerie d'art, galerie | galleria d'arte, galleria | galería de arte, galería | galeria d'art
tourism=attraction: tourist attraction, attraction, sight, sightseeing | Sehenswürdigkeit, Attraktion, Touristenattraktion | attraction touristique, attraction | attrazione turistica, attrazione | atracción turística, lugar de interés | atracció turística
tourism=theme_park: theme park, amusement park | Freizeitpark, Vergnügungspark | parc d'attractions, parc à thème | parco divertimenti, parco a tema | parque de atracciones, parque temático | parc temàtic
tourism=zoo: zoo, animal park | Zoo, Tierpark, Tiergarten | zoo, parc animalier | zoo | zoo, parque zoológico | zoo
tourism=aquarium: aquarium | Aquarium | aquarium | acquario | acuario | aquari
amenity=cinema: cinema, movie theater, movie theatre, movies | Kino, Filmtheater, Lichtspiele | cinéma | cinema | cine | cinema
amenity=theatre: theatre, theater, opera house, opera, concert hall | Theater, Oper, Schauspielhaus, Konzerthaus | théâtre, opéra | teatro, opera | teatro, ópera, auditorio | teatre
amenity=arts_centre: arts centre, cultural centre, art centre, culture | Kulturzentrum, Kunsthaus, Kunstzentrum | centre culturel, centre d'art | centro culturale, centro d'arte | centro cultural, centro de arte | centre cultural
amenity=music_venue: music venue, concert venue, live music | Konzertlokal, Musikclub, Live-Musik | salle de concert, musique live | locale per concerti, musica dal vivo | sala de conciertos, música en vivo
amenity=events_venue: event venue, events venue, wedding venue, function room, banquet hall | Veranstaltungsort, Eventlocation, Veranstaltungssaal, Festsaal, Hochzeitslocation | salle de réception, lieu d'événements, salle des fêtes | sala eventi, location per eventi | salón de eventos, sala de eventos, salón de bodas | sala d'actes
amenity=conference_centre: conference centre, convention centre, conference center, congress centre | Kongresszentrum, Tagungszentrum, Konferenzzentrum | centre de congrès, palais des congrès, centre de conférences | centro congressi, centro conferenze | centro de congresos, palacio de congresos | centre de congressos, convention center
amenity=exhibition_centre: exhibition centre, trade fair | Messezentrum, Ausstellungszentrum, Messe | parc des expositions | fiera, centro espositivo | recinto ferial, centro de exposiciones
amenity=community_centre: community centre, community center, village hall | Gemeindezentrum, Gemeindesaal, Begegnungszentrum, Jugendtreff, Jugendzentrum | centre communautaire, salle polyvalente, maison des jeunes | centro civico, centro comunitario | centro comunitario, centro cívico, casal | centre cívic, casal, Vereinshaus, salle des fêtes
amenity=social_centre: social centre | Vereinshaus | foyer, maison des associations | centro sociale | centro social
amenity=casino: casino | Casino, Spielbank, Spielcasino, Kasino | casino | casinò | casino | casino
amenity=gambling: gambling, slot machines, gaming hall, bingo | Spielhalle, Glücksspiel | salle de jeux | sala giochi, sala slot | sala de juegos, bingo
leisure=adult_gaming_centre: gaming centre, slot machines | Spielhalle, Spielothek | salle de jeux | sala slot | salón de juegos
leisure=amusement_arcade: amusement arcade, arcade | Spielhalle | salle d'arcade | sala giochi | salón recreativo
leisure=escape_game: escape room, escape game | Escape Room, Escape-Spiel | escape game, jeu d'évasion | escape room | sala de escape, escape room
amenity=studio: studio, recording studio, radio station, tv studio | Tonstudio, Studio, Radiosender, Fernsehstudio | studio d'enregistrement, studio, radio | studio di registrazione, emittente | estudio de grabación, emisora, estudio | estudi
amenity=planetarium: planetarium | Planetarium | planétarium | planetario | planetario
amenity=brothel: brothel | Bordell | maison close | bordello | burdel
amenity=stripclub: strip club | Stripclub | club de striptease | strip club | club de striptease
amenity=swingerclub: swinger club | Swingerclub | club échangiste | club scambisti | club de intercambio
tourism=information: tourist information, tourist office, visitor centre, tourist info, information office | Touristeninformation, Tourist-Info, Verkehrsbüro, Tourismusbüro | office de tourisme, syndicat d'initiative, information touristique | ufficio turistico, informazioni turistiche, ente turistico | oficina de turismo, información turística | oficina de turisme

# sport
leisure=fitness_centre: gym, fitness centre, fitness studio, fitness center, fitness club, fitness, health club, workout, yoga studio, pilates | Fitnessstudio, Fitnesscenter, Fitness, Fitnessclub, Kraftraum | salle de sport, club de fitness, centre de fitness, salle de fitness, fitness, musculation | palestra, centro fitness, fitness | gimnasio, centro de fitness, gym | gimnàs
leisure=sports_centre leisure=sports: sports centre, sports center, leisure centre, sports complex, sport | Sportzentrum, Sportanlage, Sportpark, Freizeitzentrum | centre sportif, complexe sportif | centro sportivo | centro deportivo, polideportivo, complejo deportivo | centre esportiu, poliesportiu
leisure=sports_hall: sports hall, gymnasium | Sporthalle, Turnhalle | gymnase, salle omnisports | palazzetto dello sport | pabellón deportivo | pavelló
leisure=stadium: stadium | Stadion | stade | stadio | estadio | estadi
leisure=swimming_pool: swimming pool, pool | Schwimmbad, Hallenbad, Freibad | piscine | piscina | piscina | piscina
leisure=water_park: water park, aqua park | Erlebnisbad, Wasserpark, Spaßbad, Freibad | parc aquatique | parco acquatico | parque acuático | parc aquàtic
leisure=ice_rink: ice rink, skating rink | Eislaufplatz, Eishalle, Eisbahn | patinoire | pista di pattinaggio | pista de hielo, pista de patinaje | pista de gel
leisure=golf_course: golf course, golf club, golf | Golfplatz, Golfclub, Golf | terrain de golf, golf | campo da golf, golf | campo de golf, club de golf, golf | camp de golf
leisure=miniature_golf: minigolf, miniature golf, mini golf, crazy golf | Minigolf | minigolf | minigolf | minigolf
leisure=bowling_alley: bowling alley, bowling, ten-pin bowling | Bowlingbahn, Bowling, Kegelbahn | bowling | bowling | bolera | bolera
leisure=horse_riding: horse riding, riding school, riding stable, equestrian centre, stables | Reitstall, Reitschule, Reiten, Reithof | centre équestre, équitation, école d'équitation | maneggio, equitazione, centro ippico | hípica, centro ecuestre, equitación | hípica
leisure=marina: marina, yacht harbour, yacht club | Yachthafen, Jachthafen, Marina | port de plaisance, marina | porto turistico, marina | puerto deportivo, marina | port esportiu
leisure=ski_resort: ski resort, ski area, skiing | Skigebiet, Skiresort | station de ski, domaine skiable | stazione sciistica | estación de esquí | estació d'esquí
leisure=trampoline_park: trampoline park | Trampolinpark, Trampolinhalle | parc de trampolines | parco trampolini | parque de trampolines
leisure=indoor_play: indoor playground, soft play | Indoorspielplatz, Hallenspielplatz | parc de jeux intérieur | parco giochi al coperto | parque infantil cubierto
leisure=hackerspace: hackerspace, makerspace | Hackerspace, Makerspace | hackerspace, fablab | hackerspace | hackerspace
leisure=climbing: climbing gym, climbing hall, climbing | Kletterhalle, Kletterpark | salle d'escalade, escalade | palestra di arrampicata | rocódromo, escalada
leisure=summer_camp: summer camp | Ferienlager | colonie de vacances | campo estivo | campamento de verano
leisure=paintball: paintball | Paintball | paintball | paintball | paintball
club=sport: sports club | Sportverein, Sportclub | club sportif, club de sport | associazione sportiva, società sportiva | club deportivo | club esportiu
club=automobile: automobile club | Automobilclub | automobile club | automobile club | automóvil club | automòbil club
club=yachting: yacht club | Yachtclub | yacht club | circolo nautico, yacht club | club náutico | club nàutic

# public
amenity=townhall: town hall, city hall, municipality, council, municipal office | Rathaus, Gemeindeverwaltung, Gemeindeamt, Gemeinde, Gemeindehaus | mairie, hôtel de ville | municipio, comune | ayuntamiento | comú, ajuntament
amenity=courthouse: courthouse, court, law court | Gericht, Gerichtsgebäude, Landgericht | tribunal, palais de justice | tribunale, palazzo di giustizia | juzgado, tribunal, palacio de justicia | tribunal
amenity=police: police, police station | Polizei, Polizeiwache | police, commissariat, gendarmerie | polizia, carabinieri, commissariato | policía, comisaría | policia
amenity=fire_station: fire station, fire brigade, fire department | Feuerwehr, Feuerwehrhaus | pompiers, caserne de pompiers | vigili del fuoco, caserma dei pompieri | bomberos, parque de bomberos | bombers
amenity=prison: prison | Gefängnis | prison | carcere | cárcel, prisión | presó
amenity=embassy: embassy, consulate | Botschaft, Konsulat | ambassade, consulat | ambasciata, consolato | embajada, consulado | ambaixada
amenity=public_building: public building | öffentliches Gebäude | bâtiment public | edificio pubblico | edificio público
amenity=bus_station: bus station | Busbahnhof | gare routière | autostazione, stazione degli autobus | estación de autobuses | estació d'autobusos
amenity=monastery: monastery, convent | Kloster | monastère, couvent | monastero, convento | monasterio, convento | monestir
amenity=crematorium: crematorium | Krematorium | crématorium | crematorio | crematorio
amenity=funeral_hall: funeral hall | Trauerhalle | funérarium | casa funeraria | tanatorio | tanatori
amenity=mortuary: mortuary | Leichenhalle | funérarium | obitorio | tanatorio
amenity=recycling: recycling centre, recycling, waste disposal | Recyclinghof, Wertstoffhof, Entsorgung, Deponie | déchetterie, recyclage | isola ecologica, riciclaggio | punto limpio, reciclaje | deixalleria
amenity=customs: customs | Zoll, Zollamt | douane | dogana | aduana | duana
amenity=ranger_station: ranger station | Rangerstation | maison du parc | stazione forestale | estación de guardabosques
amenity=animal_breeding: animal breeder, dog breeder, breeder, cattery breeder, horse breeder | Tierzüchter, Hundezüchter, Züchter, Tierzucht | éleveur, élevage canin, élevage | allevamento, allevatore, allevamento cani | criadero, criador de perros, criador
amenity=boat_storage: boat storage, dry dock, boat yard | Bootslager, Bootslagerplatz, Winterlager | hivernage de bateaux, stockage de bateaux | rimessaggio barche, deposito barche | guarda de barcos, almacenamiento de barcos
amenity=dive_centre: dive centre, dive center, diving centre, scuba centre, diving school, dive school, dive shop, scuba diving school | Tauchzentrum, Tauchbasis, Tauchschule | centre de plongée, école de plongée, club de plongée | centro immersioni, diving center, scuola sub | centro de buceo, escuela de buceo
amenity=dojo: dojo, martial arts school, karate school, judo school | Dojo, Kampfsportschule, Karateschule | dojo, école d'arts martiaux | dojo, scuola di arti marziali | dojo, escuela de artes marciales
amenity=driver_training: driver training centre, driver safety training | Fahrsicherheitszentrum, Verkehrsübungsplatz | centre de formation à la conduite | centro guida sicura | centro de formación de conductores
amenity=hookah_lounge: hookah lounge, shisha bar, hookah bar, shisha lounge | Shisha-Bar, Shisha-Lounge, Wasserpfeifenbar | bar à chicha, chicha, bar à narguilé | shisha bar, narghilè | bar de cachimbas, shisha bar, cachimbas
amenity=karaoke_box leisure=karaoke amenity=karaoke: karaoke, karaoke bar, karaoke box | Karaoke, Karaokebar | karaoké, bar karaoké | karaoke | karaoke, bar de karaoke
amenity=kitchen: community kitchen, soup kitchen, shared kitchen | Gemeinschaftsküche, Suppenküche | cuisine communautaire, soupe populaire | mensa dei poveri, cucina comune | comedor social, cocina comunitaria
amenity=love_hotel: love hotel | Stundenhotel, Love Hotel | love hotel, hôtel de passe | love hotel, albergo a ore | hotel del amor, motel por horas
amenity=payment_centre: bill payment, payment centre, bill payment centre | Zahlstelle, Einzahlungsstelle | centre de paiement, paiement de factures | centro pagamenti, pagamento bollette | centro de pagos, pago de facturas
amenity=veterinary_pharmacy: veterinary pharmacy, pet pharmacy | Tierapotheke, Tierarzneimittel | pharmacie vétérinaire | farmacia veterinaria | farmacia veterinaria
amenity=bicycle_wash: bicycle wash, bike wash | Fahrradwaschanlage | lavage de vélos | lavaggio biciclette | lavado de bicicletas
amenity=traffic_park: traffic park, traffic training ground | Verkehrsgarten, Jugendverkehrsschule | piste d'éducation routière | parco scuola del traffico | parque infantil de tráfico
amenity=charging_station: charging station, ev charging, ev charger, electric car charging | Ladestation, Ladesäule, Elektrotankstelle | borne de recharge, station de recharge | stazione di ricarica, colonnina di ricarica | punto de recarga, estación de carga
amenity=car_pooling: car pooling | Mitfahrgelegenheit, Mitfahrparkplatz | covoiturage | car pooling | coche compartido
amenity=blood_bank: blood bank, blood donation centre | Blutbank, Blutspendedienst | banque du sang | banca del sangue | banco de sangre
amenity=boat_sharing: boat sharing | Bootssharing | partage de bateaux | boat sharing | barcos compartidos
amenity=business_school: business school | Handelsschule, Wirtschaftsschule | école de commerce | scuola di economia | escuela de negocios
amenity=concert_hall: concert hall | Konzerthalle, Konzerthaus | salle de concert | sala concerti | sala de conciertos, auditorio
amenity=first_aid: first aid, first aid station | Erste Hilfe, Sanitätsstation | premiers secours, poste de secours | pronto soccorso, primo soccorso | primeros auxilios
amenity=food_sharing amenity=food_bank: food bank, food sharing | Tafel, Lebensmitteltafel, Foodsharing | banque alimentaire, partage alimentaire | banco alimentare | banco de alimentos
amenity=gym: gym | Fitnessstudio | salle de sport | palestra | gimnasio
amenity=lost_property_office: lost property office, lost and found | Fundbüro | objets trouvés | oggetti smarriti | objetos perdidos
amenity=mailroom: mail room, mailbox rental, po boxes | Poststelle, Postfachservice | salle de courrier, boîtes postales | casella postale | apartados postales
amenity=mountain_rescue amenity=rescue_station: mountain rescue, rescue service, ambulance station | Bergrettung, Rettungsdienst, Rettungswache | secours en montagne, poste de secours | soccorso alpino | rescate de montaña, servicio de rescate
amenity=nursery: nursery, day nursery | Kinderkrippe | crèche, garderie | asilo nido | guardería
amenity=retirement_home: retirement home, old people's home | Altersheim, Seniorenheim | maison de retraite | casa di riposo | residencia de ancianos
amenity=sailing_school: sailing school, sailing lessons | Segelschule, Segelkurse | école de voile | scuola di vela | escuela de vela
amenity=sauna: sauna | Sauna | sauna | sauna | sauna
amenity=scrapyard shop=scrapyard: scrapyard, scrap yard, scrap metal, car breaker, junkyard, scrap dealer | Schrottplatz, Schrotthändler, Autoverwerter, Autoverwertung | casse auto, ferrailleur, casse automobile | sfasciacarrozze, rottamaio, autodemolizione | desguace, chatarrería, chatarrero
amenity=spa: spa | Wellnessbad | spa | spa | spa
amenity=stables leisure=stables: stables, livery yard, horse boarding | Pferdestall, Pensionsstall | écurie, pension pour chevaux | scuderia, maneggio | cuadras, pupilaje de caballos
amenity=youth_centre: youth centre, youth club | Jugendzentrum, Jugendclub, Jugendtreff | maison des jeunes, centre de jeunes | centro giovanile | centro juvenil
amenity=social_club leisure=social_club: social club, working men's club | Vereinslokal, Clubhaus | cercle, club social | circolo | club social
amenity=workshop: workshop, repair café, repair cafe | Werkstatt, Repair-Café | atelier, repair café | officina, repair café | taller, repair café
amenity=cat_cafe: cat café | Katzencafé | bar à chats, café des chats | cat café | café de gatos
amenity=dog_wash amenity=animal_wash: dog wash | Hundewaschanlage, Hundewäsche | lavage pour chiens | lavaggio cani | lavado de perros
amenity=art_school: art school, painting classes, art classes | Kunstschule, Malkurse, Malschule | école d'art, cours de peinture | scuola d'arte, corsi di pittura | escuela de arte, clases de pintura
amenity=flight_school amenity=flying_school: flying school, flight school, flying lessons | Flugschule | école de pilotage, école de vol | scuola di volo | escuela de vuelo
amenity=nail_school amenity=beauty_school: beauty school | Kosmetikschule | école d'esthétique | scuola di estetica | escuela de estética
amenity=hospice: hospice | Hospiz | hospice | hospice | hospicio
leisure=bathing_place leisure=swimming_area: bathing place, swimming area, lido, bathing beach | Badestelle, Badeplatz, Strandbad, Naturbad | baignade, lieu de baignade | area balneare, zona di balneazione | zona de baño, playa fluvial
leisure=disc_golf_course: disc golf, disc golf course, frisbee golf | Discgolf, Discgolfanlage | disc golf, parcours de disc golf | disc golf, campo da disc golf | disc golf, campo de disc golf
leisure=fishing: fishing lake, fishing pond, fishery | Angelteich, Fischteich, Angelsee | étang de pêche, parcours de pêche | lago di pesca, pesca sportiva | coto de pesca, lago de pesca
leisure=garden: botanical garden, garden, public garden | botanischer Garten, Garten, Schaugarten | jardin botanique, jardin | giardino botanico, giardino | jardín botánico, jardín
leisure=high_ropes_course leisure=ropes_course: high ropes course, treetop adventure, zip line, tree climbing park | Hochseilgarten, Kletterwald, Seilgarten, Zipline | accrobranche, parcours aventure, tyrolienne | parco avventura, zip line | parque de cuerdas, parque de aventura, tirolina
leisure=laser_tag: laser tag, laser game, lasertag arena | Lasertag, Lasertag-Arena | laser game | laser game, laser tag | láser tag, laser tag
leisure=lan_centre leisure=lan_gaming_centre amenity=gaming_centre: gaming café, lan centre, esports arena | Gaming-Center, Gaming-Café, LAN-Center | salle de jeux en réseau, salle esport | sala lan, sala gaming | cibercafé de juegos, centro de esports
leisure=maze: maze, corn maze | Labyrinth, Irrgarten, Maislabyrinth | labyrinthe | labirinto | laberinto
leisure=shooting_ground: shooting range, shooting club, gun club, clay shooting | Schießstand, Schützenhaus, Schießanlage | stand de tir, club de tir | poligono di tiro, tiro a segno | campo de tiro, club de tiro
leisure=turkish_bath leisure=hammam: turkish bath, hammam | Hamam, türkisches Bad, Dampfbad | hammam, bain turc | bagno turco, hammam | baño turco, hammam
leisure=yoga leisure=yoga_studio: yoga studio, yoga classes | Yogastudio, Yogakurse | studio de yoga, cours de yoga | centro yoga, corsi di yoga | centro de yoga, clases de yoga
leisure=kart leisure=karting: go-kart track, karting, go-karting | Kartbahn, Gokart | karting, piste de karting | pista go-kart, kart | circuito de karts, karting
leisure=bowling: bowling | Bowling | bowling | bowling | bolos
leisure=billiards leisure=pool_hall: pool hall, billiards, snooker club | Billardsalon, Billardcafé | salle de billard | sala biliardo | sala de billar
leisure=boxing leisure=martial_arts: boxing gym, martial arts gym | Boxstudio, Kampfsportstudio | salle de boxe | palestra di boxe | gimnasio de boxeo
leisure=inflatable_park: inflatable park, bouncy castles | Hüpfburgenpark, Hüpfburgen | parc de structures gonflables, châteaux gonflables | parco gonfiabili, gonfiabili | parque de hinchables, hinchables
leisure=vr: virtual reality centre, vr arcade | VR-Center, VR-Arena | salle de réalité virtuelle | sala realtà virtuale | centro de realidad virtual
`
