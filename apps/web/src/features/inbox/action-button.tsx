import { Button, type ButtonProps } from '../../ui/button.tsx'

interface ActionButtonProps extends Omit<ButtonProps, 'children'> {
  name: string
  /** Keeps its name in narrower headers than the others. */
  isMain?: boolean
}

/** An action on conversations: its name alone on phones, its icon alone where a header is narrow. */
export function ActionButton({ name, icon, isMain, ...props }: ActionButtonProps) {
  return (
    <Button
      title={name}
      {...props}
      icon={
        <span aria-hidden="true" className="contents max-sm:hidden">
          {icon}
        </span>
      }
    >
      <span className={isMain ? '@max-lg/header:sr-only' : '@max-3xl/header:sr-only'}>{name}</span>
    </Button>
  )
}
