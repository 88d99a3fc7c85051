import { frame, type OwnSite } from './own-site.ts'

/** Unusual sites in other languages and of older make. */
export const sitesAbroad: readonly OwnSite[] = [
  {
    host: 'www.fjordkraft-elektro.se',
    shows: ['trades'],
    pages: {
      '/': frame(
        { title: 'Fjordkraft Elektro AB', lang: 'sv', menu: { Kontakta_oss: '/kontakta-oss' } },
        '<p>Elektriker</p>',
      ),
      '/kontakta-oss': frame(
        { title: 'Kontakta oss', lang: 'sv' },
        '<ul class="personal"><li><strong>Göran Ekström</strong><br>VD<br>070-555 01 10<br>goran@fjordkraft-elektro.se</li><li><strong>Lena Sjöberg</strong><br>Ekonomi<br>070-555 01 11<br>lena@fjordkraft-elektro.se</li></ul><p>Faktura: faktura@fjordkraft-elektro.se</p>',
      ),
    },
    contacts: [
      { email: 'faktura@fjordkraft-elektro.se', first_name: null },
      { email: 'goran@fjordkraft-elektro.se', first_name: 'Göran', last_name: 'Ekström', title: 'VD' },
      { email: 'lena@fjordkraft-elektro.se', first_name: 'Lena', last_name: 'Sjöberg', title: 'Ekonomi' },
    ],
  },
  {
    host: 'www.kuopion-hammas.fi',
    shows: ['clinics'],
    pages: {
      '/': frame(
        { title: 'Kuopion Hammas', lang: 'fi', menu: { Yhteystiedot: '/yhteystiedot' } },
        '<p>Hammaslääkäri</p>',
      ),
      '/yhteystiedot': frame(
        { title: 'Yhteystiedot', lang: 'fi' },
        '<p>Toimitusjohtaja Riitta Korhonen, riitta.korhonen(at)kuopion-hammas.fi</p><p>Ajanvaraus: ajanvaraus(at)kuopion-hammas.fi</p>',
      ),
    },
    contacts: [
      { email: 'ajanvaraus@kuopion-hammas.fi', first_name: null },
      {
        email: 'riitta.korhonen@kuopion-hammas.fi',
        first_name: 'Riitta',
        last_name: 'Korhonen',
        title: 'Toimitusjohtaja',
      },
    ],
  },
  {
    host: 'www.vulkaneifel-ferienhof.de',
    shows: ['old pages'],
    pages: {
      '/': '<html><head><title>Ferienhof</title></head><body bgcolor=#ffffcc><table width=800><tr><td><font size=2><a href=kontakt.htm>Kontakt</a> <a href=gaestebuch.htm>G&auml;stebuch</a></font></td></tr></table></body></html>',
      '/kontakt.htm':
        '<html><body><center><b>Ferienhof Familie Roos</b><br>Ansprechpartnerin: Hedwig Roos<br>Tel.: 06572 / 555 01<br><a href="mailto:ferienhof.roos@t-online.de">eMail</a></center></body></html>',
      '/gaestebuch.htm':
        '<html><body><h2>G&auml;stebuch</h2><p>Super Urlaub! Bernd Klose, bernd.klose@web.de</p><p>Wir kommen wieder, Uschi, uschi@gmx.de</p></body></html>',
    },
    contacts: [
      { email: 'ferienhof.roos@t-online.de', first_name: 'Hedwig', last_name: 'Roos', phone: '+49657255501' },
    ],
  },
  {
    host: 'www.boulangerie-quimper.fr',
    shows: ['shops'],
    pages: {
      '/': frame(
        {
          title: 'Boulangerie Le Goff',
          lang: 'fr',
          menu: { Contact: '/contact', 'Mentions légales': '/mentions' },
        },
        '<p>Pains et gâteaux</p>',
      ),
      '/contact': frame(
        { title: 'Contact', lang: 'fr' },
        '<p>M. LE GOFF Yann, artisan boulanger<br>12 rue Jean Jaurès, 29000 Quimper<br>Tél : 02 98 55 50 10 – Fax : 02 98 55 50 11<br>boulangerie.legoff@orange.fr</p>',
      ),
      '/mentions': frame(
        { title: 'Mentions légales', lang: 'fr' },
        '<p>Conception et réalisation : Studio Armor – contact@studio-armor.fr. Hébergement : o2switch, support@o2switch.fr</p>',
      ),
    },
    contacts: [
      {
        email: 'boulangerie.legoff@orange.fr',
        first_name: 'Yann',
        last_name: 'Le Goff',
        phone: '+33298555010',
      },
    ],
  },
  {
    host: 'www.autoservis-blazek.cz',
    shows: ['trades'],
    pages: {
      '/': frame(
        {
          title: 'Autoservis Blažek',
          lang: 'cs',
          menu: { Kontakt: '/kontakt' },
          footer: 'Tvorba webu: <a href="https://www.webdilna.cz">webdilna</a>, info@webdilna.cz',
        },
        '<p>Opravy vozů</p>',
      ),
      '/kontakt': frame(
        { title: 'Kontakt', lang: 'cs' },
        '<p>Jednatel: Miroslav Blažek<br>mobil: +420 601 555 010<br>e-mail: blazek (zavináč) autoservis-blazek.cz</p>',
      ),
    },
    contacts: [
      {
        email: 'blazek@autoservis-blazek.cz',
        first_name: 'Miroslav',
        last_name: 'Blažek',
        title: 'Jednatel',
        phone: '+420601555010',
      },
    ],
  },
  {
    host: 'www.transportes-almanzora.es',
    shows: ['offices'],
    pages: {
      '/': frame(
        { title: 'Transportes Almanzora', lang: 'es', menu: { Contacto: '/contacto' } },
        '<p>Portes</p>',
      ),
      '/contacto': frame(
        { title: 'Contacto', lang: 'es' },
        '<p>Polígono Industrial San Rafael, parcela 4, Huércal, Provincia de Almería</p><table><tr><td>Gerencia</td><td>José María Torres Segura</td><td>gerencia@transportes-almanzora.es</td></tr><tr><td>Tráfico</td><td>Lucía Peralta</td><td>trafico@transportes-almanzora.es</td></tr><tr><td>Administración</td><td></td><td>admin@transportes-almanzora.es</td></tr></table>',
      ),
    },
    contacts: [
      { email: 'admin@transportes-almanzora.es', first_name: null },
      {
        email: 'gerencia@transportes-almanzora.es',
        first_name: 'José María',
        last_name: 'Torres Segura',
        title: 'Gerencia',
      },
      { email: 'trafico@transportes-almanzora.es', first_name: 'Lucía', last_name: 'Peralta' },
    ],
  },
]
