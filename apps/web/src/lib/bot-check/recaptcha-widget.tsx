import { useEffect, useRef } from 'react'

interface Recaptcha {
  ready: (then: () => void) => void
  render: (container: HTMLElement, options: Record<string, unknown>) => number
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit'

function loadScript(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const ready = () => window.grecaptcha?.ready(() => resolve(window.grecaptcha!))
    if (window.grecaptcha) return ready()
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = ready
    script.onerror = () => reject(new Error('The bot check could not be loaded'))
    document.head.append(script)
  })
}

export interface RecaptchaWidgetProps {
  siteKey: string
  onToken: (token: string) => void
  onFailure: () => void
}

/** Google's checkbox. */
export default function RecaptchaWidget({ siteKey, onToken, onFailure }: RecaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onToken, onFailure })
  callbacks.current = { onToken, onFailure }
  useEffect(() => {
    const box = document.createElement('div')
    container.current?.append(box)
    const clear = () => callbacks.current.onToken('')
    loadScript()
      .then((recaptcha) =>
        recaptcha.render(box, {
          sitekey: siteKey,
          callback: (token: string) => callbacks.current.onToken(token),
          'expired-callback': clear,
          'error-callback': clear,
        }),
      )
      .catch(() => callbacks.current.onFailure())
    return () => box.remove()
  }, [siteKey])
  return <div ref={container} className="min-h-[78px]" />
}
