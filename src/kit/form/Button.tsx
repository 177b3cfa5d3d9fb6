import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'

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
  variant: ButtonVariant
  /** While what it does is under way, a press does nothing. Unlike a disabled button it keeps the focus. */
  isBusy?: boolean
  /** Why a press does nothing now: the button looks so, and a press opens a popover that says it. */
  whyNot?: ReactNode
  /** The reason stands beside the button instead. */
  isReasonBeside?: boolean
  /** What it is about, after its words, for screen readers: several buttons of a page may have the same words. */
  about?: string | undefined
}

/** A button that submits no form unless its type says so. */
export function Button({
  variant,
  isBusy = false,
  whyNot = false,
  isReasonBeside = false,
  about,
  type = 'button',
  className = '',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const reasonId = useId()
  const reason = useRef<HTMLDivElement>(null)
  // Pressed before hydration: the popover is open and says that the form is submitted now. Not in browsers without any.
  useEffect(() => {
    if (!CSS.supports('selector(:popover-open)')) return
    if (reason.current?.matches(':popover-open')) reason.current.closest('form')?.requestSubmit()
  }, [])

  return (
    <>
      <button
        {...props}
        type={whyNot ? 'button' : type}
        aria-disabled={isBusy || Boolean(whyNot) || undefined}
        {...(whyNot && { 'aria-describedby': reasonId })}
        {...(whyNot && !isReasonBeside && { popoverTarget: reasonId })}
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
      {whyNot && isReasonBeside && (
        <span id={reasonId} className="text-sm text-muted">
          {whyNot}
        </span>
      )}
      {whyNot && !isReasonBeside && (
        <div
          // A browser may translate it before it is hydrated.
          suppressHydrationWarning
          ref={reason}
          id={reasonId}
          popover="auto"
          className="m-auto mb-4 max-w-prose rounded-lg border border-line bg-paper p-4 text-ink floating"
        >
          {whyNot}
        </div>
      )}
    </>
  )
}
