/* The forms of a placed order. Most customers open none, so their script is fetched when the page is idle. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { whenIdle } from '#kit/when-idle.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import type { orderForms } from './OrderForms.tsx'

type OrderForms = typeof orderForms

type FormsLoad = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; forms: OrderForms }

export const $orderForms = atom<FormsLoad>({ state: 'loading' })

/** Loads the forms, once. Browsers remember that an import failed, so only a new page tries again. */
export async function fetchOrderForms(): Promise<void> {
  if ($orderForms.get().state !== 'loading') return
  try {
    const { orderForms } = await import('./OrderForms.tsx')
    $orderForms.set({ state: 'ready', forms: orderForms })
  } catch {
    $orderForms.set({ state: 'failed' })
  }
}

/** A request whose order appears together with the forms, so that a form that is shown moves nothing. */
export function withForms<Key extends unknown[], Found>(
  request: (...key: Key) => Promise<Found>,
): (...key: Key) => Promise<Found> {
  return async (...key) => {
    const [found] = await Promise.all([request(...key), fetchOrderForms()])
    return found
  }
}

interface LoadedFormProps {
  orderId: string
  children: (forms: OrderForms) => ReactNode
}

/** One of the forms. Where its script has not come, it is waited for. */
export function LoadedForm({ orderId, children }: LoadedFormProps) {
  const load = useStore($orderForms)
  useEffect(() => whenIdle(() => void fetchOrderForms()), [])
  switch (load.state) {
    case 'ready':
      return children(load.forms)
    case 'loading':
      return <p role="status">Loading...</p>
    case 'failed':
      return <FormMissing orderId={orderId} />
  }
}

interface FoldedFormProps extends LoadedFormProps {
  title: string
  /** Whether it looks like a primary button while it is folded. */
  isPrimary?: boolean
  /** Unfolded from the start. */
  isOpen?: boolean
}

/** A form that is folded until it is asked for. */
export function FoldedForm({
  orderId,
  children,
  title,
  isPrimary = false,
  isOpen = false,
}: FoldedFormProps) {
  return (
    <details
      className="group rounded-lg border border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void fetchOrderForms()
      }}
      data-no-print
    >
      {/* No `flex` or `grid`, which would hide its arrow. */}
      <summary
        className={`min-h-touch cursor-pointer rounded-lg px-4 py-2.5 font-semibold ${
          isPrimary ? 'not-group-open:bg-forest not-group-open:text-on-forest' : ''
        }`}
      >
        {title}
      </summary>
      <div className="border-t border-line p-4">
        <LoadedForm orderId={orderId}>{children}</LoadedForm>
      </div>
    </details>
  )
}

function FormMissing({ orderId }: { orderId: string }) {
  return (
    <div className="grid gap-3">
      <p role="alert">
        This form could not be loaded. The connection may be weak: please reload the page, or write
        to us.
      </p>
      <Button variant="secondary" onClick={() => location.reload()}>
        Reload
      </Button>
      <ContactShop text={orderQuestion(orderId)} />
    </div>
  )
}
