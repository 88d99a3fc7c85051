import 'altcha/external'
import 'altcha/altcha.css'
import './altcha-widget.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

export interface AltchaWidgetProps {
  challengeUrl: string
  onToken: (token: string) => void
}

/** ALTCHA's own widget: the browser works for a moment and hands over a token. */
export default function AltchaWidget({ challengeUrl, onToken }: AltchaWidgetProps) {
  const holder = useRef<HTMLDivElement>(null)
  const tell = useRef(onToken)
  tell.current = onToken
  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('challenge', challengeUrl)
    widget.setAttribute('type', 'native')
    widget.setAttribute(
      'configuration',
      JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false }),
    )
    const onVerified = (event: Event) =>
      tell.current((event as CustomEvent<{ payload?: string }>).detail.payload ?? '')
    const onStateChange = (event: Event) => {
      const { state } = (event as CustomEvent<{ state: string }>).detail
      if (state === 'expired' || state === 'error' || state === 'unverified') tell.current('')
    }
    widget.addEventListener('verified', onVerified)
    widget.addEventListener('statechange', onStateChange)
    holder.current?.append(widget)
    return () => widget.remove()
  }, [challengeUrl])
  return <div ref={holder} className="bot-check" />
}
