/** In the format of food-and-lodging.ts. */
export const trades = `
# household-services
shop=laundry: laundry, launderette, laundromat, laundry service | Wäscherei, Waschsalon | laverie, blanchisserie | lavanderia | lavandería | bugaderia
shop=dry_cleaning: dry cleaner, dry cleaning, cleaners, dry cleaners | Reinigung, Textilreinigung, chemische Reinigung | pressing, nettoyage à sec, teinturerie | lavanderia a secco, tintoria | tintorería, limpieza en seco | tintoreria
shop=copyshop: copy shop, printing, photocopies, print shop | Copyshop, Kopierladen, Druckerei | reprographie, photocopies | copisteria, fotocopie | copistería, fotocopias | copisteria
shop=printing: printing shop, printer, print shop, printing company | Druckerei, Digitaldruck | imprimerie, imprimeur | stamperia, tipografia | imprenta | impremta
craft=printer: printer, printing company, print shop, printing | Druckerei, Drucker | imprimerie, imprimeur | tipografia, stampa | imprenta, impresor | impremta
shop=shoe_repair: shoe repair, cobbler | Schuhmacher, Schuster, Schuhreparatur | cordonnerie, cordonnier | calzolaio, riparazione scarpe | zapatero, reparación de calzado | sabater
craft=shoemaker: shoemaker, cobbler, shoe repair | Schuhmacher, Schuster | cordonnier, bottier | calzolaio | zapatero | sabater
shop=locksmith: locksmith, keys | Schlüsseldienst, Schlosser | serrurier, serrurerie | fabbro, duplicazione chiavi | cerrajero, cerrajería | manyà
craft=locksmith: locksmith | Schlüsseldienst, Schlosserei, Schlosser | serrurier, serrurerie | fabbro, serraturiere | cerrajero, cerrajería | manyà
craft=key_cutter: key cutting, key cutter | Schlüsseldienst | reproduction de clés | duplicazione chiavi | duplicado de llaves
shop=funeral_directors: funeral director, funeral home, undertaker, funeral services | Bestattungsunternehmen, Bestatter, Bestattung | pompes funèbres | pompe funebri, onoranze funebri, agenzia funebre | funeraria, tanatorio | funerària, Bestattungsinstitut
shop=repair: repair shop, repairs | Reparaturwerkstatt, Reparaturen | atelier de réparation, réparations | riparazioni | reparaciones
shop=storage_rental: self storage, storage rental, storage units | Lagerraum, Selfstorage, Mietlager | garde-meubles, self-stockage | deposito, self storage | trasteros, guardamuebles
amenity=mini_storage: self storage | Mietlager | garde-meubles | self storage | trasteros
shop=rental: equipment rental, rental shop | Verleih, Vermietung | location de matériel | noleggio | alquiler
shop=tool_hire: tool hire, tool rental, equipment hire | Werkzeugverleih, Maschinenverleih | location d'outils | noleggio attrezzi | alquiler de herramientas
shop=lottery shop=lotto: lottery, lotto | Lotto, Lottoannahmestelle | loterie, loto | lotteria, ricevitoria | lotería, administración de loterías
shop=bookmaker: bookmaker, betting shop, betting | Wettbüro, Sportwetten | bookmaker, paris sportifs | sala scommesse, scommesse | casa de apuestas, apuestas
shop=ticket: ticket office, ticket shop, tickets, box office | Ticketverkauf, Kartenvorverkauf, Fahrkartenschalter | billetterie | biglietteria | taquilla, venta de entradas
shop=lift_pass: ski pass office, lift passes | Skipassverkauf, Skipass | forfaits de ski | skipass | venta de forfaits, forfaits | forfets
shop=psychic: psychic, fortune teller, astrologer | Wahrsager, Astrologie | voyance, voyant | cartomante | vidente, tarot
shop=internet: internet provider | Internetanbieter | fournisseur d'accès internet | provider internet | proveedor de internet
amenity=internet_cafe: internet café | Internetcafé | cybercafé | internet point | cibercafé
amenity=post_office: post office, post, mail | Post, Postamt, Poststelle, Postfiliale | bureau de poste, la poste, poste | ufficio postale, posta | oficina de correos, correos | correus
amenity=post_depot: mail depot | Postverteilzentrum | centre de tri postal | centro di smistamento | centro de clasificación postal
shop=wigs: wigs | Perücken | perruques | parrucche | pelucas

# crafts
craft=electrician: electrician, electrical contractor, electricians | Elektriker, Elektroinstallateur, Elektrobetrieb, Elektro | électricien, électricité générale | elettricista | electricista, instalaciones eléctricas | electricista, lampista
craft=plumber: plumber, plumbing, plumbers | Klempner, Installateur, Sanitär, Sanitärinstallateur, Spengler, Sanitärbetrieb | plombier, plomberie | idraulico | fontanero, fontanería, plomero | lampista, fontaner
craft=hvac: heating and air conditioning, heating engineer, hvac, heating, air conditioning | Heizungsbau, Heizungsbauer, Heizung, Klimatechnik, Lüftung | chauffagiste, chauffage, climatisation | riscaldamento, climatizzazione, termoidraulica | calefacción, aire acondicionado, climatización
craft=carpenter: carpenter, carpentry, carpenters | Zimmerei, Zimmermann, Schreinerei, Tischlerei, Holzbau, Schreiner | charpentier, menuisier, charpente | carpentiere, falegname, falegnameria | carpintero, carpintería | fuster, fusteria, joiner, Tischler
craft=joiner: joiner, joinery, cabinet maker | Schreinerei, Schreiner, Tischlerei, Tischler | menuisier, menuiserie | falegname, falegnameria | carpintero, ebanista, carpintería | fuster, fusteria
craft=cabinet_maker: cabinet maker, furniture maker | Möbelschreiner, Möbeltischler, Schreinerei, Tischlerei | ébéniste, ébénisterie | ebanista, mobiliere | ebanista, ebanistería | ebenista
craft=painter: painter, painter and decorator, house painter, decorator, painters | Maler, Malerbetrieb, Malergeschäft, Malermeister | peintre en bâtiment, peintre, peinture | imbianchino, pittore edile, decoratore | pintor, pintores, pintor de casas | pintor
craft=plasterer: plasterer, drywall, stucco | Gipser, Verputzer, Stuckateur, Gipsergeschäft | plâtrier, plaquiste | intonacatore, cartongessista | yesero, escayolista
craft=roofer: roofer, roofing, roofers | Dachdecker, Bedachungen, Spenglerei | couvreur, toiture | copritetto, coperture | tejador, techador, tejados
craft=tiler: tiler, tile setter | Fliesenleger, Plattenleger | carreleur | piastrellista | alicatador, solador
craft=floorer: floor layer, flooring contractor, floor fitter | Bodenleger, Parkettleger | poseur de parquet, solier | posatore di pavimenti | instalador de suelos, parquetista
craft=parquet_layer: parquet layer | Parkettleger | parqueteur | parquettista | parquetista
craft=builder: builder, building contractor, construction, building firm | Bauunternehmen, Baufirma, Maurer, Baugeschäft | constructeur, entreprise de bâtiment, maçon | impresa edile, costruttore, muratore | constructor, empresa de construcción, albañil | constructor
craft=bricklayer: bricklayer, mason | Maurer | maçon, maçonnerie | muratore | albañil | paleta
craft=stonemason: stonemason, monumental mason | Steinmetz, Bildhauer, Steinmetzbetrieb | tailleur de pierre, marbrier, marbrerie | scalpellino, marmista | cantero, marmolista, marmolería
craft=scaffolder: scaffolder, scaffolding | Gerüstbauer, Gerüstbau | échafaudage | ponteggi | andamios
craft=insulation: insulation | Dämmung, Isolierer, Isolation | isolation | isolamento | aislamiento
craft=glaziery: glazier, glass, glaziers | Glaserei, Glaser | vitrier, vitrerie, miroiterie | vetraio, vetreria | cristalero, cristalería, vidriero | vidrier
craft=window_construction: window maker, windows, window construction | Fensterbau, Fenster, Fensterbauer | fenêtres, menuiserie aluminium | serramenti, infissi | ventanas, carpintería de aluminio
craft=door_construction: doors, door maker | Türenbau, Türen | portes | porte | puertas
craft=sun_protection: awnings, sun protection | Sonnenschutz, Storenbau | stores, protection solaire | tende da sole | toldos
craft=metal_construction: metal construction, metalworker, welder, metalwork | Metallbau, Schlosserei, Metallbauer | construction métallique, métallerie, ferronnerie | carpenteria metallica, lavorazione metalli | construcción metálica, carpintería metálica, soldador
craft=blacksmith: blacksmith | Schmied, Schmiede | forgeron | fabbro | herrero, herrería | ferrer
craft=welder: welder | Schweißer | soudeur | saldatore | soldador
craft=sheet_metal: tinsmith, sheet metal | Spengler, Blechner | ferblantier, tôlerie | lattoniere | hojalatero
craft=tinsmith: tinsmith | Spengler, Klempner | ferblantier | lattoniere | hojalatero
craft=sawmill: sawmill, timber | Sägewerk, Sägerei | scierie | segheria | aserradero, serrería | serradora
craft=gardener: gardener, landscaping, gardening, landscape gardener, garden maintenance, landscaper | Gärtner, Gartenbau, Landschaftsgärtner, Gartengestaltung, Gärtnerei | jardinier, paysagiste, entretien de jardins | giardiniere, giardinaggio | jardinero, jardinería, paisajista | jardiner, jardineria
shop=landscaping: landscaping | Gartenbau | paysagiste | giardinaggio | paisajismo
craft=upholsterer: upholsterer, upholstery | Polsterer, Polsterei | tapissier, sellier | tappezziere | tapicero, tapicería | tapisser
craft=photographer: photographer, photography, photo studio, photographers | Fotograf, Fotostudio, Fotografie, Fotografin | photographe, studio photo | fotografo, studio fotografico | fotógrafo, estudio fotográfico | fotògraf
craft=photographic_laboratory: photo lab | Fotolabor | laboratoire photo | laboratorio fotografico | laboratorio fotográfico
craft=signmaker: sign maker, signs, signage | Schilderhersteller, Werbetechnik, Beschriftungen | enseignes, enseigniste | insegne | rotulista, rótulos
craft=bookbinder: bookbinder | Buchbinder, Buchbinderei | relieur | rilegatore | encuadernador
craft=optician: optician | Optiker | opticien | ottico | óptico
craft=dental_technician: dental technician, dental laboratory | Zahntechniker, Dentallabor | prothésiste dentaire | odontotecnico | protésico dental
craft=orthopaedics: orthopaedic technician | Orthopädietechnik | orthopédiste | ortopedico | ortopedia
craft=electronics_repair shop=electronics_repair: electronics repair, phone repair, computer repair, mobile phone repair | Elektronikreparatur, Handyreparatur, Computerreparatur | réparation électronique, réparation de téléphones, dépannage informatique | riparazione elettronica, riparazione cellulari, riparazione computer | reparación de electrónica, reparación de móviles, reparación de ordenadores
craft=agricultural_engines: agricultural machinery | Landmaschinen, Landmaschinenmechaniker | machines agricoles | macchine agricole | maquinaria agrícola
craft=mechanic: mechanic | Mechaniker, Mechanische Werkstatt | mécanicien | meccanico | mecánico
craft=boatbuilder: boat builder | Bootsbauer, Bootsbau | chantier naval | cantiere navale | astillero
craft=cleaning: cleaning company, cleaning service, cleaners, cleaning services | Reinigungsfirma, Gebäudereinigung, Reinigungsunternehmen | entreprise de nettoyage, nettoyage, ménage | impresa di pulizie, pulizie | empresa de limpieza, limpieza | empresa de neteja
craft=chimney_sweeper: chimney sweep | Schornsteinfeger, Kaminfeger, Rauchfangkehrer | ramoneur | spazzacamino | deshollinador
craft=pest_control shop=pest_control: pest control, exterminator | Schädlingsbekämpfung, Kammerjäger | désinsectisation, dératisation | disinfestazione | control de plagas
craft=handyman: handyman, odd jobs | Hausmeisterservice, Handwerker, Allrounder | homme à tout faire, bricoleur | tuttofare | manitas
craft=pottery: potter, pottery, ceramics | Töpferei, Töpfer, Keramik | potier, poterie, céramique | ceramista, ceramica, vasaio | alfarero, alfarería, cerámica | ceràmica
craft=glassblower: glass blower | Glasbläser | souffleur de verre | soffiatore di vetro | vidriero soplador
craft=sculptor: sculptor | Bildhauer | sculpteur | scultore | escultor
craft=artist: artist, art studio | Künstler, Atelier | artiste, atelier d'artiste | artista | artista
craft=engraver: engraver | Graveur | graveur | incisore | grabador
craft=leather: leather worker | Lederer, Sattlerei | maroquinier | pellettiere | marroquinero
craft=saddler: saddler | Sattler, Sattlerei | sellier | sellaio | guarnicionero
craft=furrier: furrier | Kürschner | fourreur | pellicciaio | peletero
craft=basket_maker: basket maker | Korbmacher | vannier | cestaio | cestero
craft=musical_instrument: instrument maker, piano tuner, violin maker | Instrumentenbauer, Geigenbauer, Klavierbauer | luthier, facteur d'instruments | liutaio | lutier
craft=piano_tuner: piano tuner | Klavierstimmer | accordeur de piano | accordatore di pianoforti | afinador de pianos
craft=embroiderer: embroidery | Stickerei | broderie | ricamo | bordados
craft=toolmaker: toolmaker | Werkzeugmacher | outilleur | utensilista | matricero
craft=turner: turner | Drechsler | tourneur | tornitore | tornero
craft=rigger: rigger, sailmaker | Takler | gréeur | attrezzista navale | aparejador naval
craft=sailmaker: sailmaker | Segelmacher | voilier | velaio | velero
craft=restoration: restoration, restorer | Restaurator | restaurateur d'art | restauratore | restaurador
craft=interior_decorator: interior decorator | Raumausstatter | décorateur d'intérieur | decoratore d'interni | decorador
craft=house_builder: house builder | Hausbau | constructeur de maisons | costruttore di case | constructor de casas
craft=paver: paver | Pflasterer | paveur | lastricatore | adoquinador
craft=well_drilling: well drilling | Brunnenbau | forage | perforazione pozzi | perforación de pozos
craft=photovoltaic: solar installer, solar panels, photovoltaics | Solarinstallateur, Photovoltaik, Solaranlagen | installateur solaire, panneaux solaires, photovoltaïque | fotovoltaico, pannelli solari | instalador solar, placas solares
craft=solar: solar installer, solar panels | Solaranlagen, Photovoltaik | panneaux solaires | pannelli solari | placas solares
craft=elevator: lifts, elevators | Aufzugsbau | ascensoriste | ascensori | ascensores
craft=oil_mill: oil mill | Ölmühle | moulin à huile | frantoio | almazara
man_made=works: factory, manufacturer, plant, manufacturing, industry | Fabrik, Werk, Hersteller, Industriebetrieb, Produktion | usine, fabricant, industrie | fabbrica, stabilimento, produttore | fábrica, fabricante, industria | fàbrica
landuse=industrial: industrial company, factory, manufacturer | Industriebetrieb, Fabrik | site industriel, usine | stabilimento industriale | empresa industrial, fábrica
craft=atelier: atelier, workshop, artist's workshop, studio workshop | Atelier, Werkstatt, Künstlerwerkstatt | atelier, atelier d'artisan | atelier, laboratorio artigianale | taller, taller artesanal
craft=bag_repair: bag repair, handbag repair, luggage repair | Taschenreparatur, Kofferreparatur | réparation de sacs | riparazione borse, riparazione valigie | reparación de bolsos, reparación de maletas
craft=bicycle_repair: bicycle mechanic, bike mechanic, bicycle workshop | Fahrradmechaniker, Fahrradwerkstatt | mécanicien vélo, atelier vélo | meccanico di biciclette, ciclofficina | mecánico de bicicletas
craft=building_maintenance: building maintenance, facility management, property maintenance, caretaker | Gebäudetechnik, Hauswartung, Gebäudeservice, Hausmeister, Facility Management | maintenance de bâtiments, entretien d'immeubles | manutenzione edifici, manutenzione immobili | mantenimiento de edificios
craft=candlemaker: candle maker | Kerzenmacher, Kerzenzieher | cirier, fabricant de bougies | fabbricante di candele, cereria | cerería, fabricante de velas
craft=car_painter: car painter, car body painter, car paint shop, spray shop, panel beater | Autolackierer, Autolackiererei, Lackiererei, Autospenglerei | peinture automobile, carrosserie, carrossier | verniciatura auto, carrozzeria, carrozziere | pintor de coches, chapa y pintura, chapistería
craft=carpet_cleaner: carpet cleaning, carpet cleaner, rug cleaning, upholstery cleaning | Teppichreinigung, Polsterreinigung | nettoyage de tapis, nettoyage de moquettes | lavaggio tappeti, pulizia moquette | limpieza de alfombras, limpieza de moquetas
craft=carpet_layer: carpet layer, carpet fitter, carpet fitting | Teppichleger, Teppichbodenleger | poseur de moquette, moquettiste | posatore di moquette | instalador de moquetas, enmoquetador
craft=clockmaker: clockmaker, clock repair, watch repair | Uhrmacher, Uhrenreparatur | horloger, réparation de montres | orologiaio, riparazione orologi | relojero, reparación de relojes
craft=clothes_mending: clothes alterations, clothes repair, mending, alterations, alteration tailor | Änderungsschneiderei, Kleiderreparatur, Flickschneiderei | retouches, retoucherie, retouche de vêtements | riparazioni sartoriali, rammendo, orli e riparazioni | arreglos de ropa, compostura de ropa
craft=cooper: cooper, barrel maker | Küfer, Böttcher, Fassbinder, Fassbau | tonnelier, tonnellerie | bottaio | tonelero, tonelería
craft=coppersmith: coppersmith | Kupferschmied | chaudronnier, dinandier | ramaio, calderaio | calderero
craft=fence_maker: fence maker, fencing contractor, fencing, fences, gates and fences, fence builder | Zaunbauer, Zaunbau, Zäune | clôtures, poseur de clôtures | recinzioni, cancelli | vallas, cercados, instalador de vallas
craft=furriery shop=fur: furrier, furs, fur shop, fur coats | Kürschner, Pelze, Pelzgeschäft | fourreur, fourrures | pellicceria, pellicciaio, pellicce | peletería, peletero, pieles
craft=handicraft: handicraft, handicrafts, handmade gifts | Kunsthandwerk, Handarbeit | artisanat d'art, objets artisanaux | artigianato artistico, artigianato | artesanía, manualidades
craft=interior_work: interior fit-out, interior finishing, drywall contractor, shopfitter, partition walls | Innenausbau, Trockenbau, Ladenbau, Trockenbauer | aménagement intérieur, agencement, cloisons | finiture d'interni, cartongesso, allestimenti | interiorismo y reformas, tabiques, pladur, reformas
craft=knitter: knitter, knitting, knitwear maker | Strickerei, Stricken | tricoteur, tricot | magliaia, maglieria | tejedora de punto, géneros de punto
craft=lapidary: gem cutter, lapidary, gemstones | Edelsteinschleifer, Steinschleifer, Edelsteine | lapidaire, tailleur de pierres précieuses | tagliatore di pietre preziose | lapidario, tallador de gemas
craft=luthier: luthier, violin maker, guitar maker, guitar repair | Geigenbauer, Gitarrenbauer, Gitarrenreparatur | luthier, lutherie | liutaio, liuteria | lutier, violero
craft=mint: mint, coin mint | Münzprägeanstalt, Münzstätte | hôtel des monnaies, monnaie | zecca | casa de la moneda, ceca
craft=organ_builder: organ builder | Orgelbauer, Orgelbau | facteur d'orgues | organaro, costruttore di organi | organero, constructor de órganos
craft=print_shop: print shop, printing works | Druckerei, Druckwerkstatt | imprimerie, atelier d'impression | tipografia, stamperia | imprenta
craft=printmaker: printmaker, screen printing, screen printer, t-shirt printing | Siebdruck, Druckgrafiker, Textildruck, T-Shirt-Druck | sérigraphie, graveur | serigrafia, stampa magliette | serigrafía, estampación de camisetas
craft=shoe_repair: shoe repair | Schuhreparatur | cordonnerie, réparation de chaussures | riparazione scarpe | reparación de calzado
craft=solar_panel_installer: solar panel installer, solar panel installation, solar energy | Solarinstallateur, Photovoltaik, Solartechnik | installateur de panneaux solaires | installatore fotovoltaico, fotovoltaico | instalador de placas solares
craft=stand_builder: exhibition stand builder, trade show booths | Messebau, Messebauer | standiste, stands d'exposition | allestimenti fieristici | montaje de stands
craft=stove_fitter: stove fitter, fireplace builder, tiled stoves, chimney fitter, wood burner installer | Ofenbauer, Ofensetzer, Hafner, Kaminbauer, Kachelöfen | poêlier, fumiste, installateur de poêles | fumista, installatore di stufe | instalador de estufas, chimeneas
craft=tatami: tatami maker | Tatamihersteller | fabricant de tatamis | produttore di tatami | fabricante de tatamis
craft=water_well_drilling: well drilling, borehole drilling, water well driller | Brunnenbohrung, Brunnenbauer | forage de puits, foreur | trivellazione pozzi | perforación de pozos de agua, pocero
craft=weaver: weaver, weaving mill, weaving | Weberei, Weber | tisserand, tissage | tessitore, tessitura | tejedor, telar
craft=wood_carver: wood carver, wood carving | Holzschnitzer, Schnitzerei | sculpteur sur bois | intagliatore, intaglio del legno | tallista de madera
craft=arborist craft=tree_surgeon: tree surgeon, arborist, tree service, tree felling, tree removal, tree care | Baumpflege, Baumpfleger, Baumfällung, Baumfällarbeiten | élagueur, élagage, abattage d'arbres | potatura alberi, arboricoltore, abbattimento alberi | poda de árboles, arborista, tala de árboles
craft=landscaper: landscaper, landscape contractor, garden designer | Garten- und Landschaftsbau, Galabau, Gartengestalter | paysagiste, jardinier paysagiste | giardiniere paesaggista, progettazione giardini | paisajista, diseño de jardines
craft=waterproofing: waterproofing, damp proofing | Abdichtung, Abdichtungstechnik, Bautrocknung | étanchéité | impermeabilizzazioni | impermeabilizaciones, humedades
craft=hatter craft=milliner: milliner, hat maker, hatter | Hutmacher, Putzmacherin, Modistin | chapelier | cappellaio, modista di cappelli | sombrerero
craft=ceramics: ceramist, ceramics studio | Keramiker, Keramikatelier | céramiste, atelier de céramique | ceramista, laboratorio di ceramica | ceramista, taller de cerámica
craft=photographic_studio: photographic studio | Fotoatelier | studio photographique | studio fotografico | estudio fotográfico
craft=mason: mason, masonry | Maurer, Maurerbetrieb | maçon, maçonnerie | muratore, opere murarie | albañil, albañilería
craft=drywaller: drywall installer, dry liner | Trockenbauer, Trockenbau | plaquiste | cartongessista | instalador de pladur
craft=demolition: demolition contractor, demolition | Abbruchunternehmen, Abbruch, Rückbau | démolition, entreprise de démolition | demolizioni | demoliciones, derribos
craft=excavation office=excavation: excavation contractor, groundworks, earthworks, digger | Erdarbeiten, Tiefbau, Aushub, Baggerbetrieb | terrassement, terrassier | movimento terra, scavi | excavaciones, movimiento de tierras
craft=garage_door: garage door installer, garage doors | Garagentore, Torbau | portes de garage | portoni da garage | puertas de garaje
craft=dry_cleaner: dry cleaner | chemische Reinigung | pressing | lavasecco | tintorería
craft=window_cleaner craft=window_cleaning: window cleaner, window cleaning | Fensterputzer, Fensterreinigung, Glasreinigung | laveur de vitres, nettoyage de vitres | lavavetri, pulizia vetri | limpiacristales, limpieza de cristales
craft=septic_tank craft=drain_cleaning: drain cleaning, drainage, septic tank emptying, blocked drains | Rohrreinigung, Kanalreinigung, Abflussreinigung | débouchage, vidange de fosse septique, assainissement | spurghi, autospurgo, spurgo fosse | desatascos, limpieza de fosas sépticas
craft=appliance_repair shop=appliance_repair: appliance repair, washing machine repair, fridge repair | Haushaltsgerätereparatur, Waschmaschinenreparatur | réparation d'électroménager, dépannage électroménager | riparazione elettrodomestici | reparación de electrodomésticos
craft=electric_motor_repair: electric motor repair, motor rewinding | Elektromotorenreparatur, Ankerwickelei | bobinage, réparation de moteurs électriques | riavvolgimento motori elettrici | bobinado de motores
craft=pool_builder: pool builder, swimming pool construction | Schwimmbadbauer, Poolbauer | constructeur de piscines | costruzione piscine | construcción de piscinas
craft=kitchen_builder craft=kitchen: kitchen fitter, kitchen installer, kitchen maker | Küchenbauer, Küchenmonteur | cuisiniste, poseur de cuisines | montatore di cucine, cucine su misura | montador de cocinas, cocinas a medida
craft=bathroom: bathroom fitter, bathroom renovation | Badsanierung, Badbau | rénovation de salles de bains | ristrutturazione bagni | reformas de baños
craft=soap_maker: soap maker | Seifensieder, Seifenmanufaktur | savonnier, savonnerie | saponificio | jabonero, jabones artesanales
craft=nursery: plant grower | Pflanzenzucht | horticulteur, pépiniériste | vivaista | viverista
`
