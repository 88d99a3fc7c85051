/** Read by `readTable`. */
export const hospitality = `
# Hotel Golden Sieve
place: hotel-golden-sieve | tourism=hotel | 1 Nugget Square | 121
site: awning | 2 | mailto | cards
mailbox: reception
tagline: Forty rooms and one very long bath
hours: The desk is open day and night
credit: yes
story: Built in the year of the big nugget, rebuilt in the year of the big fire, repainted every spring.
story: Everything that glitters here is brass, and it is polished at four in the morning.
offer: Room on the square, with breakfast | 118.00
offer: Room on the courtyard, with silence | 98.00
offer: The Sieve Suite | 240.00
offer: Ballroom, per evening | 900.00
person: Cordelia | Ashgrove | General Manager | cordelia.ashgrove | Has never lost a guest, only a piano.
person: Lucian | Mbeki-Stone | Head of Reservations | lucian.mbeki-stone | Remembers which room you liked.
person: Marguerite | Duval | Events Manager | marguerite.duval | Seats two hundred without a single feud.
person: Osric | Pemberton | Head Chef | osric.pemberton | His breakfast has its own fan club.

# The Quiet Bend Inn
place: the-quiet-bend | tourism=hotel | 52 Ferry Quay | 122
site: awning | 5 | entities | microdata
mailbox: stay
tagline: The river does the talking
hours: Check-in from 15:00, check-out when you wake
story: Nine rooms, a jetty and a rule against ringtones.
story: Otters pass at dusk. Eamon rings a bell, very softly.
offer: Room above the water | 86.00
offer: Supper at the long table | 21.00
offer: Rowing boat, per hour | 8.00
person: Eamon | Thistlewood | Innkeeper | eamon
person: Rosalba | Thistlewood | Housekeeping Manager | rosalba

# Panner’s Rest Hostel
place: panners-rest | tourism=hotel | 76 Dust Road | 123
site: awning | 6 | text | vcard
mailbox: bunks
tagline: Bunks, boots and bottomless tea
hours: Desk 7:00 to 23:00
story: Thirty-two beds in an old pan factory. The showers are hot and the stories are long.
story: Bring your own padlock and your own ghost story.
offer: Bunk in the six | 22.00
offer: Twin room | 54.00
offer: Packed lunch | 6.50
person: Zadie | Okonjo-Hale | Hostel Manager | zadie
person: Finlay | Drummond | Groups Coordinator | finlay

# Hotel Drei Nuggets
place: hotel-drei-nuggets | tourism=hotel | 12 Nugget Square | 124
site: awning | 2 | typo3 | cards
language: de
ending: /
mailbox: empfang
tagline: Drei Sterne hat jeder. Wir haben drei Nuggets.
hours: Empfang täglich von 6 bis 24 Uhr
story: Sie liegen in einer Vitrine am Empfang: drei Nuggets, zusammen so schwer wie ein Spatz.
story: Unsere Betten sind neu, unsere Standuhr ist alt, und beide gehen ein wenig nach.
offer: Einzelzimmer mit Frühstück | 79,00
offer: Doppelzimmer mit Frühstück | 112,00
offer: Tagungsraum Amalgam, pro Tag | 180,00
person: Hannelore | Kleinschmidt | Geschäftsführerin | kleinschmidt
person: Valentin | Rosenbusch | Leiter Empfang | rosenbusch
person: Sibylle | Amsel | Tagungen und Feste | amsel

# Riverlight Guesthouse
place: riverlight-guesthouse | tourism=hotel | 64 Ferry Quay | 125

# The Stamp Mill Hotel
place: the-stamp-mill | tourism=hotel | 2 Sluice Lane | 126
site: onepage | 1 | cloudflare | table
mailbox: desk
tagline: Sleep where the hammers used to fall
hours: Desk 6:30 to 22:30
story: Twenty stamps crushed ore here for sixty years. Now the loudest thing is the toaster.
story: Each room keeps one iron wheel. Please do not turn it.
offer: Loft room | 104.00
offer: Boiler room, surprisingly cosy | 92.00
offer: Meeting room with whiteboard and anvil | 75.00
person: Ignatius | Bellwether | Hotel Manager | ignatius
person: Phoebe | Lockhart | Sales Manager | phoebe

# The Copper Ladle
place: the-copper-ladle | amenity=restaurant | 16 Assay Street | 131
site: awning | 0 | entities | table
ending: .html
mailbox: table
tagline: Soup first, questions later
hours: Tuesday to Saturday, 12:00 to 22:00
story: The ladle over the door holds exactly one pint and has settled several arguments.
story: We cook what the carts bring in the morning. If they bring turnips, it is turnips.
offer: Soup of the cart | 6.50
offer: River trout, brown butter | 17.80
offer: Plum dumplings | 7.20
person: Rufus | Cardew | Head Chef | rufus
person: Anneliese | Prior | Restaurant Manager | anneliese
person: Dov | Ellery | Sommelier | dov

# Trattoria del Fiume
place: trattoria-del-fiume | amenity=restaurant | 25 Ferry Quay | 132
site: awning | 7 | brackets | cards
language: it
behaviour: redirects
mailbox: prenotazioni
tagline: Chi ha fretta mangi domani
hours: Da martedì a domenica, 12–15 e 19–23
story: La nonna di Graziella arrivò qui per l’oro e rimase per il pesce.
story: Il menù è scritto a mano; la calligrafia di Elio è parte dell’avventura.
offer: Tagliatelle della nonna | 11,50
offer: Trota in carpione | 14,00
offer: Panna cotta al miele | 5,50
person: Graziella | Montefosco | Titolare | graziella
person: Elio | Sparvieri | Capocuoco | elio

# Bistrot Le Tamis
place: bistrot-le-tamis | amenity=restaurant | 6 Quartz Alley | 133
site: awning | 3 | mailto | imprint
language: fr
ending: /
mailbox: reservation
tagline: On ne garde que le meilleur
hours: Du mardi au samedi, de 12 h à 14 h et de 19 h à 22 h
story: Un tamis sépare l’or du sable. Clothilde fait de même avec les recettes de sa tante.
story: Douze tables, une ardoise, et un chat qui juge les desserts.
offer: Soupe à l’oignon | 7,00
offer: Pot-au-feu du jeudi | 15,50
offer: Île flottante | 6,00
person: Clothilde | Varennes | Gérante | clothilde.varennes

# La Veta Dorada
place: la-veta-dorada | amenity=restaurant | 19 Nugget Square | 134
site: awning | 4 | brackets | list
language: es
mailbox: hola
tagline: Tapas hasta que se apague el farol
hours: De miércoles a domingo, de 13:00 a 24:00
story: Macarena siguió una veta de oro hasta esta plaza y encontró una cocina vacía.
story: Aquí nadie cena solo: para eso está la barra larga.
offer: Tortilla del minero | 6,80
offer: Croquetas de seta | 5,90
offer: Arroz del jueves | 13,50
person: Macarena | Olivares | Propietaria | macarena
person: Iker | Zubeldia | Jefe de cocina | iker

# Lantern Noodle House
place: lantern-noodle-house | amenity=restaurant | 3 Lantern Hill | 135
site: awning | 0 | data | list
mailbox: broth
tagline: Slurping is applause
hours: Every day but Wednesday, 11:30 to 21:00
story: The broth has been going since the lanterns were gas. We add, we never stop.
story: Counter seats only, which is how neighbours meet.
offer: House noodles | 9.80
offer: Miner’s bowl, extra egg | 11.20
offer: Pickles | 2.50
person: Harumi | Sekiguchi | Owner | harumi
person: Jonah | Adeyemi | Kitchen Manager | jonah

# Café Kleingold
place: cafe-kleingold | amenity=cafe | 28 Cradle Court | 136
site: onepage | 5 | comments | definitions
language: de
mailbox: pause
tagline: Kleine Tassen, große Pausen
hours: Täglich von 8 bis 18 Uhr
story: Korbinian röstet montags. Dann riecht der ganze Hof nach Kakao und Toast.
story: Wer seine Tasse selbst zurückbringt, darf sich einen Keks nehmen.
offer: Kleiner Brauner | 2,90
offer: Goldstaub-Cappuccino | 3,80
offer: Apfelstrudel | 4,60
person: Leonie | Habermas-Kühn | Inhaberin | leonie
person: Korbinian | Eibl | Röstmeister | korbinian

# The Drowned Spoon
place: the-drowned-spoon | amenity=restaurant | 70 Ferry Quay | 137
site: awning | 2 | mailto
behaviour: parked
tagline: This name is for sale
hours: Closed
story: The river came in, the guests went out.
`
