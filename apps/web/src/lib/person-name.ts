/** First and last name with one space between; without either, the e-mail address. */
export function personName(person: {
  first_name?: string | null
  last_name?: string | null
  email?: string | null
}): string {
  const name = [person.first_name, person.last_name]
    .map((part) => part?.trim() ?? '')
    .filter(Boolean)
    .join(' ')
  return name || person.email || ''
}
