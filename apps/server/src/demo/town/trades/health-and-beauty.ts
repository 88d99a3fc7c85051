/** Read by `readTable`. */
export const healthAndBeauty = `
# Bright Molar Dental
place: bright-molar-dental | amenity=dentist | 10 Assay Street | 141
site: awning | 3 | mailto | table
mailbox: appointments
tagline: We are gentle; the coffee is strong
hours: Monday to Friday, 8:30 to 17:30
story: Gold teeth made this town famous for a decade. These days we mostly do white ones.
story: There is a model railway in the waiting room. Patients have been known to arrive early for it.
offer: Check-up and polish | 45.00
offer: Filling, no lecture | from 60.00
offer: Night guard for grinders | 140.00
person: Philippa | Grindlay | Principal Dentist | philippa.grindlay
person: Anselm | Okafor-Reid | Orthodontist | anselm.okafor-reid
person: Beatrix | Lomax | Practice Manager | beatrix.lomax

# Dr Finch & Daughters
place: dr-finch-and-daughters | amenity=dentist | 4 Quartz Alley | 142
site: awning | 6 | entities | definitions
mailbox: nest
tagline: A family of small, careful hands
hours: Monday to Thursday, 9:00 to 18:00
story: Dr Finch promised to retire when his daughters joined. That was eleven years ago.
story: We whistle while we work. You may choose the tune.
offer: First visit | 50.00
offer: Children under ten | free
offer: Crown | from 380.00
person: Leopold | Finch | Senior Dentist | leopold
person: Rosamund | Finch | Dentist | rosamund
person: Clementine | Finch | Dental Hygienist | clementine

# Zahnarztpraxis Silberblick
place: zahnarztpraxis-silberblick | amenity=dentist | 21 Cradle Court | 143
site: awning | 1 | brackets | list
language: de
ending: .html
behaviour: latin1
mailbox: praxis
tagline: Wir schauen genau hin
hours: Montag bis Freitag, 8 bis 17 Uhr
story: Der Name ist ein Versehen des Schildermalers. Wir haben ihn behalten, weil alle lächeln.
story: Angstpatienten dürfen unsere Praxiskatze halten. Sie heißt Füllung.
offer: Kontrolle | 39,00
offer: Zahnreinigung | 85,00
offer: Beratung für Ängstliche | kostenlos
person: Jürgen | Sträßer | Zahnarzt | juergen.straesser
person: Käthe | Möllenbrück | Praxisleitung | kaethe.moellenbrueck

# Crowne & Bridges Dental Studio
place: crowne-and-bridges | amenity=dentist | 30 Sluice Lane | 144
site: awning | 5 | percent | prose
mailbox: smile
tagline: Yes, those are our real names
hours: Tuesday to Friday, 9:00 to 19:00
story: They met in the queue for a bus and have shared a drill ever since.
story: All work is guaranteed for as long as you can still remember having it done.
offer: Consultation | 40.00
offer: Implant | from 1150.00
offer: Whitening, at home | 190.00
person: Augusta | Crowne | Dental Surgeon | augusta
person: Hamish | Bridges | Implant Specialist | hamish

# The Gentle Drill
place: the-gentle-drill | amenity=dentist | 55 Dust Road | 145

# The Patient Paw
place: the-patient-paw | amenity=veterinary | 44 Millrace Walk | 146
site: awning | 3 | text | cards
mailbox: paws
tagline: Sit. Stay. Feel better.
hours: Monday to Saturday, 8:00 to 18:00
story: Mules built this town and we looked after every one of them.
story: Cats have their own waiting room. Dogs believe that it does not exist.
offer: Check-up | 32.00
offer: Vaccination | 38.00
offer: Claw trim, bravery treat included | 12.00
person: Isolde | Farrier | Veterinary Surgeon | isolde | Large animals, larger heart.
person: Benedict | Wren | Head Nurse | benedict | Whisperer of hamsters.

# Shear Delight
place: shear-delight | shop=hairdresser | 23 Assay Street | 151
site: onepage | 0 | mailto | hcard
mailbox: book
tagline: Hair today, and tomorrow as well
hours: Tuesday to Saturday, 9:00 to 18:00
story: Calliope cuts, Quentin listens, Mireille mixes. Nobody asks about your holidays.
story: Silent appointments are our best seller.
offer: Cut and dry | 38.00
offer: Fringe, while you wait | 9.00
offer: Colour, from copper to gold | from 62.00
person: Calliope | Marsden | Salon Owner | calliope
person: Quentin | Ashby | Senior Stylist | quentin
person: Mireille | Tanner | Colour Specialist | mireille

# Peluquería Oro Fino
place: peluqueria-oro-fino | shop=hairdresser | 8 Nugget Square | 152
site: awning | 4 | entities | table
language: es
ending: .html
mailbox: citas
tagline: Cortamos por lo sano
hours: De martes a sábado, de 10:00 a 20:00
story: Rocío aprendió a peinar en un barco y desde entonces no le tiembla el pulso.
story: El espejo grande vino de un teatro. Favorece a todo el mundo.
offer: Corte | 24,00
offer: Mechas doradas | 55,00
offer: Recogido de fiesta | 40,00
person: Rocío | Valderrama | Directora | rocio
person: Nuria | Echegaray | Estilista | nuria

# The Last Curl
place: the-last-curl | shop=hairdresser | 12 Lantern Hill | 153
site: awning | 1 | data | prose
mailbox: curls
tagline: For hair with opinions
hours: Wednesday to Saturday, by appointment
story: Ottoline works with curls only, and only with those that refuse.
story: The salon has one chair and a very good radio.
offer: Curl by curl | 58.00
offer: Second opinion | free
person: Ottoline | Fairweather | Owner and Stylist | ottoline

# Tobias Cuts
place: tobias-cuts | shop=hairdresser | 61 Dust Road | 154

# Iron Creek Gym
place: iron-creek-gym | leisure=fitness_centre | 48 Sluice Lane | 155
site: awning | 2 | base64 | cards
mailbox: lift
tagline: Lift like nobody is weighing
hours: Every day, 6:00 to 22:00
story: The plates are cast from old mine rails. They rust if you do not use them.
story: Beginners train at seven, when the rest of us are still asleep and cannot stare.
offer: Month, all hours | 34.00
offer: First month for beginners | 15.00
offer: Sauna that was once a boiler | 5.00
person: Bronwen | Stagg | Head Coach | bronwen
person: Tarquin | Obi-Lane | Membership Manager | tarquin

# The Slow Lane
place: the-slow-lane | leisure=fitness_centre | 88 Ferry Quay | 156
site: onepage | 5 | mailto | microdata
mailbox: breathe
tagline: Exercise for people who dislike the word
hours: Monday to Saturday, 9:00 to 20:00
story: A warm pool, a quiet room and a rule that nobody may say “one more”.
story: We measure progress in deep sighs.
offer: Ten visits | 80.00
offer: Floating lesson | 14.00
offer: Yoga with the windows open | 11.00
person: Delphine | Harrowgate | Studio Director | delphine
person: Ignacio | Beltane | Yoga Teacher | ignacio
person: Wilhelmina | Toft | Swimming Teacher | wilhelmina
`
