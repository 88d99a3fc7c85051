/**
 * What counts in a note that is known to come from a machine, and would mean too much in a person's answer. Regular
 * expressions in lower case and without accents.
 */
export interface MachineWords {
  /** Phrases of an absence that count beside the day on which it ends. */
  absence: string
  /** Phrases about somebody who no longer works there. */
  left: string
}

export const MACHINE_WORDS: Readonly<Record<string, MachineWords>> = {
  en: {
    absence:
      'unavailable|unreachable|offline|out (?:until|till|from)|sick|ill|hospital|maternity|paternity|parental|sabbatical|travell?ing|(?:business )?trip|training|course|conference|fair|re-?open\\w*|shut|break|abroad|honeymoon|recess|off (?:until|from)',
    left: "(?:no longer|not)(?: [^\\s.]+){0,6} (?:part of (?:the|our)|team|company|firm|organi[sz]ation|staff|employ\\w*|practice|with us)(?: any ?more)?|(?:has|have|'ve) (?:resigned|retired|departed|moved on|changed jobs|taken (?:a|another) (?:new )?(?:role|position|job))|last (?:working )?day (?:with|at|here|was)",
  },
  de: {
    absence:
      'urlaub|abwesen\\w*|krank\\w*|elternzeit|mutterschutz|reise|\\w*reise|fortbildung|messe|lehrgang|kur|reha|auszeit|sabbatical|pause|\\w*pause|umbau|inventur|verreist|unterwegs|ausland|betriebsruhe|\\w*ferien|offnen wieder|wieder geoffnet',
    left: 'nicht (?:mehr|langer)(?: [^\\s.]+){0,6} (?:tatig|beschaftigt|team|unternehmen|firma|angestellt|praxis|dienst|mitarbeiter\\w*|zu uns)|(?:ausgeschieden|ruhestand|in rente|pensioniert|gekundigt)|letzter arbeitstag|(?:arbeitgeber|stelle|job) gewechselt|neuen? (?:herausforderung|aufgabe|stelle)',
  },
  fr: {
    absence:
      'absence|indisponibles?|arret|formation|deplacement|salon|maternite|paternite|maladie|voyage|reouv\\w*|rouvr\\w*|fermeture|hospitalis\\w*|repos|etranger|retour',
    left: "(?:ne|n')(?: ?[^\\s.]+){0,3} plus(?: [^\\s.]+){0,5} (?:equipe|entreprise|societe|effectifs?|personnel|cabinet|poste|maison|groupe)|(?:a|ai) quitte (?:ses|mes|son|mon|la|le|l'|notre)|(?:sa|ma|en|la) retraite|demissionn\\w*|chang\\w+ de (?:poste|travail|employeur)|nouvelles (?:fonctions|aventures)|dernier jour",
  },
  es: {
    absence:
      'baja|ausencia|viaje|fuera|permiso|enferm\\w*|maternidad|paternidad|feria|curso|formacion|reabr\\w*|hospital\\w*|cierre|obras|extranjero|reincorpor\\w*',
    left: 'ya no(?: [^\\s.]+){0,5} (?:equipo|empresa|plantilla|trabaj\\w*(?! (?:los|las)\\b)|clinica|personal|organizacion|nosotros|puesto)|(?:dejo|dejado|abandon\\w+) (?:la|el|nuestra|su|mi)|jubil\\w*|nuev[oa] (?:etapa|puesto|trabajo|proyecto)|ultimo dia|cambi\\w+ de (?:trabajo|empresa)',
  },
  it: {
    absence:
      'assenza|malattia|maternita|paternita|viaggio|fiera|formazione|corso|riapr\\w*|ospedale|trasferta|congedo|permesso|chiusura|estero|rientr\\w*',
    left: "non(?: [^\\s.]+){0,3} piu(?: [^\\s.]+){0,5} (?:azienda|team|squadra|personale|organico|studio|societa|noi|servizio|gruppo)|(?:ha|ho) lasciato (?:il|la|l'|lo|i)|pensione|dimess\\w*|licenziat\\w|nuov[oa] (?:lavoro|incarico|avventura)|ultimo giorno",
  },
  nl: {
    absence:
      'afwezigheid|ziek\\w*|zwangerschap\\w*|beurs|cursus|training|reis|\\w*reis|ziekenhuis|heropen\\w*|weer open|buitenland|verbouwing|bedrijfsvakantie|vrij',
    left: 'niet (?:meer|langer)(?: [^\\s.]+){0,6} (?:team|bedrijf|organisatie|dienst|werkzaam|bij ons|praktijk)|vertrokken|pensioen|ontslag|(?:bedrijf|organisatie|ons) verlaten|andere baan|nieuwe (?:baan|uitdaging)|laatste werkdag',
  },
}
