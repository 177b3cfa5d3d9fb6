import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { staticIsland } from '#kit/island/island.tsx'
import { onShownFromCache } from '#kit/page-events.ts'
import { CloseIcon } from '#kit/view/icons.tsx'
import { $toasts, dismissToast, type ShownToast, showHandedOverToasts } from './toast.store.ts'

/** Long enough for two lines. Destructive toasts stay until they are dismissed. */
const SHOWN_FOR_MS = 5000

/** Longer for a toast with an action: a person decides first. */
const ACTION_SHOWN_FOR_MS = 15_000

const TICK_MS = 500

const NONE: readonly ShownToast[] = []

/**
 * The notifications of a page: over the header's bar on phones, in a corner on wide screens; in the admin, by its style
 * sheet, at the foot (docs/product.md, rules 12.4 and 12.25). Both live regions are in the HTML: one that is inserted
 * with its text is not announced.
 */
export const Toasts = staticIsland(() => {
  const toasts = useStore($toasts, { ssr: () => NONE })

  useEffect(() => {
    // A prerendered page must not take the toasts of the page that is shown next.
    if (!document.prerendering) showHandedOverToasts()
    onShownFromCache(() => showHandedOverToasts({ isBack: true }))
  }, [])

  const boxesOf = (isDestructive: boolean) =>
    toasts
      .filter(({ tone }) => (tone === 'destructive') === isDestructive)
      .map((toast) => <ToastBox key={toast.key} toast={toast} />)

  return (
    <section
      aria-label="Notifications"
      data-no-print
      data-notifications
      className="pointer-events-none fixed inset-x-1 top-[max(0.25rem,env(safe-area-inset-top))] z-50 sm:inset-s-auto sm:inset-e-4 sm:top-20 sm:w-96"
    >
      <div role="status" className="grid gap-1 not-empty:mb-1">
        {boxesOf(false)}
      </div>
      <div role="alert" className="grid gap-1 not-empty:mb-1">
        {boxesOf(true)}
      </div>
    </section>
  )
})

function ToastBox({ toast }: { toast: ShownToast }) {
  const { key, title, description, tone = 'plain', action } = toast
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => leaveLater(toast), [toast])

  useLayoutEffect(() => {
    const element = box.current
    if (element) uncoverFocus(element)
    return () => {
      // Focus inside a toast that goes away moves to the page rather than nowhere.
      if (element?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main')?.focus()
    }
  }, [])

  return (
    <div
      ref={box}
      data-toast
      className={`pointer-events-auto flex animate-arrive items-start gap-3 rounded-lg bg-paper px-4 py-2 leading-snug floating max-sm:items-center max-sm:py-1 max-sm:text-sm max-sm:leading-tight sm:py-3 ${tone === 'destructive' ? 'border-2 border-danger' : 'border border-line'}`}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(key)
            action.run()
          }}
          className="-my-1 min-h-touch shrink-0 rounded-md px-2 font-semibold text-forest underline underline-offset-4 hover:bg-sand"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(key)}
        className="-m-1 grid size-touch shrink-0 place-items-center rounded-md *:size-5 hover:bg-sand"
      >
        <CloseIcon />
      </button>
    </div>
  )
}

/** Scrolls what has the focus, and is seen to have it, out from under the toast: the page has room for that. */
function uncoverFocus(toast: Element): void {
  const focused = document.querySelector(':focus-visible')
  if (!focused || focused.contains(toast)) return
  const [over, under] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()]
  if (under.bottom > over.top && under.top < over.bottom)
    focused.scrollIntoView({ block: 'nearest' })
}

/** The time begins again while a toast is pointed at or focused, which would move, and in a hidden page. */
function leaveLater({ key, tone, action }: ShownToast): (() => void) | undefined {
  if (tone === 'destructive') return undefined
  const time = action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS
  let left = time
  const timer = setInterval(() => {
    left = isInUse() ? time : left - TICK_MS
    if (left <= 0) dismissToast(key)
  }, TICK_MS)
  return () => clearInterval(timer)
}

function isInUse(): boolean {
  if (document.visibilityState === 'hidden') return true
  const toasts = [...document.querySelectorAll('[data-toast]')]
  // After a tap, browsers leave `:hover` on what was touched.
  const hasMouse = matchMedia('(hover: hover)').matches
  return toasts.some(
    (toast) => toast.contains(document.activeElement) || (hasMouse && toast.matches(':hover')),
  )
}
