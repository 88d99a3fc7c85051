import { withoutArticle } from '../gazetteer/area-names.ts'

/** The ways to look up a run of folded words: as it is, without its article, without spaces. */
export function areaNameForms(words: readonly string[]): string[] {
  const forms = [words.join(' '), withoutArticle(words).join(' '), words.join('')]
  return [...new Set(forms)].filter((form) => form.length > 1)
}
