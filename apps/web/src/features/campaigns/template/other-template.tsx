import type { Template } from '@goldpan/contract/writing'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlaceholderText } from './placeholder-text.tsx'

export interface OtherTemplateProps {
  other: Template
  onTake: () => void
  onOverwrite: () => void
}

/** Somebody saved another text meanwhile: both can be compared before one is chosen. */
export function OtherTemplate({ other, onTake, onOverwrite }: OtherTemplateProps) {
  return (
    <Banner kind="warning" announce title="This template was changed in another window">
      <p>Nothing was overwritten. This is what was saved there:</p>
      <div className="my-2 max-h-48 overflow-y-auto rounded-md border border-line bg-surface p-3">
        <p className="mb-2 font-medium">
          <PlaceholderText>{other.subject}</PlaceholderText>
        </p>
        <PlaceholderText>{other.body}</PlaceholderText>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTake}>
          Take that text
        </Button>
        <Button size="sm" onClick={onOverwrite}>
          Save mine over it
        </Button>
      </div>
    </Banner>
  )
}
