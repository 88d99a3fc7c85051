/** Read by `readTable`. */
export const bakeries = `
# Rising Moon Bakery
place: rising-moon-bakery | shop=bakery | 3 Ferry Quay | 101
site: awning | 0 | mailto | cards
robots: Disallow: /till/
mailbox: hello
tagline: Bread that gets up before you do
hours: Tuesday to Sunday, 6:00 to 14:00
story: The oven is lit at two, the shutters go up at six, and by seven the first ferry smells of rye.
story: Our starter came to Goldwater in a miner’s lunch tin. It has outlived three roofs and one flood.
offer: Moonlight rye, slow proofed | 4.20
offer: Ferryman’s roll with caraway | 0.90
offer: Crescent buns, six in a bag | 5.40
offer: Bread for your café, delivered by cargo bike | ask Casper
person: Orla | Penhaligon | Head Baker | orla | Talks to the sourdough; says that it answers.
person: Casper | Lindqvist | Shop Manager | casper | Knows every dog on the quay by its favourite crust.
person: Imogen | Tarrow | Events Coordinator | imogen | Has built a wedding cake in a rowing boat.

# Bäckerei Morgenrot
place: baeckerei-morgenrot | shop=bakery | 18 Millrace Walk | 102
site: awning | 1 | brackets | imprint
language: de
ending: /
mailbox: laden
tagline: Brot braucht Zeit. Wir haben sie.
hours: Montag bis Samstag, 6 bis 18 Uhr
story: Seit drei Generationen backen wir am Mühlgraben: Roggen, Wasser, Salz und viel Geduld.
story: Unsere Brezeln werden von Hand geschlungen, und ja, jede ist ein wenig schief.
offer: Mühlgrabenbrot, 1 kg | 5,80
offer: Laugenbrezel | 1,10
offer: Zimtschnecke | 2,40
offer: Frühstückskorb für zwei | 17,50
person: Friederike | Sauerbier | Inhaberin | friederike.sauerbier

# The Old Assay Bakehouse
place: old-assay-bakehouse | shop=bakery | 1 Assay Street | 103
site: awning | 2 | text | table
mailbox: counter
tagline: Where they once weighed gold, we weigh flour
hours: Monday to Saturday, 7:00 to 16:00
story: The brass scales on the counter are from the assay office. They are still right to a tenth of a gram.
story: Nothing leaves the house before Petra has knocked on its crust and listened.
offer: Assayer’s loaf, white, tinned | 3.60
offer: Fool’s gold: brioche with saffron | 4.80
offer: Cheese straws, by weight | 2.10
person: Barnaby | Holloway | Owner | barnaby
person: Petra | Novotna | Pastry Chef | petra

# Pâtisserie Lune d’Argent
place: patisserie-lune-dargent | shop=bakery | 9 Ferry Quay | 104
site: awning | 3 | entities | list
language: fr
mailbox: bonjour
tagline: Le beurre d’abord, la raison ensuite
hours: Du mercredi au dimanche, de 7 h à 19 h
credit: yes
story: Solène a quitté une banque pour un four. Le four, dit-elle, ment moins souvent.
story: Chaque éclair est glacé à la main pendant que Baptiste chante, toujours un peu faux.
offer: Éclair au café | 3,90
offer: Tarte de lune aux mirabelles | 5,20
offer: Croissant du batelier | 1,60
offer: Pièce montée sur commande | sur devis
person: Solène | Marchandeau | Gérante | solene
person: Baptiste | Orfeuil | Chef pâtissier | baptiste

# Forno Stella
place: forno-stella | shop=bakery | 22 Sluice Lane | 105
site: awning | 4 | percent | definitions
language: it
ending: .html
mailbox: info
tagline: La focaccia che fa chiudere gli altri libri
hours: Da lunedì a sabato, dalle 6:30 alle 13:30
story: Ottavia impasta con l’acqua del fiume? No, ma tutta Goldwater lo racconta.
story: Il forno a legna si chiama Ernesto, ha centodue anni e un carattere difficile.
offer: Focaccia al rosmarino, al taglio | 2,80
offer: Pane di Ernesto, 1 kg | 5,50
offer: Grissini a mano | 3,20
person: Ottavia | Bellandi | Titolare | ottavia.bellandi
person: Renzo | Cavallaro | Responsabile laboratorio | renzo.cavallaro

# The Prospector’s Loaf
place: prospectors-loaf | shop=bakery | 40 Dust Road | 106
site: awning | 5 | script | list
ending: .html
mailbox: dig
tagline: Dig in
hours: Every day, 5:30 to 13:00
story: Winifred struck out to find gold and found that every prospector was hungry.
story: We hide our addresses from the robots in a little script. A proper reader finds them all the same.
offer: Pan loaf, fits in a saddlebag | 3.10
offer: Nugget rolls, a dozen | 4.80
offer: Hardtack, keeps for a year | 2.00
person: Winifred | Oakes | Owner | winifred
person: Declan | Moriarty | Wholesale Manager | declan

# The Patient Oven
place: the-patient-oven | shop=bakery | 7 Millrace Walk | 107
site: onepage | 6 | mailto | prose
behaviour: slow
mailbox: patience
tagline: Three days a loaf, three seconds a page
hours: Thursday to Saturday, when it is ready
story: Our dough rests for seventy-two hours and our website takes its time as well.
story: Ambrose owns one oven, one apron and no clock.
offer: The long loaf | 7.00
offer: The longer loaf | 9.00
offer: Crumbs, by the bag | 1.00
person: Ambrose | Slowik | Master Baker | ambrose

# Millrace Bakery
place: millrace-bakery | shop=bakery | 31 Millrace Walk | 108
site: awning | 7 | mailto
behaviour: refuses-robots
mailbox: mill
tagline: People welcome, robots not
hours: Wednesday to Sunday, 8:00 to 15:00
story: We bake for those who come in through the door. Machines are asked to stay outside, and the polite ones do.
story: If you are a person: the currant slices are next to the till.
offer: Currant slice | 1.80
offer: Mill bread, stone ground | 4.40

# Crumb & Cradle
place: crumb-and-cradle | shop=bakery | 5 Cradle Court | 111
site: awning | 0 | mailto | json-ld
mailbox: hello
tagline: Two sisters, one rolling pin
hours: Thursday to Monday, 7:30 until sold out
story: A cradle is what miners rock to find gold. It is also where Theodora’s twins sleep while the croissants prove.
story: We bake small and sell out early. There is no shame in queueing.
offer: Cardamom knot | 2.90
offer: Croissant, twenty-seven layers | 2.60
offer: Birthday cake with your name in gold leaf | 38.00
person: Henrietta | Vance | Co-Founder | henrietta | Laminates butter and, once, a phone bill.
person: Theodora | Vance | Co-Founder | theodora | Henrietta’s sister; the one with the whisk.
person: Jasper | Quillfeather | Café Manager | jasper | Draws a fern on your coffee if you ask nicely.

# Honest Crust
place: honest-crust | shop=bakery | 14 Lantern Hill | 112
site: awning | 3 | cloudflare | cards
mailbox: truth
tagline: Flour, water, salt. That is the whole list.
hours: Monday to Friday, 6:30 to 15:00
story: The list of ingredients hangs outside. It fits on a postage stamp.
story: Malachi used to write advertising. He bakes now as an apology.
offer: Plain loaf | 3.80
offer: Plainer loaf | 3.70
offer: Loaf with seeds, for special occasions | 4.30
person: Malachi | Brightwater | Baker and Owner | malachi
person: Saoirse | Fennimore | Office Manager | saoirse

# Bun Intended
place: bun-intended | shop=bakery | 27 Lantern Hill | 113
site: onepage | 4 | split | prose
mailbox: puns
tagline: We knead the dough
hours: Tuesday to Saturday, 8:00 to 16:00
story: Every bun has a name and every name is a joke. Some rise better than others.
story: Send us a pun that we use and eat free for a week.
offer: Bun of a Kind, cinnamon | 2.20
offer: The Bun and Only, lemon | 2.30
offer: Nothing New Under the Bun, plain | 1.40
person: Felicity | Rumbold | Chief Bun Officer | felicity

# Seven Seeds Organic Bakery
place: seven-seeds | shop=bakery | 2 Quartz Alley | 114
site: awning | 5 | mailto | hcard
mailbox: office
tagline: Sunflower, pumpkin, flax, poppy, sesame, hemp and one that is secret
hours: Monday to Saturday, 7:00 to 18:00
story: Our grain grows within sight of the bell tower and is milled on Tuesdays, loudly.
story: The seventh seed is known to three people. All three of them are on the team page.
offer: Seven seed loaf | 5.10
offer: Spelt ring | 4.60
offer: Box for offices, weekly | 29.00
person: Linnea | Östberg | Managing Director | linnea
person: Tobiah | Marsh | Mill Foreman | tobiah
person: Ngaio | Whitcombe | Head of Deliveries | ngaio

# Pie in the Skylight
place: pie-in-the-skylight | shop=bakery | 60 Lantern Hill | 115
site: awning | 6 | mailto
behaviour: form-only
tagline: Pies with a view
hours: Friday to Sunday, 11:00 to 17:00
story: We bake under the roof, where the steam clouds the glass and the gulls look in.
story: We like letters through the form below better than e-mail, so there is no address on this site.
offer: Apple and blackberry | 3.50
offer: Leek and potato | 3.90
offer: Pie of the hour | 3.00

# Second Rise Bakery
place: second-rise-bakery | shop=bakery | 8 Quartz Alley | 116
site: awning | 7 | mailto
behaviour: unreachable
tagline: Back soon
hours: Closed while we rise
story: Our website fell flat and has to prove again.

# Tin Whistle Bakes
place: tin-whistle-bakes | shop=bakery | 33 Dust Road | 117

# Granny Gable’s Gingerbread
place: granny-gables-gingerbread | shop=bakery | 11 Cradle Court | - | granny
`
