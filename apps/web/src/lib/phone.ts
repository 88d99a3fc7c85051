/** Exactly ten digits become (###) ###-####; anything else, and a number with its country's code, stays as typed. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length !== 10 || phone.trim().startsWith('+')) return phone
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
