/** Notices against unsolicited advertising, in imprints and next to addresses. */
const NO_ADVERTISING =
  /widerspr[^.]{0,80}werb|werb[^.]{0,120}widerspr|untersag[^.]{0,120}werb|werb[^.]{0,60}(?:untersagt|unerwünscht|nicht gestattet)|keine werbung|unverlangt[^.]{0,60}werb|nicht ausdrücklich angeforderte[rn]? werb|no (?:unsolicited|solicitation|cold|marketing)\b|unsolicited (?:commercial|e-?mail|advert|market)|do not (?:send|contact)[^.]{0,60}(?:advert|market|sales|promo)|pas de (?:publicit|démarchage|prospection)|(?:publicit|démarchage|prospection)[^.]{0,60}(?:interdit|refus|oppos)|(?:interdi|refus|oppos)[^.]{0,60}(?:publicit|démarchage|prospection)|(?:prohib|no (?:autoriza|desea))[^.]{0,60}(?:publicidad|publicitari)|non (?:desider|autorizz|gradi)[^.]{0,60}pubblicit|não (?:autoriza|deseja)[^.]{0,60}publici|no (?:se acepta|aceptamos|enviar?)[^.]{0,40}publicidad|no pubblicit|vietat[^.]{0,60}pubblicit|geen (?:acquisitie|reclame|verkoop)|acquisitie[^.]{0,60}niet op prijs|zakaz[^.]{0,60}(?:ofert|reklam)|nie wyraż[^.]{0,80}(?:ofert|handlow|reklam)|nezasíl|undanbed[^.]{0,30}reklam|ingen reklame|ei mainoksia/i

/** Necessary for NO_ADVERTISING to match, and much cheaper to search for. */
const STEM =
  /werb|solicit|marketing|cold|advert|sales|promo|publici|marchage|prospection|pubblicit|acquisitie|reclame|verkoop|reklam|ofert|handlow|nezas|mainoks/i

export function refusesAdvertising(text: string): boolean {
  return STEM.test(text) && NO_ADVERTISING.test(text)
}
