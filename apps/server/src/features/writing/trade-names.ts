/**
 * One trade per line: names in directories, searches and websites | plural in English | German | French | Italian |
 * Spanish, as within a sentence. German plurals end in -n or -s, so that they fit after "für" and "nach".
 */
export const TRADE_NAMES = `
restaurant, Gasthaus, Gasthof, Gaststätte, ristorante, trattoria, osteria, restaurante | restaurants | Restaurants | restaurants | ristoranti | restaurantes
café, cafe, coffee shop, tea room, cafeteria, Kaffeehaus, salon de thé, caffetteria, cafetería | cafés | Cafés | cafés | caffetterie | cafeterías
fast food, takeaway, Imbiss, Schnellimbiss, restauration rapide, tavola calda | takeaways | Imbissläden | snacks | tavole calde | locales de comida para llevar
pizzeria, pizzería | pizzerias | Pizzerien | pizzerias | pizzerie | pizzerías
bar, cocktail bar, Cocktailbar, wine bar, Weinbar, bar à vin | bars | Bars | bars | bar | bares
pub, Kneipe, Taverne, birreria, cervecería | pubs | Kneipen | pubs | pub | cervecerías
ice cream parlour, ice cream shop, Eisdiele, Eiscafé, glacier, gelateria, heladería | ice cream parlours | Eisdielen | glaciers | gelaterie | heladerías
hotel, hôtel, albergo | hotels | Hotels | hôtels | alberghi | hoteles
guest house, bed and breakfast, B&B, Pension, Gästehaus, chambres d'hôtes, maison d'hôtes, pensione, affittacamere, casa rural, pensión | guest houses | Pensionen | maisons d'hôtes | bed and breakfast | casas rurales
hostel, Jugendherberge, auberge de jeunesse, ostello, albergue juvenil | hostels | Hostels | auberges de jeunesse | ostelli | albergues
holiday apartment, holiday home, Ferienwohnung, Ferienhaus, gîte, location de vacances, casa vacanze, apartamento turístico | holiday homes | Ferienwohnungen | locations de vacances | case vacanze | apartamentos turísticos
camp site, campsite, caravan site, Campingplatz, terrain de camping, campeggio, camping | campsites | Campinganlagen | campings | campeggi | campings
bakery, baker, Bäckerei, boulangerie, panificio, panetteria, panadería | bakeries | Bäckereien | boulangeries | panifici | panaderías
pastry shop, patisserie, confectioner, Konditorei, Confiserie, pâtisserie, pasticceria, pastelería, confitería | pastry shops | Konditoreien | pâtisseries | pasticcerie | pastelerías
butcher, butcher's shop, Metzgerei, Fleischerei, boucherie, macelleria, carnicería | butchers | Metzgereien | boucheries | macellerie | carnicerías
greengrocer, fruiterie, fruttivendolo, frutería | greengrocers | Obst- und Gemüseläden | primeurs | fruttivendoli | fruterías
delicatessen, Feinkost, Feinkostladen, épicerie fine, gastronomia | delicatessens | Feinkostläden | épiceries fines | gastronomie | tiendas de delicatessen
cheese shop, cheese dairy, Käserei, fromagerie, caseificio, quesería | cheese shops | Käsereien | fromageries | caseifici | queserías
winery, wine shop, Weingut, Winzer, Weinhandlung, domaine viticole, caviste, cantina, enoteca, bodega, vinoteca | wineries | Kellereien | domaines viticoles | cantine | bodegas
brewery, Brauerei, brasserie artisanale, birrificio, fábrica de cerveza | breweries | Brauereien | brasseries | birrifici | cervecerías
caterer, catering, Partyservice, traiteur | caterers | Cateringfirmen | traiteurs | servizi di catering | empresas de catering
farm shop, Hofladen, vente à la ferme | farm shops | Hofläden | magasins à la ferme | spacci agricoli | tiendas de granja
clothes shop, boutique, fashion shop, Modegeschäft, Modeboutique, magasin de vêtements, negozio di abbigliamento, tienda de ropa | clothes shops | Modeboutiquen | boutiques de vêtements | negozi di abbigliamento | tiendas de ropa
shoe shop, Schuhgeschäft, magasin de chaussures, negozio di scarpe, zapatería | shoe shops | Schuhläden | magasins de chaussures | negozi di scarpe | zapaterías
jeweller, goldsmith, Juwelier, Goldschmied, bijouterie, gioielleria, joyería | jewellers | Goldschmieden | bijouteries | gioiellerie | joyerías
bookshop, Buchhandlung, librairie, libreria, librería | bookshops | Buchhandlungen | librairies | librerie | librerías
florist, flower shop, Blumenladen, Blumengeschäft, Floristik, fleuriste, fioraio, fiorista, floristería | florists | Blumenläden | fleuristes | fioristi | floristerías
garden centre, Gartencenter, jardinerie, vivaio, centro de jardinería | garden centres | Gartenfachhandlungen | jardineries | vivai | centros de jardinería
gardener, landscaping, landscaper, Gärtnerei, Gartenbau, Landschaftsgärtner, paysagiste, giardiniere, jardinero, jardinería | gardeners | Gärtnereien | paysagistes | giardinieri | empresas de jardinería
pet shop, Zoohandlung, Tierhandlung, animalerie, negozio di animali, tienda de animales | pet shops | Tierhandlungen | animaleries | negozi di animali | tiendas de animales
furniture shop, Möbelhaus, magasin de meubles, negozio di mobili, tienda de muebles | furniture shops | Möbelhandlungen | magasins de meubles | negozi di mobili | tiendas de muebles
bicycle shop, Fahrradladen, Velogeschäft, magasin de vélos, negozio di biciclette, tienda de bicicletas | bicycle shops | Fahrradläden | magasins de vélos | negozi di biciclette | tiendas de bicicletas
toy shop, Spielwarengeschäft, magasin de jouets, negozio di giocattoli, juguetería | toy shops | Spielwarenläden | magasins de jouets | negozi di giocattoli | jugueterías
supermarket, grocery store, convenience store, Supermarkt, Lebensmittelgeschäft, supermarché, épicerie, supermercato, supermercado | grocery shops | Lebensmittelläden | épiceries | negozi di alimentari | supermercados
hairdresser, hair salon, barber, barber shop, Friseur, Friseursalon, Coiffeur, coiffeur, salon de coiffure, parrucchiere, barbiere, peluquería, barbería | hair salons | Friseursalons | salons de coiffure | parrucchieri | peluquerías
beauty salon, Kosmetikstudio, Nagelstudio, institut de beauté, centro estetico, centro de estética | beauty salons | Kosmetikstudios | instituts de beauté | centri estetici | centros de estética
massage, massage studio, Massagepraxis, salon de massage, centro massaggi | massage practices | Massagepraxen | salons de massage | centri massaggi | centros de masajes
spa, sauna, wellness centre, centro benessere, balneario | spas | Spas | spas | centri benessere | spas
tattoo studio, tattoo parlour, Tattoostudio, salon de tatouage, studio di tatuaggi, estudio de tatuajes | tattoo studios | Tattoostudios | salons de tatouage | studi di tatuaggi | estudios de tatuajes
gym, fitness studio, Fitnessstudio, Fitnesscenter, salle de sport, palestra, gimnasio | gyms | Fitnessstudios | salles de sport | palestre | gimnasios
yoga studio, Yogastudio, studio de yoga, studio di yoga, estudio de yoga | yoga studios | Yogastudios | studios de yoga | studi di yoga | estudios de yoga
dance school, dance studio, Tanzschule, école de danse, scuola di danza, escuela de danza | dance schools | Tanzschulen | écoles de danse | scuole di danza | escuelas de danza
music school, Musikschule, école de musique, scuola di musica, escuela de música | music schools | Musikschulen | écoles de musique | scuole di musica | escuelas de música
language school, Sprachschule, école de langues, scuola di lingue, escuela de idiomas | language schools | Sprachschulen | écoles de langues | scuole di lingue | academias de idiomas
driving school, Fahrschule, auto-école, autoscuola, autoescuela | driving schools | Fahrschulen | auto-écoles | autoscuole | autoescuelas
school, Schule, école, scuola, colegio, escuela | schools | Schulen | écoles | scuole | escuelas
kindergarten, nursery school, childcare, Kindergarten, Kindertagesstätte, Kita, crèche, asilo nido, guardería | nurseries | Kitas | crèches | asili | guarderías
dentist, dental practice, Zahnarzt, Zahnarztpraxis, dentiste, cabinet dentaire, dentista, studio dentistico, clínica dental | dental practices | Zahnarztpraxen | cabinets dentaires | studi dentistici | clínicas dentales
doctor, doctor's office, medical practice, Arzt, Arztpraxis, Hausarzt, médecin, cabinet médical, medico, studio medico, médico, consultorio | medical practices | Arztpraxen | cabinets médicaux | studi medici | consultas médicas
veterinary, vet, veterinarian, Tierarzt, Tierarztpraxis, vétérinaire, clinique vétérinaire, veterinario, clinica veterinaria, clínica veterinaria | veterinary practices | Tierarztpraxen | cliniques vétérinaires | cliniche veterinarie | clínicas veterinarias
physiotherapist, physiotherapy, Physiotherapie, Physiotherapeut, kinésithérapeute, fisioterapista, fisioterapeuta, fisioterapia | physiotherapy practices | Physiotherapiepraxen | cabinets de kinésithérapie | studi di fisioterapia | clínicas de fisioterapia
pharmacy, chemist, Apotheke, pharmacie, farmacia | pharmacies | Apotheken | pharmacies | farmacie | farmacias
optician, Optiker, Augenoptiker, opticien, ottico, óptica | opticians | Optikerläden | opticiens | ottici | ópticas
nursing home, care home, Pflegeheim, Altersheim, EHPAD, maison de retraite, casa di riposo, residencia de mayores | care homes | Pflegeeinrichtungen | maisons de retraite | case di riposo | residencias de mayores
lawyer, law firm, solicitor, Rechtsanwalt, Anwaltskanzlei, avocat, cabinet d'avocats, avvocato, studio legale, abogado, despacho de abogados | law firms | Anwaltskanzleien | cabinets d'avocats | studi legali | despachos de abogados
notary, Notar, Notariat, notaire, notaio, notaría | notaries | Notarkanzleien | études de notaires | studi notarili | notarías
accountant, tax advisor, Steuerberater, Steuerkanzlei, Treuhand, Treuhänder, expert-comptable, commercialista, asesoría, asesoría fiscal | accountants | Steuerkanzleien | cabinets comptables | studi commercialisti | asesorías
estate agent, real estate agency, property management, Immobilienmakler, Hausverwaltung, agence immobilière, agenzia immobiliare, inmobiliaria | estate agents | Immobilienfirmen | agences immobilières | agenzie immobiliari | inmobiliarias
insurance, insurance agency, Versicherung, Versicherungsagentur, assurance, agence d'assurances, assicurazioni, agencia de seguros | insurance agencies | Versicherungsagenturen | agences d'assurances | agenzie assicurative | agencias de seguros
architect, architecture firm, Architekt, Architekturbüro, architecte, cabinet d'architecture, architetto, studio di architettura, arquitecto, estudio de arquitectura | architecture firms | Architekturbüros | cabinets d'architecture | studi di architettura | estudios de arquitectura
travel agency, travel agent, Reisebüro, agence de voyages, agenzia di viaggi, agencia de viajes | travel agencies | Reisebüros | agences de voyages | agenzie di viaggi | agencias de viajes
advertising agency, marketing agency, graphic design, design studio, Werbeagentur, Marketingagentur, Grafikbüro, agence de communication, agenzia pubblicitaria, agencia de publicidad | agencies | Agenturen | agences de communication | agenzie di comunicazione | agencias de comunicación
it company, software company, IT-Unternehmen, Softwarefirma, entreprise informatique, azienda informatica, empresa informática | IT companies | IT-Firmen | entreprises informatiques | aziende informatiche | empresas informáticas
photographer, photo studio, Fotograf, Fotostudio, photographe, fotografo, studio fotografico, fotógrafo | photographers | Fotostudios | photographes | fotografi | fotógrafos
car repair, garage, mechanic, Autowerkstatt, Kfz-Werkstatt, Autogarage, garage automobile, officina, autofficina, taller mecánico | garages | Autowerkstätten | garages | officine | talleres
car dealer, Autohaus, Autohändler, concessionnaire, concessionnaire automobile, concessionaria, concesionario | car dealerships | Autohandlungen | concessionnaires | concessionarie | concesionarios
electrician, Elektriker, Elektroinstallateur, électricien, elettricista, electricista | electricians | Elektrofirmen | électriciens | elettricisti | electricistas
plumber, heating and air conditioning, Installateur, Sanitär, Klempner, Heizungsbauer, plombier, chauffagiste, idraulico, fontanero, fontanería | plumbers | Sanitärfirmen | plombiers | idraulici | fontaneros
carpenter, joiner, cabinet maker, Schreinerei, Tischlerei, Zimmerei, Schreiner, Tischler, menuiserie, menuisier, falegname, falegnameria, carpintería | joiners | Schreinereien | menuiseries | falegnamerie | carpinterías
painter, Maler, Malerbetrieb, peintre en bâtiment, imbianchino, empresa de pintura | painters | Malerfirmen | peintres en bâtiment | imbianchini | empresas de pintura
roofer, Dachdecker, Dachdeckerei, couvreur, lattoniere, empresa de tejados | roofers | Dachdeckereien | couvreurs | imprese di coperture | empresas de tejados
builder, construction company, bricklayer, Bauunternehmen, Baufirma, entreprise de construction, maçon, impresa edile, empresa constructora, constructora | builders | Baufirmen | entreprises du bâtiment | imprese edili | constructoras
cleaning company, Reinigungsfirma, Gebäudereinigung, entreprise de nettoyage, impresa di pulizie, empresa de limpieza | cleaning companies | Reinigungsfirmen | entreprises de nettoyage | imprese di pulizie | empresas de limpieza
printing shop, printer, copy shop, Druckerei, imprimerie, tipografia, imprenta | printers | Druckereien | imprimeries | tipografie | imprentas
laundry, dry cleaner, Wäscherei, Textilreinigung, blanchisserie, pressing, lavanderia, lavandería, tintorería | laundries | Wäschereien | blanchisseries | lavanderie | lavanderías
tailor, dressmaker, Schneiderei, couturier, sartoria, sastrería | tailors | Schneidereien | ateliers de couture | sartorie | sastrerías
museum, Museum, musée, museo | museums | Museen | musées | musei | museos
theatre, Theater, théâtre, teatro | theatres | Bühnen | théâtres | teatri | teatros
event venue, conference centre, Eventlocation, Veranstaltungsort, salle de réception, sala eventi, sala de eventos | venues | Eventlocations | salles de réception | sale per eventi | salas de eventos
event management, event agency, wedding planner, Eventagentur, agence événementielle, agenzia di eventi, agencia de eventos | event agencies | Eventagenturen | agences événementielles | agenzie di eventi | agencias de eventos
riding school, horse riding, Reitschule, Reitstall, centre équestre, maneggio, hípica, centro ecuestre | riding schools | Reitschulen | centres équestres | maneggi | centros ecuestres
coworking space, Coworking, espace de coworking | coworking spaces | Coworking-Spaces | espaces de coworking | spazi di coworking | espacios de coworking
`
