/** First and last name; without either, the email address. */
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

/** Formats exactly ten digits as (###) ###-####; other numbers stay as typed. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length !== 10 || phone.trim().startsWith('+')) return phone
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
