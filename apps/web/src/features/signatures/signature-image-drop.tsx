import { SIGNATURE_IMAGE_LIMIT, signatureFallbacks, signatureMessages } from '@goldpan/contract/signatures'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import type { SignatureImage } from './signature-text.ts'
import { useUploadImage } from './signatures.queries.ts'

export interface SignatureImageDropProps {
  onUploaded: (image: SignatureImage) => void
  onUploading: (isUploading: boolean) => void
}

/** Takes an image and uploads it at once; where the caret stands, its placeholder is then put. */
export function SignatureImageDrop({ onUploaded, onUploading }: SignatureImageDropProps) {
  const upload = useUploadImage()
  const [error, setError] = useState<string>()

  async function take(file: File | null) {
    setError(undefined)
    if (!file) return
    onUploading(true)
    try {
      onUploaded(await upload.mutateAsync(file))
    } catch (failure) {
      const message = errorText(failure, signatureFallbacks.upload)
      setError(message)
      toast.error(message)
    } finally {
      onUploading(false)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label="Image"
        optional
        accept="image/*"
        // The sentence says less than 2 MB, so a file of exactly that size is too large.
        maxBytes={SIGNATURE_IMAGE_LIMIT - 1}
        help="A logo or portrait, less than 2 MB, shown at most 200 px wide"
        sizeMessage={signatureMessages.imageSize}
        typeMessage={signatureMessages.imageSelected}
        dropTypeMessage={signatureMessages.imageDropped}
        value={null}
        onChange={(file) => void take(file)}
        error={error}
      />
      <span role="status" className="text-sm text-ink-muted">
        {upload.isPending && (
          <span className="inline-flex items-center gap-2">
            <Spinner /> Uploading the image…
          </span>
        )}
      </span>
    </div>
  )
}
