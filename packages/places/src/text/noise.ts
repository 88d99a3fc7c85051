import { foldedWords } from './fold.ts'

/** Words without meaning for a search. */
export const NOISE = new Set(
  foldedWords(
    `the a an of and for in at on to my me near nearby around here best good great top cheap local find search looking
    all any some open now with der die das ein eine und fur im in am bei zum zur gut gute beste besten gunstig nahe
    hier alle mit le la les un une des du de et a au aux dans pres ici bon bons meilleur meilleurs avec il lo gli i una
    e di da con qui vicino migliore migliori el los las y en con cerca aqui mejor mejores els i amb prop millor`,
  ),
)
