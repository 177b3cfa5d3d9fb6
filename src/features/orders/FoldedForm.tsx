import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { whenIdle } from '#shared/when-idle.ts'
import { Button } from '#ui/Button.tsx'
import { ContactShop } from './ContactShop.tsx'
import { orderQuestion } from './chat-texts.ts'
import { Disclosure, type DisclosureProps } from './Disclosure.tsx'
import { $orderForms, fetchOrderForms, type OrderForms } from './order-forms.ts'

interface FoldedFormProps extends Omit<DisclosureProps, 'onOpen' | 'children'> {
  orderId: string
  children: (forms: OrderForms) => ReactNode
}

/** A form of a placed order. One that is unfolded before its script has come waits for it. */
export function FoldedForm({ orderId, children, ...disclosure }: FoldedFormProps) {
  const load = useStore($orderForms)
  useEffect(() => whenIdle(() => void fetchOrderForms()), [])
  return (
    <Disclosure {...disclosure} onOpen={() => void fetchOrderForms()}>
      {load.state === 'ready' && children(load.forms)}
      {load.state === 'loading' && <p role="status">Loading...</p>}
      {load.state === 'failed' && <FormMissing orderId={orderId} />}
    </Disclosure>
  )
}

function FormMissing({ orderId }: { orderId: string }) {
  return (
    <div className="grid gap-3">
      <p role="alert">
        This form could not be loaded. The connection may be weak: please try again, or write to us.
      </p>
      <Button variant="secondary" onClick={() => void fetchOrderForms()}>
        Retry
      </Button>
      <ContactShop text={orderQuestion(orderId)} />
    </div>
  )
}
