/** Values of OpenStreetMap's keys for businesses, as its wiki and the presets of its editors list them. */
export const documentedValues: Record<string, string> = {
  shop: `
    agrarian alcohol anime antiques appliance art athletic atv auction_house baby_goods bag bakery
    bathroom_furnishing bbq beauty bed beverages bicycle bicycle_repair boat boat_parts boat_repair bookmaker
    books boutique brewing_supplies building_materials bulk butcher camera candles cannabis car car_parts
    car_repair car_wash caravan carpet catalogue catering charity cheese chemist chocolate clocks clothes coal
    coffee collector comics computer computer_repair confectionery convenience copyshop cosmetics country_store
    craft curtain dairy deli department_store diet_food discount dive doityourself doors dry_cleaning duty_free
    e-cigarette electrical electronics electronics_repair energy equestrian erotic esoteric estate_agent eyewear
    fabric farm fashion fashion_accessories fireplace fireworks fishing flooring florist food frame frozen_food
    fruit fuel funeral_directors furniture games garden_centre garden_furniture garden_machinery gas general
    gift glaziery gold_buyer golf greengrocer groundskeeping gun hairdresser hairdresser_supply hammock hardware
    headshop health_food hearing_aids herbalist hifi hobby home_improvement honey hot_tub household_linen
    houseware hunting ice_cream insurance interior_decoration jetski jewelry kiosk kitchen knives lamps laundry
    leather lighting lingerie locksmith lottery lotto luggage machine_parts magic mall maps massage
    medical_supply military_surplus mobile_home mobile_phone mobile_phone_accessories model money_lender
    motorcycle motorcycle_parts motorcycle_repair music musical_instrument newsagent noodles
    nutrition_supplements nuts optician organic orthopedics outdoor outpost paint parts party pasta pastry
    pawnbroker perfumery pest_control pet pet_food pet_grooming photo photo_studio piercing pilgrim plant_hire
    plumbing pool pottery printer_ink printing psychic pyrotechnics radiotechnics religion rental repair rice
    robot sanitary scuba_diving seafood second_hand security sewing shoe_repair shoes shopping_centre skate ski
    snowmobile solarium souvenir spare_parts spices sports stamps stationery storage_rental supermarket surf
    surveillance swimming_pool tailor tanning tattoo tattoo_removal tea telecommunication ticket tiles tobacco
    toner tool_hire toys tractor trade trailer travel_agency trophy truck truck_parts truck_repair tyres
    umbrella underwear uniform vacuum_cleaner variety_store video video_games watches water water_sports weapons
    wedding wholesale wigs window_blind windows wine winery wool`,
  craft: `
    agricultural_engines arborist atelier bag_repair bakery basket_maker beekeeper bicycle_repair blacksmith
    boatbuilder bookbinder brewery bricklayer builder building_maintenance cabinet_maker candlemaker car_painter
    carpenter carpet_cleaner carpet_layer caterer ceramics cheese_maker chimney_sweeper cleaning clockmaker
    clothes_mending coffee_roaster confectionery cooper coppersmith demolition dental_technician distillery
    door_construction dressmaker drywaller electrician electronics_repair embroiderer engraver fence_maker
    floorer framer furriery garage_door gardener glassblower glaziery goldsmith grinding_mill handicraft hatter
    hvac insulation interior_decorator interior_work jeweller joiner key_cutter knitter landscaper lapidary
    leather locksmith luthier mason mechanic metal_construction milliner mint musical_instrument oil_mill
    optician organ_builder painter parquet_layer paver pest_control photographer photographic_laboratory
    photographic_studio piano_tuner plasterer plumber pottery print_shop printer printmaker restoration rigger
    roofer saddler sailmaker sawmill scaffolder sculptor shoe_repair shoemaker signmaker solar_panel_installer
    stand_builder stonemason stove_fitter sun_protection tailor tatami tiler tinsmith toolmaker tree_surgeon
    turner upholsterer watchmaker water_well_drilling waterproofing weaver welder window_construction winery
    wood_carver`,
  office: `
    accountant administrative adoption_agency advertising_agency airline architect association bail_bond_agent
    bank camping chamber charity church company construction_company consulting cooperative coroner courier
    coworking debt_collection design_studio diplomatic educational_institution employment_agency energy_supplier
    engineer estate_agent event_management financial financial_advisor forestry foundation geodesist government
    graphic_design guide harbour_master healthcare home_care insurance interior_design it lawyer logistics
    marketing mortgage moving_company newspaper ngo notary parish parking pension_fund physician political_party
    politician private_investigator property_management psychologist publisher quango railway realtor religion
    research secretary security sports surveyor tax tax_advisor telecommunication therapist translator transport
    travel_agent tutoring union university visa water_utility web_design youth`,
  amenity: `
    animal_boarding animal_breeding animal_shelter animal_training arts_centre bank bar bicycle_rental
    bicycle_wash biergarten blood_bank boat_rental boat_sharing boat_storage brothel bureau_de_change
    bus_station business_school cafe canteen car_pooling car_rental car_sharing car_wash casino cat_cafe
    charging_station childcare cinema clinic college community_centre concert_hall conference_centre courthouse
    coworking_space crematorium dancing_school dentist dive_centre doctors dojo driver_training driving_school
    embassy events_venue exhibition_centre fast_food ferry_terminal fire_station first_aid food_court
    food_sharing fuel funeral_hall gambling gym hookah_lounge hospital ice_cream internet_cafe karaoke_box
    kindergarten kitchen language_school library lost_property_office love_hotel mailroom marketplace monastery
    money_transfer mortuary motorcycle_rental mountain_rescue music_school music_venue nightclub nursery
    nursing_home payment_centre pharmacy planetarium police post_depot post_office prep_school prison pub
    public_bath public_building ranger_station recycling rescue_station research_institute restaurant
    retirement_home sailing_school sauna school scrapyard ski_rental ski_school social_centre social_club
    social_facility spa stables stripclub studio surf_school swingerclub taxi theatre townhall toy_library
    traffic_park training university vehicle_inspection veterinary veterinary_pharmacy workshop youth_centre`,
  healthcare: `
    acupuncture alternative audiologist birthing_center birthing_centre blood_bank blood_donation centre
    chiropractor clinic community_health_worker counselling dental_hygienist dentist dermatologist dialysis
    dispensary doctor home_care hospice hospital laboratory medical_imaging midwife nurse nutrition_counselling
    occupational_therapist optician optometrist orthodontist osteopath pharmacy physiotherapist podiatrist
    postpartum_care psychiatrist psychologist psychotherapist rehabilitation sample_collection sleep_clinic
    speech_therapist therapist vaccination vaccination_centre`,
  leisure: `
    adult_gaming_centre amusement_arcade bathing_place beach_resort bowling_alley climbing dance
    disc_golf_course escape_game fishing fitness_centre garden golf_course hackerspace high_ropes_course
    horse_riding ice_rink indoor_play karaoke lan_centre laser_tag marina maze miniature_golf paintball resort
    sauna shooting_ground ski_resort social_club spa sports sports_centre sports_hall stadium summer_camp
    swimming_area swimming_pool tanning_salon trampoline_park turkish_bath water_park yoga`,
  tourism: `
    alpine_hut apartment aquarium attraction cabin camp_site caravan_site chalet gallery guest_house hostel
    hotel information motel museum resort theme_park trail_riding_station wine_cellar winery zoo`,
}
