/**
 * Everyday names of a tag: English | German | French | Italian | Spanish | Catalan, from the OpenStreetMap wiki and
 * common usage. The first English phrase is the label. Tags with the same meaning share a line. `#` starts a family;
 * within a family, 'Hotel' in a name is a hint that the place is one.
 */
export const foodAndLodging = `
# hospitality
amenity=restaurant: restaurant, eatery, dining, place to eat, bistro restaurant | Restaurant, Gaststätte, Gasthaus, Gasthof, Speiselokal, Lokal, Beiz, Wirtshaus, Wirtschaft, essen gehen | restaurant, resto, brasserie, auberge restaurant | ristorante, trattoria, osteria | restaurante, mesón, casa de comidas | restaurant
amenity=cafe: café, coffee shop, coffee house, coffee, coffeeshop, tea room, tearoom, tea house, cafeteria | Café, Kaffee, Kaffeehaus, Kaffeebar, Teestube, Cafeteria, Tea-Room | café, salon de thé, cafétéria | caffè, caffetteria, sala da tè, bar caffè | cafetería, café, salón de té | cafeteria, cafè, coffeehouse
amenity=fast_food: fast food, takeaway, take-away, takeout, snack bar, fast-food restaurant, food truck | Imbiss, Schnellimbiss, Schnellrestaurant, Imbissbude, Takeaway | restauration rapide, fast-food, snack, snack-bar, friterie, plats à emporter | fast food, tavola calda, cibo da asporto, paninoteca | comida rápida, comida para llevar, bocatería | menjar ràpid
amenity=bar: bar, cocktail bar, lounge bar, lounge | Bar, Cocktailbar, Lounge | bar, bar à cocktails | bar, cocktail bar | bar, coctelería | bar, bares, Kneipe
bar=wine: wine bar, winebar | Weinbar, Weinlokal, Weinstube, Weinkeller | bar à vin, bar à vins, bar a vin | wine bar, bar enoteca, enoteca bar, vineria | bar de vinos, bar de vins, vinería
amenity=pub: pub, tavern, inn, beer house, irish pub | Kneipe, Pub, Schenke, Taverne, Beisl, Bierlokal | pub, taverne, bar à bières | pub, birreria, taverna | pub, taberna, cervecería | cerveseria
amenity=biergarten: beer garden | Biergarten | brasserie en plein air, jardin à bière | birreria all'aperto | jardín cervecero
amenity=ice_cream: ice cream parlour, ice cream, ice cream shop, ice cream parlor, gelato, frozen yogurt | Eisdiele, Eiscafé, Eissalon, Gelateria, Glacé, Eis | glacier, glaces | gelateria, gelato | heladería, helado | gelateria
amenity=food_court: food court | Fressmeile, Gastronomiebereich | aire de restauration | area ristoro | patio de comidas
amenity=nightclub: nightclub, night club, club, disco, discotheque, dance club | Nachtclub, Disko, Diskothek, Club, Tanzlokal | boîte de nuit, discothèque, club | discoteca, locale notturno | discoteca, club nocturno, sala de baile | discoteca
amenity=canteen: canteen, staff restaurant | Kantine, Mensa | cantine | mensa | comedor
tourism=hotel: hotel | Hotel, Hotelbetrieb | hôtel | albergo, hotel | hotel | hotel, alberghi
tourism=guest_house: guest house, guesthouse, bed and breakfast, b and b, b&b, bnb, pension, boarding house, lodging house | Pension, Gästehaus, Gasthaus Pension, Privatzimmer, Frühstückspension, Gästezimmer, Fremdenzimmer | maison d'hôtes, chambre d'hôtes, chambres d'hôtes, gîte, pension | pensione, affittacamere, bed and breakfast, casa per ferie, foresteria | casa de huéspedes, pensión, hostal, casa rural, alojamiento y desayuno | pensió, casa rural
tourism=hostel: hostel, youth hostel, backpackers | Hostel, Jugendherberge, Herberge, Backpacker | auberge de jeunesse, hostel | ostello, ostello della gioventù | albergue, albergue juvenil, hostel | alberg
tourism=motel: motel | Motel | motel | motel | motel
tourism=apartment: holiday apartment, apartment, apartments, vacation rental, holiday flat, serviced apartment, aparthotel, holiday rental | Ferienwohnung, Ferienappartement, Appartement, Apartment, Fewo | appartement de vacances, location de vacances, appartement, résidence de tourisme | appartamento, appartamento vacanze, residence | apartamento turístico, apartamentos, apartamento vacacional, piso turístico | apartament turístic, apartaments
tourism=chalet: holiday home, chalet, cottage, cabin, vacation home, holiday cottage | Ferienhaus, Chalet, Hütte | chalet, maison de vacances, gîte rural | casa vacanze, chalet, baita | casa vacacional, chalé, cabaña | xalet
tourism=alpine_hut: mountain hut, alpine hut, mountain lodge | Berghütte, Alphütte, Almhütte, Schutzhütte, Berghaus | refuge, refuge de montagne, cabane | rifugio, rifugio alpino | refugio, refugio de montaña | refugi
tourism=wilderness_hut: wilderness hut, bivouac | Biwak, Selbstversorgerhütte | cabane non gardée, abri | bivacco | refugio libre, vivac | refugi lliure
tourism=camp_site: camp site, campsite, campground, camping, camping site, camping ground | Campingplatz, Zeltplatz, Camping | camping, terrain de camping | campeggio, camping | camping, campamento, zona de acampada | càmping
tourism=caravan_site: caravan site, rv park, motorhome park, caravan park, motorhome site | Wohnmobilstellplatz, Wohnwagenplatz, Stellplatz | aire de camping-car, camping-car | area sosta camper, area camper | área de autocaravanas, parque de caravanas
tourism=resort: resort, holiday resort, holiday village | Ferienanlage, Feriendorf, Resort | village de vacances, complexe touristique | villaggio turistico, resort | complejo turístico, resort
leisure=resort: resort, holiday resort | Ferienanlage, Resort | station touristique, complexe touristique | villaggio turistico | complejo turístico, resort
leisure=beach_resort: beach club, beach resort, lido | Strandbad, Seebad | plage privée, établissement balnéaire | stabilimento balneare, lido, bagni | club de playa, balneario
tourism=cabin: cabin, log cabin, glamping | Blockhütte, Hütte, Glamping | cabane, glamping | baita, glamping, capanna | cabaña, glamping
tourism=trail_riding_station: trail riding station, horse riding inn | Wanderreitstation | gîte équestre, halte équestre | posto tappa equestre | albergue ecuestre
tourism=wine_cellar tourism=winery shop=winery: wine cellar, winery, wine tasting | Weinkeller, Weinprobe, Weingut | cave à visiter, dégustation de vin | cantina, degustazione vini | bodega, cata de vinos
tourism=farm tourism=agritourism: farm stay, farm holidays, agritourism | Ferien auf dem Bauernhof, Bauernhofurlaub, Urlaub auf dem Bauernhof | ferme auberge, vacances à la ferme, agritourisme | agriturismo | agroturismo, turismo rural

# food-shop
shop=bakery: bakery, bread, Brot, baker, bread shop, bakehouse | Bäckerei, Bäcker, Backstube, Beck, Konditorei-Bäckerei, Backwaren | boulangerie, boulanger | panetteria, panificio, forno, panettiere, fornaio | panadería, panadero, horno de pan, tahona | forn de pa, fleca, forn
craft=bakery: bakery, baker | Bäckerei, Bäcker | boulangerie | panificio, panetteria | panadería | forn de pa, fleca
shop=pastry: pastry shop, patisserie, cake shop, cakes, confectioner's | Konditorei, Konditor, Patisserie, Feinbäckerei, Kuchen, Torten | pâtisserie, pâtissier | pasticceria, pasticcere | pastelería, repostería | pastisseria
craft=confectionery: confectioner, confectionery | Konditorei, Konditor, Confiserie | confiserie, confiseur | pasticceria, confetteria | confitería
shop=confectionery: sweet shop, candy store, confectionery, sweets, candy | Süßwarengeschäft, Confiserie, Süßigkeiten | confiserie, bonbons | negozio di dolciumi, caramelle, dolciumi | confitería, tienda de golosinas, dulces | confiteria, llaminadures, chocolaterie, Süßwaren, Süsswaren, chuches, golosinas
shop=chocolate: chocolate shop, chocolatier, chocolates | Schokoladengeschäft, Chocolatier, Schokolade, Pralinen | chocolatier, chocolaterie, chocolat | cioccolateria, cioccolato | bombonería, chocolatería, chocolate | xocolateria
shop=butcher: butcher, meat, Fleisch, butcher's shop, meat shop, butchery | Metzgerei, Metzger, Fleischerei, Fleischer, Schlachter, Schlachterei, Fleischhauer | boucherie, boucher, charcuterie, boucherie-charcuterie | macelleria, macellaio | carnicería, carnicero, charcutería | carnisseria, xarcuteria
shop=supermarket: supermarket, grocery store, grocery, groceries, food store | Supermarkt, Lebensmittelmarkt, Lebensmittelgeschäft, Verbrauchermarkt, Discounter, Lebensmittel | supermarché, hypermarché, alimentation, grande surface | supermercato, ipermercato, generi alimentari | supermercado, hipermercado, tienda de comestibles | supermercat
shop=convenience: convenience store, corner shop, grocery, grocery store, mini market, minimarket | Minimarkt, Dorfladen, Quartierladen, Tante-Emma-Laden, Spätkauf, Lebensmittelgeschäft | épicerie, supérette, alimentation générale, magasin de proximité | minimarket, alimentari, bottega | tienda de conveniencia, ultramarinos, colmado, tienda de barrio, autoservicio | queviures
shop=greengrocer: greengrocer, fruit and vegetables, vegetable shop, fruit shop, produce store | Gemüsehändler, Obst und Gemüse, Gemüseladen, Obstladen | primeur, fruits et légumes, marchand de légumes | fruttivendolo, ortofrutta, frutta e verdura | frutería, verdulería, frutas y verduras | fruiteria
shop=deli: delicatessen, deli, fine foods | Feinkost, Delikatessen, Feinkostladen | épicerie fine, traiteur | gastronomia, salumeria | tienda gourmet, charcutería, delicatessen | botiga gourmet
shop=cheese: cheese shop, cheesemonger, cheese | Käserei, Käseladen, Käse, Sennerei | fromagerie, fromager, crémerie | formaggeria, caseificio | quesería, quesos | formatgeria
shop=dairy: dairy, milk shop | Molkerei, Milchladen, Sennerei | crémerie, laiterie | latteria, caseificio | lechería | lleteria
shop=seafood: fishmonger, fish shop, seafood shop, fish market | Fischgeschäft, Fischhändler, Fischladen | poissonnerie, poissonnier | pescheria, pescivendolo | pescadería, pescadero, marisquería | peixateria
shop=wine: wine shop, wine merchant, wine store, wines | Weinhandlung, Vinothek, Weinladen, Weinhändler | caviste, marchand de vin, cave à vin, vins | enoteca, vineria, negozio di vini | vinoteca, tienda de vinos, vinos | vinoteca, celler
shop=alcohol: liquor store, off-licence, off license, spirits, alcohol | Spirituosen, Spirituosengeschäft, Alkohol | spiritueux, cave, débit d'alcool | liquori, negozio di liquori | licorería, bodega, tienda de licores | licoreria, alcool
shop=beverages: beverage store, drinks shop, drinks market, beverages | Getränkemarkt, Getränkehandel, Getränke | magasin de boissons, boissons | negozio di bevande, bevande | tienda de bebidas, bebidas
shop=coffee: coffee merchant, coffee beans, coffee roaster, coffee | Kaffeegeschäft, Kaffeehändler, Kaffee | torréfacteur, café en grains | torrefazione, caffè | tienda de café, tostador
shop=tea: tea shop, tea | Teeladen, Teegeschäft, Tee | magasin de thé, thé | negozio di tè, tè | tienda de té, té
shop=health_food: health food shop, health foods, wholefood shop, organic shop | Reformhaus, Naturkostladen, Bioladen, Biomarkt | magasin bio, produits diététiques | negozio biologico, alimenti biologici, erboristeria | herbolario, tienda de alimentos ecológicos, tienda ecológica, health food store
shop=organic: organic shop, organic food, organic supermarket | Bioladen, Biomarkt, Biogeschäft | magasin bio, épicerie bio | negozio biologico | tienda ecológica
shop=farm: farm shop, farm store | Hofladen, Bauernladen, Direktvermarkter | vente à la ferme, magasin de la ferme | vendita diretta, prodotti della fattoria, azienda agricola | tienda de granja, productos de la granja
shop=ice_cream: ice cream shop, ice cream | Eisdiele, Eis | glacier, glaces | gelateria | heladería
shop=frozen_food: frozen food shop, frozen food | Tiefkühlkost | surgelés, magasin de surgelés | surgelati | congelados
shop=pasta shop=noodles: pasta shop, fresh pasta | Pastaladen, Teigwaren | pâtes fraîches | pasta fresca, pastificio | pasta fresca
shop=spices: spice shop, spices | Gewürzladen, Gewürze | épices | spezie | especias
shop=nuts: nut shop, nuts | Nüsse | fruits secs | frutta secca | frutos secos
shop=honey: honey shop, honey | Honig, Imkerei | miel | miele | miel
shop=water: drinking water shop | Trinkwasser | eau potable | acqua | agua
shop=food: food shop, food | Lebensmittel | alimentation | alimentari | alimentación
amenity=marketplace: market, marketplace, farmers market, covered market | Markt, Markthalle, Wochenmarkt, Bauernmarkt, Marktplatz | marché, halles, marché couvert | mercato, mercato coperto | mercado, plaza de abastos | mercat
craft=winery: winery, vineyard, wine producer, wine estate | Weingut, Winzer, Weinkellerei, Weinbau, Kellerei | vigneron, domaine viticole, cave vinicole, vignoble | cantina, azienda vinicola, viticoltore, produttore di vino | bodega, viñedo, viticultor | celler
craft=brewery: brewery, microbrewery, craft brewery | Brauerei, Bierbrauerei, Brauhaus | brasserie artisanale, microbrasserie | birrificio | cervecera, fábrica de cerveza, cervecería artesanal | cerveseria
craft=distillery: distillery | Brennerei, Destillerie, Schnapsbrennerei | distillerie | distilleria | destilería
craft=caterer shop=catering: caterer, catering | Catering, Caterer, Partyservice | traiteur | catering, servizio catering | catering, servicio de catering | càtering
craft=beekeeper: beekeeper | Imker, Imkerei | apiculteur | apicoltore | apicultor
craft=cheese_maker: cheese dairy, cheese maker, cheese factory | Käserei, Sennerei | fromagerie | caseificio | quesería
craft=coffee_roaster: coffee roaster, coffee roastery | Kaffeerösterei | torréfacteur, brûlerie | torrefazione | tostador de café
craft=grinding_mill: mill, grain mill | Mühle | moulin, minoterie | mulino | molino
`
