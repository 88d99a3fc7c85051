import { useNavigate } from 'react-router'
import { Button, type ButtonProps } from '../ui/button.tsx'

type GoButtonProps = Omit<ButtonProps, 'onClick'> & {
  to: string
  /** Before the screen changes, such as closing what the button stands in. */
  onGo?: () => void
}

/** A button that leads to another screen, where the specification calls it a button; elsewhere a link does. */
export function GoButton({ to, onGo, ...button }: GoButtonProps) {
  const navigate = useNavigate()
  const go = () => {
    onGo?.()
    void navigate(to)
  }
  return <Button {...button} onClick={go} />
}
