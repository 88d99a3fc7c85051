/** States by the codes that addresses give (ISO 3166-2), of countries in which people say them in full. */
const STATES: Record<string, string> = {
  US: 'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  CA: 'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon',
  AU: 'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia',
  DE: 'BW Baden-Württemberg,BY Bayern,BE Berlin,BB Brandenburg,HB Bremen,HH Hamburg,HE Hessen,MV Mecklenburg-Vorpommern,NI Niedersachsen,NW Nordrhein-Westfalen,RP Rheinland-Pfalz,SL Saarland,SN Sachsen,ST Sachsen-Anhalt,SH Schleswig-Holstein,TH Thüringen',
  CH: 'AG Aargau,AI Appenzell Innerrhoden,AR Appenzell Ausserrhoden,BE Bern,BL Basel-Landschaft,BS Basel-Stadt,FR Fribourg,GE Genève,GL Glarus,GR Graubünden,JU Jura,LU Luzern,NE Neuchâtel,NW Nidwalden,OW Obwalden,SG St. Gallen,SH Schaffhausen,SO Solothurn,SZ Schwyz,TG Thurgau,TI Ticino,UR Uri,VD Vaud,VS Valais,ZG Zug,ZH Zürich',
}

export function stateName(country: string | null, code: string): string | undefined {
  const entry = STATES[country ?? '']?.split(',').find((state) => state.startsWith(`${code.toUpperCase()} `))
  return entry?.slice(entry.indexOf(' ') + 1)
}
