import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, type ButtonProps } from '#kit/form/Button.tsx'
import { useHydrated } from './island.tsx'

interface SubmitWhenReadyProps extends Omit<ButtonProps, 'variant' | 'type' | 'whyNot'> {
  /** What a press before hydration opens in a popover: that the form is submitted as soon as it is ready. */
  notReady: ReactNode
}

/**
 * The button of a form in prerendered HTML. Until the page is hydrated it submits nothing, and looks so: without a button
 * that submits, Enter sends nothing either, and nothing that was typed gets into the URL.
 */
export function SubmitWhenReady({ notReady, ...props }: SubmitWhenReadyProps) {
  const isHydrated = useHydrated()
  const popoverId = useId()
  const popover = useRef<HTMLDivElement>(null)
  // A press before hydration opened the popover, and is sent now. Browsers without popovers opened none.
  useEffect(() => {
    if (!CSS.supports('selector(:popover-open)')) return
    if (popover.current?.matches(':popover-open')) popover.current.closest('form')?.requestSubmit()
  }, [])

  return (
    <>
      <Button
        {...props}
        variant="primary"
        suppressHydrationWarning
        type={isHydrated ? 'submit' : 'button'}
        {...(!isHydrated && {
          'aria-disabled': true,
          'aria-describedby': popoverId,
          popoverTarget: popoverId,
        })}
      />
      {!isHydrated && (
        <div
          // A browser may translate it before it is hydrated.
          suppressHydrationWarning
          ref={popover}
          id={popoverId}
          popover="auto"
          className="m-auto mb-4 max-w-prose rounded-lg border border-line bg-paper p-4 text-ink floating"
        >
          {notReady}
        </div>
      )}
    </>
  )
}
