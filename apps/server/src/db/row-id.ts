const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** False for text that PostgreSQL would refuse to compare with a uuid. */
export const isRowId = (text: string): boolean => ROW_ID.test(text)
