import clsx from 'clsx'
import { type ComponentProps, useRef } from 'react'
import { TextArea } from '../../../ui/text-area.tsx'
import { isUnknown, partsOf } from './placeholder-text.tsx'

/** A text field in which placeholders stand out: the same text lies behind it with the placeholders marked. */
export function PlaceholderArea({ value, ref, ...props }: ComponentProps<'textarea'> & { value: string }) {
  const backdrop = useRef<HTMLDivElement>(null)
  return (
    <div className="relative">
      <div
        ref={backdrop}
        aria-hidden="true"
        className="control pointer-events-none absolute inset-0 overflow-hidden border-transparent py-2 leading-[1.5] break-words whitespace-pre-wrap text-transparent"
      >
        {partsOf(value).map(({ key, text, isPlaceholder }) =>
          isPlaceholder ? (
            <mark
              key={key}
              className={clsx(
                'rounded-sm text-transparent',
                isUnknown(text) ? 'bg-danger-tint' : 'bg-accent-tint',
              )}
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
        {/* A last empty line takes its height only when something stands in it. */}
        {'\u200b'}
      </div>
      <TextArea
        {...props}
        ref={ref}
        value={value}
        className="relative bg-transparent [scrollbar-gutter:auto]"
        onScroll={(event) => backdrop.current?.scrollTo({ top: event.currentTarget.scrollTop })}
      />
    </div>
  )
}
