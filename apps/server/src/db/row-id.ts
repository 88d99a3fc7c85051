const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text from outside can be the id of a row at all: PostgreSQL refuses to compare anything else with one. */
export const isRowId = (text: string): boolean => ROW_ID.test(text)
