import clsx from 'clsx'

export function LegalArticle({ document, level = 2 }: { document: LegalDocument; level?: 1 | 2 }) {
  const Title = level === 1 ? 'h1' : 'h2'
  const Section = level === 1 ? 'h2' : 'h3'
  return (
    <article className="flex max-w-[72ch] flex-col gap-6 text-base leading-relaxed">
      <Title
        tabIndex={level === 1 ? -1 : undefined}
        className={clsx('font-semibold tracking-tight', level === 1 ? 'text-lg sm:text-xl' : 'mt-4 text-lg')}
      >
        {document.title}
      </Title>
      {document.sections.map(({ title, paragraphs }) => (
        <section key={title} className="flex flex-col gap-2 break-inside-avoid">
          <Section className="font-semibold">{title}</Section>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-ink-muted">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}

interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

export interface LegalDocument {
  title: string
  sections: readonly LegalSection[]
}

export const LAST_UPDATED = 'Last updated February 16, 2025'
