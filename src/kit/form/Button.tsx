import { type ComponentProps, useId } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet'

const SHAPE =
  'inline-flex min-h-touch items-center justify-center gap-2 rounded-md px-5 py-2 text-center ' +
  'font-semibold fading disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const LOOKS: Record<ButtonVariant, string> = {
  // The border is seen in forced colors, which take the background away.
  primary:
    'border border-transparent bg-forest text-on-forest enabled:hover:bg-forest-deep [a&]:hover:bg-forest-deep',
  secondary:
    'border border-forest text-forest enabled:hover:bg-sand [a&]:hover:bg-sand [a&]:no-underline',
  quiet: 'text-forest underline underline-offset-4 enabled:hover:bg-sand [a&]:hover:bg-sand',
}

/** The look of a button, for links that lead somewhere as much as for buttons that do something. */
export function buttonClass(variant: ButtonVariant): string {
  return `${SHAPE} ${LOOKS[variant]}`
}

export interface ButtonProps extends ComponentProps<'button'> {
  /** `secondary` where none is given. */
  variant?: ButtonVariant
  /** While what it does is under way, a press does nothing. Unlike a disabled button it keeps the focus. */
  isBusy?: boolean
  /** Why a press does nothing now: the button looks so, and this stands beside it. */
  whyNot?: string | false | undefined
  /** What it is about, after its words, for screen readers: several buttons of a page may have the same words. */
  about?: string | undefined
}

/** A button that submits no form unless its type says so. */
export function Button({
  variant = 'secondary',
  isBusy = false,
  whyNot,
  about,
  type = 'button',
  className = '',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const reasonId = useId()
  return (
    <>
      <button
        {...props}
        type={whyNot ? 'button' : type}
        aria-disabled={isBusy || Boolean(whyNot) || props['aria-disabled']}
        {...(whyNot && { 'aria-describedby': reasonId })}
        onClick={whyNot ? undefined : isBusy ? (event) => event.preventDefault() : onClick}
        className={`${buttonClass(variant)} ${className}`}
      >
        {about ? (
          <span>
            {children}
            <span className="sr-only"> {about}</span>
          </span>
        ) : (
          children
        )}
      </button>
      {whyNot && (
        <span id={reasonId} className="min-w-0 basis-32 self-center text-sm text-muted">
          {whyNot}
        </span>
      )}
    </>
  )
}
