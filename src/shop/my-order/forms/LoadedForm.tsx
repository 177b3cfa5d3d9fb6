/* The forms of a placed order. Most customers open none, so their script is fetched when the page is idle. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { whenIdle } from '#kit/when-idle.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import type { orderForms } from './AllForms.tsx'

type OrderForms = typeof orderForms

type FormsLoad = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; forms: OrderForms }

export const $orderForms = atom<FormsLoad>({ state: 'loading' })

/** Loads the forms, once. Browsers remember that an import failed, so only a new page tries again. */
export async function fetchOrderForms(): Promise<void> {
  if ($orderForms.get().state !== 'loading') return
  try {
    const { orderForms } = await import('./AllForms.tsx')
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

export interface LoadedFormProps {
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

function FormMissing({ orderId }: { orderId: string }) {
  return (
    <div className="grid gap-3">
      <p role="alert">
        This form could not be loaded. The connection may be weak: please reload the page, or write
        to us.
      </p>
      <Button onClick={() => location.reload()}>Reload</Button>
      <ContactShop text={orderQuestion(orderId)} />
    </div>
  )
}
