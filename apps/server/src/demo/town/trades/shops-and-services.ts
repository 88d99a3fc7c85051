/** Read by `readTable`. */
export const shopsAndServices = `
# Spanner & Daughter
place: spanner-and-daughter | shop=car_repair | 90 Dust Road | 161
site: awning | 3 | base64 | list
mailbox: workshop
tagline: She is better at it than I ever was. Signed, Horace
hours: Monday to Friday, 7:30 to 17:00
story: Mildred took her first carburettor apart at six and has not stopped.
story: We show you the old part. You may keep it, or shout at it.
offer: Inspection | 49.00
offer: Brakes, front | from 130.00
offer: That strange noise | first listen free
person: Mildred | Spanner | Workshop Manager | mildred
person: Horace | Spanner | Founder | horace

# Torque of the Town
place: torque-of-the-town | shop=car_repair | 104 Dust Road | 162
site: awning | 7 | split | table
robots: Crawl-delay: 1
mailbox: service
tagline: Tight where it should be
hours: Monday to Saturday, 8:00 to 18:00
story: Everything is done up to the right number of newton metres, and the number is written down.
story: The lift is called Elevated Conversation.
offer: Full service | from 165.00
offer: Tyres, fitted | from 70.00
offer: Winter check | 29.00
person: Desmond | Achterberg | Service Manager | desmond
person: Yolanda | Pike | Parts Manager | yolanda
person: Cuthbert | Nash | Master Mechanic | cuthbert

# Autowerkstatt Knall & Fall
place: werkstatt-knall | shop=car_repair | 112 Dust Road | 163
site: awning | 6 | comments | cards
language: de
ending: /
mailbox: werkstatt
tagline: Bei uns knallt nur die Tür
hours: Montag bis Freitag, 7 bis 17 Uhr
story: Gundula Knall suchte einen Teilhaber. Dass er Fall hieß, war Zufall.
story: Wir reparieren, was rollt, und erklären hinterher, warum es nicht mehr rollte.
offer: Hauptuntersuchung | 119,00
offer: Ölwechsel | 59,00
offer: Ersatzwagen mit Eigenleben | pro Tag 15,00
person: Gundula | Knall | Geschäftsführerin | gundula.knall
person: Ruprecht | Fall | Werkstattleiter | ruprecht.fall

# Second Gear Garage
place: second-gear | shop=car_repair | 73 Sluice Lane | 164
site: awning | 6 | reversed | prose
mailbox: yard
tagline: Old cars, slow roads
hours: Monday to Thursday, 9:00 to 17:00
story: We look after cars that are older than their drivers.
story: Lysander writes his address backwards, because that is how most of them leave the yard.
offer: Carburettor, cleaned | 55.00
offer: Sunday drive to test it | on the house
person: Lysander | Crabtree | Owner | lysander

# Leak & Legend Plumbing
place: leak-and-legend | craft=plumber | 37 Sluice Lane | 165
site: awning | 3 | mailto | list
mailbox: help
tagline: We came, we saw, we found the stopcock
hours: Day and night; nights cost a biscuit
credit: yes
story: Ask any landlord in Goldwater about the night of the ballroom ceiling. We were there by ten.
story: Alasdair Pipe is his real name. He says that he had no choice.
offer: Call-out | 48.00
offer: Tap, dripping | from 35.00
offer: Boiler service | 95.00
person: Marguerita | Dunmore | Managing Director | marguerita
person: Alasdair | Pipe | Lead Plumber | alasdair

# Dripstone Plumbing
place: dripstone-plumbing | craft=plumber | 19 Quartz Alley | 166
site: awning | 4 | text | prose
ending: .html
tagline: Patience wears away the stone; we wear away the limescale
hours: Monday to Friday, 8:00 to 16:30
story: One man, one van, one enormous wrench that nobody has ever seen in use.
story: Percival turns up when he said that he would. It unsettles people.
offer: Descaling | 60.00
offer: Bath, fitted | from 340.00
person: Percival | Dripstone | Owner | percival

# Pipe Dreams Bathrooms
place: pipe-dreams | craft=plumber | 57 Nugget Square | 167
site: awning | 3 | cloudflare | definitions
mailbox: studio
tagline: Bathrooms you would rather not leave
hours: Tuesday to Saturday, 10:00 to 18:00
story: Evangeline draws first, with a pencil, sitting in the empty bath.
story: The showroom has running water in every tap, and towels, because somebody always tries.
offer: Plan and model | 250.00
offer: Bathroom, complete | from 6,800.00
offer: Rubber duck, brass | 18.00
person: Evangeline | Sorrel | Design Director | evangeline
person: Thaddeus | Bloom | Project Manager | thaddeus
person: Mbali | Hartnell | Showroom Manager | mbali

# Stem & Story
place: stem-and-story | shop=florist | 15 Cradle Court | 171
site: awning | 4 | mailto | cards
mailbox: flowers
tagline: Every bouquet has a plot
hours: Monday to Saturday, 8:30 to 18:00
story: Tell us what happened and we tie it into flowers. The card writes itself.
story: We grow the sweet peas ourselves, behind the shop, where the assay office threw its ashes.
offer: Short story, hand tied | 18.00
offer: Novel, in a vase | 45.00
offer: Apology, same day | 22.00
person: Persephone | Lark | Owner and Florist | persephone | Can say sorry in eleven kinds of flower.
person: Gideon | Moss | Wedding Coordinator | gideon | Carries spare pins and spare courage.

# The Late Bloomer
place: the-late-bloomer | shop=florist | 20 Lantern Hill | 172
site: awning | 1 | brackets | imprint
mailbox: bloom
tagline: Open in the evening, like the good ones
hours: Tuesday to Sunday, 12:00 to 22:00
story: Cosima started at fifty-eight. The shop opens at noon, because she was never a morning person.
story: We sell to the forgetful until ten at night. No questions, no smirking.
offer: Evening bunch | 14.00
offer: Anniversary rescue | 26.00
person: Cosima | Underhill | Proprietor | cosima

# Fleurs de la Rive
place: fleurs-de-la-rive | shop=florist | 39 Ferry Quay | 173
site: onepage | 7 | mailto | table
language: fr
mailbox: fleurs
tagline: Des fleurs qui arrivent par bateau
hours: Du mardi au dimanche, de 9 h à 19 h
story: Chaque matin, Gaspard rame jusqu’aux serres et revient caché derrière les pivoines.
story: Éloïse compose sans regarder. Elle prétend que les fleurs savent.
offer: Bouquet du batelier | 16,00
offer: Couronne de saison | 34,00
offer: Abonnement, chaque vendredi | 48,00
person: Éloïse | Charpentier | Fleuriste | eloise
person: Gaspard | Lenoir | Responsable des livraisons | gaspard

# Petal Pushers
place: petal-pushers | shop=florist | 81 Dust Road | 174

# The Unread Shelf
place: the-unread-shelf | shop=books | 6 Assay Street | 175
site: awning | 4 | text | definitions
mailbox: shelf
tagline: You will get round to it
hours: Every day, 10:00 to 18:30
story: We specialise in books that people mean to read. Business is excellent.
story: There is an armchair at the back. Somebody may be asleep in it; please step round.
offer: Second-hand novels | from 3.00
offer: Long classics, with a bookmark for page 40 | 6.50
offer: Reading hour on Sundays | free
person: Bartholomew | Inkpen | Bookseller | bartholomew
person: Xanthe | Rowntree | Events Manager | xanthe

# Librería El Farolito
place: libreria-farolito | shop=books | 17 Lantern Hill | 176
site: awning | 1 | percent | microdata
language: es
ending: /
mailbox: libros
tagline: La luz se queda encendida
hours: De lunes a sábado, de 10:00 a 21:00
story: Candelaria lee todo lo que vende, por eso el pedido tarda un poco.
story: Los jueves hay tertulia; Leandro trae las sillas y también las dudas.
offer: Novela de bolsillo | desde 7,00
offer: Cuento leído en voz alta | gratis
offer: Cheque regalo | 20,00
person: Candelaria | Montoro | Librera y propietaria | candelaria
person: Leandro | Villegas | Encargado de eventos | leandro

# Dog-Ear Books
place: dog-ear-books | shop=books | 42 Cradle Court | 177
site: awning | 0 | entities | vcard
mailbox: woof
tagline: Crime, cookery and a basset hound
hours: Wednesday to Sunday, 11:00 to 17:00
story: Marlowe runs the till; the basset hound runs Marlowe.
story: Folding down corners is allowed here. It is rather the point.
offer: Paperback mysteries | 4.00
offer: Mystery paperback, wrapped | 5.00
person: Marlowe | Pettigrew | Owner | marlowe

# Ledger & Lark Accountants
place: ledger-and-lark | office=accountant | 2 Nugget Square | 181
site: awning | 2 | mailto | definitions
ending: .html
robots: Disallow: /staff-room
mailbox: enquiries
tagline: Sums by day, songs by night
hours: Monday to Friday, 9:00 to 17:00
story: Constance counts, Florian sings in the choir, and both come out even.
story: We explain the bill before we send it. You would be surprised how rare that is.
offer: Annual accounts | from 480.00
offer: Tax return, calm | from 120.00
offer: Payroll, per head | 9.00
person: Constance | Ledger | Senior Partner | constance.ledger
person: Florian | Lark | Partner | florian.lark
person: Niamh | Castellan | Tax Adviser | niamh.castellan
person: Ezra | Whitlock | Payroll Manager | ezra.whitlock

# Studio Conti e Figli
place: studio-conti | office=accountant | 33 Assay Street | 182
site: awning | 5 | entities | list
language: it
mailbox: studio
tagline: I conti tornano sempre
hours: Da lunedì a venerdì, 9–13 e 15–18
story: Con un cognome così, non c’era scelta.
story: Ludovica trova l’errore, Amedeo trova il caffè.
offer: Bilancio annuale | da 450,00
offer: Dichiarazione dei redditi | da 110,00
offer: Seconda opinione | 60,00
person: Ludovica | Conti | Commercialista | ludovica.conti
person: Amedeo | Conti | Consulente del lavoro | amedeo.conti

# Odd Penny Bookkeeping
place: odd-penny-bookkeeping | office=accountant | 50 Quartz Alley | 183
site: onepage | 3 | text | cards
mailbox: pennies
tagline: We find it, even under the sofa
hours: Monday to Thursday, 8:30 to 16:30
story: Prudence once spent a weekend looking for a penny. She found it, and two clients.
story: Bring the shoebox. We have seen worse shoeboxes.
offer: Month, small business | 65.00
offer: Shoebox, sorted | by weight
person: Prudence | Farthing | Founder | prudence
person: Cornelius | Groat | Bookkeeper | cornelius

# Silver Halide Sisters
place: silver-halide-sisters | craft=photographer | 26 Quartz Alley | 184
site: awning | 6 | script | cards
mailbox: darkroom
tagline: Hold still for the rest of your life
hours: By appointment, daylight only
story: Glass plates, red light and the smell of vinegar. Araminta is in front, Zenobia is in the dark.
story: A portrait takes an hour and four seconds.
offer: Portrait on a glass plate | 95.00
offer: Wedding, two sisters | from 1,400.00
offer: Prints from your own film | 12.00
person: Araminta | Glass | Photographer | araminta
person: Zenobia | Glass | Darkroom Manager | zenobia

# Blink Twice Studio
place: blink-twice-studio | craft=photographer | 13 Millrace Walk | 185
site: awning | 2 | cloudflare | json-ld
mailbox: blink
tagline: Second takes are free
hours: Tuesday to Saturday, 10:00 to 18:00
story: Nobody likes the first picture. We throw it away without looking.
story: Families, shopfronts, and once, by accident, a burglary.
offer: Passport, with a smile just inside the rules | 12.00
offer: Shopfront at golden hour | 150.00
offer: Family, including the reluctant one | 120.00
person: Sterling | Aldous | Photographer | sterling.aldous
person: Keziah | Brand | Studio Manager | keziah.brand

# Light on the Water
place: light-on-the-water | craft=photographer | 97 Ferry Quay | 186
site: awning | 0 | typo3 | prose
tagline: Only boats, only mornings
hours: Sunrise to breakfast
story: Emmeline photographs one boat a day, at sunrise, from another boat.
story: Owners usually cry. She brings tissues.
offer: Your boat, framed | 160.00
offer: Calendar of other people’s boats | 19.00
person: Emmeline | Shaw-Okoro | Photographer and Owner | emmeline

# Sluicebox Studio
place: sluicebox-studio | office=it | 66 Sluice Lane | 187
site: awning | 6 | mailto | hcard
mailbox: hello
tagline: Websites, washed until they shine
hours: Monday to Friday, 10:00 to 18:00
story: We built half the websites in Goldwater and apologise for only one of them.
story: Our own is plain, because we never have the time.
offer: Small site | from 900.00
offer: Repair of a flat one | ask the Second Rise
offer: Domain name, found while panning | 15.00
person: Juniper | Vale | Creative Director | juniper
person: Atticus | Rowe | Lead Developer | atticus
person: Severine | Blythe | Client Manager | severine
`
