import type { Template } from '@goldpan/contract/writing'
import { ChangedElsewhere } from '../changed-elsewhere.tsx'
import { PlaceholderText } from './placeholder-text.tsx'

export interface OtherTemplateProps {
  other: Template
  onTake: () => void
  onOverwrite: () => void
}

/** Somebody saved another text meanwhile: both can be compared before one is chosen. */
export const OtherTemplate = ({ other, ...choices }: OtherTemplateProps) => (
  <ChangedElsewhere
    title="This template was changed in another window"
    other={other}
    intro="This is what was saved there:"
    takeLabel="Take that text"
    overwriteLabel="Save mine over it"
    {...choices}
  >
    <p className="mb-2 font-medium">
      <PlaceholderText>{other.subject}</PlaceholderText>
    </p>
    <PlaceholderText>{other.body}</PlaceholderText>
  </ChangedElsewhere>
)
