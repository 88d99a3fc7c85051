/** From Monday, which is 1. */
export const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** 'Monday to Friday', 'Tuesday, Thursday'. */
export function daysInWords(days: readonly number[]): string {
  const sorted = days.toSorted()
  const isRow = sorted.length > 2 && sorted.at(-1)! - sorted[0]! === sorted.length - 1
  const names = sorted.map((day) => weekDays[day - 1]!)
  return isRow ? `${names[0]} to ${names.at(-1)}` : names.join(', ')
}
