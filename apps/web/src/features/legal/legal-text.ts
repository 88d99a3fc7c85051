export interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

export interface LegalDocument {
  title: string
  sections: readonly LegalSection[]
}

export const LAST_UPDATED = 'Last updated February 16, 2025'
