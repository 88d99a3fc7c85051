const BLOCKS = new Set(
  '#document address area article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe input legend li main map menu nav ol optgroup option p pre section select summary table tbody td text textarea tfoot th thead title tr ul'.split(
    ' ',
  ),
)

/** As browsers have it: what is not known is inline; only components of a site's own are mostly blocks. */
export function isInlineName(name: string): boolean {
  return !BLOCKS.has(name) && (!name.includes('-') || name === 'joomla-hidden-mail')
}
