import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import { paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { useOrder } from '#shop/my-order/page/OrderProvider.tsx'
import { createOrderChangesStore, refusalOf } from './order-changes.store.ts'

const ENDED = refusalSentence('change', 'code_ended')
const BOOKED = refusalSentence('change', 'booked')

/** For whoever opened the link of our message: the order is confirmed, changed or cancelled here, once. */
export function ConfirmLink({ order, code }: { order: Order; code: string }) {
  const { setOrder } = useOrder()
  const [store] = useState(() => createOrderChangesStore(setOrder))
  const submission = useStore(store.$submission)
  const refusal = refusalOf(submission)
  // Any other press may be repeated: where its response was lost, the code is used, and the order no longer this device's.
  const isOpen = refusal ? refusal !== ENDED && refusal !== BOOKED : order.mayChange
  return (
    <section
      aria-labelledby="confirm-order"
      className="grid gap-3 rounded-lg border border-forest p-4 md:p-6"
      data-no-print
    >
      <h2 id="confirm-order" className="text-h3">
        Is this order right?
      </h2>
      <p role="status">{refusal ?? (isOpen ? 'We pack it as soon as you confirm it.' : ENDED)}</p>
      {isOpen && (
        <div className="grid gap-2 sm:flex sm:flex-wrap">
          <Button
            variant="primary"
            isBusy={submission.state === 'sending'}
            onClick={() => void store.confirm(order, code)}
          >
            Yes, I confirm
          </Button>
          {order.mayChange && (
            <>
              <a href={paths.changeOrder(order.id)} className={buttonClass('secondary')}>
                Change
              </a>
              <a href={paths.cancelOrder(order.id)} className={buttonClass('quiet')}>
                Cancel order
              </a>
            </>
          )}
        </div>
      )}
      {refusal && <ContactShop text={orderQuestion(order.id)} />}
    </section>
  )
}
