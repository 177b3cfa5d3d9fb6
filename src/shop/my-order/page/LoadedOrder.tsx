/* What the confirmation and the tracking page share: their order, or why there is none. */
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { settings } from '#config/settings.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { CheckIcon } from '#kit/view/icons.tsx'
import { tokenOf } from '#order/device/order-key.ts'
import { saveCard } from '#order/device/save-card.ts'
import { readCards } from '#order/device/saved-cards.ts'
import { endingOf, nextStep } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { statusName } from '#order/status.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { lastSegment, paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { PayBack } from '#shop/my-order/card/OrderCard.tsx'
import { SavedCard } from '#shop/my-order/card/SavedCard.tsx'
import { useOrder } from './OrderProvider.tsx'

export function LoadedOrder({ children }: { children: (order: Order) => ReactNode }) {
  const { remote, doneCount } = useOrder()
  switch (remote.state) {
    case 'loading':
      return <OrderLoading />
    case 'failed':
      return <OrderFailed error={remote.error} />
    case 'ready':
      return remote.value ? (
        <>
          <DoneNotice />
          <StatusAnnouncement order={remote.value} />
          <OrderEffects order={remote.value} />
          {/* What the customer has changed is shown as after a reload. */}
          <Fragment key={doneCount}>{children(remote.value)}</Fragment>
        </>
      ) : (
        <OrderMissing />
      )
  }
}

/** What a loaded order changes outside of its own part of the page. */
function OrderEffects({ order }: { order: Order }): null {
  const { id } = order

  // For a visit without a network.
  useEffect(() => {
    if (tokenOf(id) !== undefined) saveCard(id, order)
  }, [id, order])

  // The tab's title has the number, and the path has it as it is shown.
  useEffect(() => {
    document.title = `Order ${id} · ${settings.name}`
    const url = new URL(location.href)
    url.pathname = url.pathname.replace(/[^/]+\/?$/, id)
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  }, [id])

  return null
}

/** What the customer has done. In the page from the start: a live region that arrives with its text stays silent. */
function DoneNotice() {
  const { done } = useOrder()
  return (
    <div role="status" className="mx-auto max-w-4xl" data-no-print>
      {done && (
        <p className="mb-6 flex items-center gap-2 rounded-md border border-forest px-4 py-2 font-medium text-forest">
          <CheckIcon />
          <span>{done}</span>
        </p>
      )}
    </div>
  )
}

/** Tells screen readers of a status that changed while the page was open. */
function StatusAnnouncement({ order }: { order: Order }) {
  const [shown, setShown] = useState(order)
  const [text, setText] = useState<ReactNode>('')
  if (shown !== order) {
    setShown(order)
    if (shown.status !== order.status) setText(announcementOf(order))
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

export function announcementOf(order: Order): ReactNode {
  const ending = endingOf(order)
  if (!ending)
    return `Your order is now ${statusName(order.status).toLowerCase()}. ${nextStep(order)}`
  // One element, which React can remove after a translation took hold of its texts (rule 7.60).
  return (
    <span key="ended">
      {ending.heading}. {ending.notice} <PayBack order={order} />
    </span>
  )
}

export function OrderLoading() {
  return (
    <p role="status" className="py-section text-center text-muted noscript:hidden">
      Loading your order...
    </p>
  )
}

/** For what takes the focus where "Retry" was pressed, which is gone. */
function useTakenFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const { takesFocus } = useOrder()
  const target = useRef<Target>(null)
  useEffect(() => {
    if (takesFocus) target.current?.focus()
  }, [takesFocus])
  return target
}

function OrderMissing() {
  const home = useTakenFocus<HTMLAnchorElement>()
  useEffect(() => saveCard(parseOrderId(lastSegment(location.pathname)) ?? '', undefined), [])
  return (
    <EmptyState as="h1" title="Order not found">
      <a ref={home} href={paths.home} className={buttonClass('primary')}>
        Return to home page
      </a>
      <a href={paths.findOrder} className={buttonClass('secondary')}>
        Find Order
      </a>
    </EmptyState>
  )
}

/** Why an order is not on its page: the hint below the title, by the code of the error. */
const LOAD_PROBLEMS: Record<string, string> = {
  unreachable: 'The connection may be weak. Your order itself is safe.',
  unforeseen:
    'Something went wrong on this page. Your order itself is safe. Please reload the page.',
  rate_limited:
    'Many unknown order numbers were asked for from your connection. Please wait ten minutes and try again.',
}

/** The order may exist: it could not be loaded now. */
function OrderFailed({ error }: { error: unknown }) {
  const { load } = useOrder()
  const retry = useTakenFocus<HTMLButtonElement>()
  const code = codeOf(error)
  const typed = lastSegment(location.pathname)
  const orderId = parseOrderId(typed) ?? typed
  const card = readCards().find(({ id }) => id === orderId)
  return (
    <EmptyState
      as="h1"
      title={code === 'rate_limited' ? 'Too many look-ups' : 'We could not load your order'}
      hint={LOAD_PROBLEMS[code] ?? LOAD_PROBLEMS['unreachable']}
    >
      {card && <SavedCard card={card} />}
      <Button ref={retry} variant="primary" onClick={load} className="w-full sm:w-auto">
        Retry
      </Button>
      <ContactShop text={orderQuestion(orderId)} />
    </EmptyState>
  )
}
