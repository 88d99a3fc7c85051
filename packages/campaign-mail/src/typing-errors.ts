/** Words by which mail is stopped, folded. Each is long enough that no other word is one error away. */
const WORDS = `
  unsubscribe unsubscribed newsletter newsletters database address receive receiving entfernen verteiler
  verteilerliste adresse datenbank abbestellen austragen desinscrire desinscrivez desinscription
  desabonner desabonnez desabonnement supprimer supprimez publicite publicites recevoir sollicitations
  eliminar eliminenme suscripcion publicidad desuscribirme borrenme direccion cancellare cancellatemi
  cancellazione rimuovetemi disiscrizione disiscrivermi disiscrivetemi toglietemi pubblicita ricevere
  indirizzo verwijderen verwijder uitschrijven nieuwsbrief mailinglijst ontvangen
`
  .trim()
  .split(/\s+/)

const MIN_LENGTH = 7
const KNOWN = new Set(WORDS)

const withoutOneLetter = (word: string): string[] =>
  [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))

/** Each word by itself without one of its letters, which errors leave alike. */
const BY_REST = new Map(WORDS.flatMap((word) => withoutOneLetter(word).map((rest) => [rest, word] as const)))

/** The word that a text means, with one letter missing, superfluous, wrong or in the place of its neighbour. */
export function withoutTypingError(word: string): string {
  if (word.length < MIN_LENGTH || KNOWN.has(word)) return word
  const missing = BY_REST.get(word)
  if (missing) return missing
  for (const rest of withoutOneLetter(word)) {
    if (KNOWN.has(rest)) return rest
    const meant = BY_REST.get(rest)
    if (meant && meant.length === word.length && meant[0] === word[0]) return meant
  }
  return word
}
