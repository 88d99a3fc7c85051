/** Words for several kinds of places. A key alone means all its values, `#family` all tags of the family. */
export const groups = `
shop: shop, store, shops, stores, retail, retailer, retail store, shopping | Geschäft, Laden, Geschäfte, Einzelhandel, Läden, Einkaufen | magasin, boutique, commerce, magasins | negozio, negozi, bottega | tienda, comercio, tiendas | botiga, botigues
office: office, offices | Büro, Büros | bureau, bureaux | ufficio, uffici | oficina, oficinas | oficines
craft: craftsman, tradesman, craft business, tradesmen, crafts | Handwerker, Handwerk, Handwerksbetrieb | artisan, artisans, artisanat | artigiano, artigiani | artesano, artesanía | artesà
healthcare #health: health, healthcare, health care, health services | Gesundheit, Gesundheitswesen | santé, soins | salute, sanità | salud, sanidad | salut, sanitat
tourism=hotel tourism=guest_house tourism=hostel tourism=motel tourism=apartment tourism=chalet tourism=resort leisure=resort: accommodation, lodging, place to stay, places to stay, accommodations, where to stay, stay, overnight stay | Unterkunft, Übernachtung, Unterkünfte, Übernachten, Beherbergung | hébergement, logement, où dormir | alloggio, alloggi, dove dormire | alojamiento, alojamientos, donde dormir | allotjament
amenity=restaurant amenity=fast_food amenity=cafe amenity=food_court amenity=biergarten: food, eat, eating, places to eat, where to eat, lunch, dinner, gastronomy | Essen, Gastronomie, Mittagessen, Abendessen | manger, où manger, gastronomie, déjeuner, dîner | mangiare, dove mangiare, pranzo, cena | comer, donde comer, comida, almuerzo, cena | menjar, dinar, sopar
amenity=bar amenity=pub amenity=biergarten amenity=nightclub: drinks, nightlife, going out | Ausgehen, Nachtleben, Trinken | vie nocturne, boire un verre, sortir | vita notturna | vida nocturna, copas, salir | vida nocturna
amenity=bar amenity=pub: bars and pubs, bars & pubs, pubs and bars
amenity=restaurant amenity=cafe: restaurants and cafes, cafes and restaurants
shop=clothes shop=shoes shop=fashion_accessories shop=boutique shop=bag: fashion shops, fashion shop
shop=bakery craft=bakery shop=pastry craft=confectionery: bakery and pastry, bakeries and pastry shops, Bäckerei Konditorei, boulangerie pâtisserie
shop=car shop=motorcycle shop=car_repair shop=car_parts shop=tyres: automotive, motor trade, car services | Autogewerbe, Kfz | automobile, auto | settore auto | automoción, motor
shop=mobile_phone shop=telecommunication: mobile phone shop, mobile phones, cell phones, phone shop, phone store, Handyladen, Handyshop, téléphonie mobile, negozio di telefonia, telefonia, tienda de móviles, telefonía móvil, botiga de mòbils
shop=motorcycle shop=motorcycle_repair: motorcycle repair, motorbike repair, Motorradwerkstatt, réparation moto, officina moto, taller de motos
shop=bicycle craft=bicycle_repair: bicycle repair, cycle repair, Fahrradwerkstatt, Fahrradreparatur, Velowerkstatt, réparation de vélos, riparazione biciclette, taller de bicicletas
craft=carpenter craft=joiner craft=cabinet_maker: woodworker, woodworking, carpentry and joinery
craft=electrician craft=plumber craft=hvac craft=roofer craft=tiler craft=painter craft=plasterer craft=builder craft=bricklayer craft=carpenter craft=joiner craft=glaziery craft=floorer office=construction_company: construction, building trade, building trades, builders, contractors | Bau, Baugewerbe, Bauhandwerk | bâtiment, construction, btp | edilizia, costruzioni | construcción | construcció
craft=plumber craft=hvac: plumbing and heating, Sanitär Heizung, Heizung Sanitär, plombier chauffagiste
office=it shop=computer craft=electronics_repair: computer service, computer help, PC-Hilfe
office=lawyer office=notary: legal, legal advice, legal services | Recht, Rechtsberatung | juridique, conseil juridique | legale | jurídico, asesoría jurídica
office=accountant office=tax_advisor: accounting and tax, tax accountants, Steuerbüro, Treuhandbüro
amenity=bank office=bank office=financial office=financial_advisor: finance and banking, banking, financial institutions | Bankwesen, Banken und Finanzen
amenity=school amenity=kindergarten amenity=college amenity=university amenity=language_school amenity=music_school amenity=driving_school amenity=training: education | Bildung | éducation, enseignement | istruzione | educación | educació
amenity=kindergarten amenity=childcare: nurseries, child care centre, Kita, Kindertagesstätte, crèche, asilo, guardería infantil
leisure=fitness_centre leisure=sports_centre leisure=sports_hall leisure=swimming_pool leisure=ice_rink: sports facilities, sports | Sport, Sportstätten | sport, sports, installations sportives | sport, impianti sportivi | deporte, deportes, instalaciones deportivas | esport, esports
tourism=museum tourism=gallery amenity=arts_centre amenity=theatre amenity=cinema: culture, arts | Kultur, Kunst | culture, arts | cultura, arte | cultura, arte | cultura, art
tourism=attraction tourism=museum tourism=theme_park tourism=zoo tourism=aquarium: attractions, sights, things to do, sightseeing | Sehenswürdigkeiten, Ausflugsziele | attractions, à voir, que faire | attrazioni, cosa vedere | atracciones, qué ver | atraccions
shop=beauty shop=hairdresser shop=massage leisure=spa leisure=sauna: beauty and wellness, beauty services, beauty & wellness
shop=pet amenity=veterinary shop=pet_grooming amenity=animal_boarding: animals, pet services, pet care | Tiere, Haustiere | animaux | animali | animales | animals
shop=supermarket shop=convenience shop=greengrocer shop=butcher shop=bakery shop=cheese shop=deli: food shops, food shopping | Lebensmittelläden | magasins d'alimentation | negozi alimentari | tiendas de alimentación
shop=houseware shop=furniture shop=interior_decoration shop=kitchen shop=bed shop=carpet shop=lighting: home furnishing, furnishings, home goods | Wohnen, Einrichtungen | maison, équipement de la maison | casa | hogar
man_made=works landuse=industrial: manufacturing companies, factories, industry, manufacturers
amenity=nursing_home social_facility=nursing_home social_facility=assisted_living social_facility=group_home: retirement homes, old people's home, senior living
amenity=clinic amenity=hospital amenity=doctors healthcare=doctor healthcare=clinic healthcare=hospital: medical, medical care, medicine | Medizin, medizinische Versorgung | médical, médecine, soins médicaux | medicina | medicina, atención médica
amenity=townhall amenity=courthouse amenity=police amenity=fire_station office=government: public services, authorities, Behörden
amenity=ski_rental shop=ski: ski rental, ski hire, ski rentals, Skiverleih, Skivermietung, Skimiete, location de skis, location ski, noleggio sci, alquiler de esquís, alquiler de esquí, lloguer d'esquís
cuisine=steak_house cuisine=barbecue cuisine=grill: grill restaurant, Grillrestaurant
cuisine=sushi cuisine=japanese: sushi restaurant
cuisine=coffee_shop amenity=cafe shop=coffee: coffee
cuisine=ice_cream amenity=ice_cream shop=ice_cream: ice cream, ice cream shop, gelateria, heladería, glacier, Eisdiele
diet:vegan=yes diet:vegan=only cuisine=vegan: vegan, vegan food, plant-based, vegane, veganes, vegano, vegana, végan, végane, végétalien, végétalienne
diet:vegetarian=yes diet:vegetarian=only cuisine=vegetarian diet:vegan=only cuisine=vegan: vegetarian, veggie, vegetarisch, vegetarische, végétarien, végétarienne, vegetariano, vegetariana
cuisine=kebab cuisine=turkish: kebab restaurant, Dönerimbiss
`
