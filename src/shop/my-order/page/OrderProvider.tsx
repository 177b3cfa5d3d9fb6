/* The order of a page, and what its customer has done with it there. */
import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { OnOrder, OrderStore } from './order.store.ts'

interface Visit {
  store: OrderStore
  /** Whether what is shown next takes the focus: this tab has just placed the order, or "Retry" was pressed, which is gone. */
  takesFocus: boolean
  load: () => void
  setOrder: OnOrder
  /** How often the customer has done something with the order here. */
  doneCount: number
  /** What the customer did last. Empty where the page shows it by itself. */
  done: string
}

const OrderContext = createContext<Visit | null>(null)

export interface OrderProviderProps {
  store: OrderStore
  isNew?: boolean
  children: ReactNode
}

export function OrderProvider({ store, isNew = false, children }: OrderProviderProps) {
  const [last, setLast] = useState({ doneCount: 0, done: '' })
  const [takesFocus, setTakesFocus] = useState(isNew)
  const setOrder: OnOrder = (order, done) => {
    store.set(order)
    if (done === undefined) return
    setLast(({ doneCount }) => ({ doneCount: doneCount + 1, done }))
  }
  const load = () => {
    setTakesFocus(true)
    void store.load()
  }
  return (
    <OrderContext value={{ store, takesFocus, load, setOrder, ...last }}>{children}</OrderContext>
  )
}

/**
 * The order of this page, `load` to request it again, and `setOrder` for the order that a change returned: with what
 * was done, the page is then as after a reload.
 */
export function useOrder() {
  const visit = use(OrderContext)
  // The sentence is specified.
  if (!visit) throw new Error('useOrders must be used within an OrderProvider')
  const { store, ...shared } = visit
  return { remote: useStore(store.$remote), ...shared }
}

/** Takes the focus after each thing that the customer does. */
export function PageHeading({ children }: { children: string }) {
  const { doneCount, takesFocus } = useOrder()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (doneCount > 0) scrollTo(0, 0)
    if (doneCount > 0 || (takesFocus && document.activeElement === document.body))
      heading.current?.focus({ preventScroll: true })
  }, [doneCount, takesFocus])

  return (
    <h1 ref={heading} tabIndex={-1} className="text-h1" data-no-print>
      {children}
    </h1>
  )
}
