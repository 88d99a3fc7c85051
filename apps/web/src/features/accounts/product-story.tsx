import tableDark from './pictures/table-dark.webp'
import tableLight from './pictures/table-light.webp'
import wideDark from './pictures/table-wide-dark.webp'
import wideLight from './pictures/table-wide-light.webp'

const steps = [
  {
    title: 'Find businesses',
    text: 'Search open map data by trade and place, and keep the ones that fit as a table.',
  },
  {
    title: 'Gather the people',
    text: 'Goldpan reads those businesses’ own websites, politely, and notes the page that each address comes from.',
  },
  {
    title: 'Write, send, hear back',
    text: 'Say what you offer. Each message is drafted for its reader, leaves at a careful pace, and answers come to you.',
  },
] as const

/** Explains the product to visitors. */
export function ProductStory() {
  return (
    <section
      aria-labelledby="product-story"
      className="flex flex-col justify-center gap-8 overflow-hidden border-line bg-sunken px-4 py-10 max-md:border-t md:border-s md:px-8 lg:px-16 xl:gap-12 xl:px-24"
    >
      <div className="flex max-w-[40rem] flex-col gap-3">
        <h2 id="product-story" className="text-xl font-semibold tracking-tight text-balance lg:text-2xl">
          From a search to an answer, in three steps
        </h2>
        <p className="text-base text-ink-muted">
          Goldpan is for small businesses that sell to other businesses: it finds them, finds whom to write
          to, and shows who answered.
        </p>
      </div>
      <ol className="grid max-w-[60rem] gap-x-8 gap-y-4 lg:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3 lg:flex-col lg:gap-2">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-base font-semibold">{title}</h3>
              <p className="mt-1 text-sm text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ProductPicture />
      <p className="max-w-[40rem] text-sm text-ink-muted">
        <span className="font-medium text-ink">Open source, and yours to host.</span> Goldpan is licensed
        under the Apache License 2.0, starts with one command on one machine, and needs no account anywhere
        else.
      </p>
    </section>
  )
}

/** A screenshot in the current theme; the other one is not fetched. */
function ProductPicture() {
  const look = 'h-auto w-full max-w-[72rem] rounded-lg border border-line shadow-float'
  const picture = {
    width: 1600,
    height: 1000,
    loading: 'lazy',
    decoding: 'async',
    sizes: '(min-width: 112.5rem) 72rem, (min-width: 56.25rem) 50vw, 92vw',
  } as const
  const alt =
    'A table of bakeries in Goldpan, with the people found at one of them: names, titles, addresses, and the pages they stand on'
  return (
    <div>
      <img
        {...picture}
        alt={alt}
        src={tableLight}
        srcSet={`${tableLight} 960w, ${wideLight} 1600w`}
        className={`${look} dark:hidden`}
      />
      <img
        {...picture}
        alt={alt}
        src={tableDark}
        srcSet={`${tableDark} 960w, ${wideDark} 1600w`}
        className={`${look} hidden dark:block`}
      />
    </div>
  )
}
