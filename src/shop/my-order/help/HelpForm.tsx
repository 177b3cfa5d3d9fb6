import { useStore } from '@nanostores/react'
import { HELP_DAYS } from '#config/delivery.ts'
import { formatDay } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { isHelpOver, lastHelpDay } from '#order/help-days.ts'
import { type HelpKind, MAX_HELP_LENGTH, type Order } from '#order/order.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { HELP_KINDS } from '#order/texts/order-words.ts'
import { paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { ChoiceForm } from '#shop/my-order/change/ChoiceForm.tsx'
import type { OrderFormProps } from '#shop/my-order/change/order-changes.store.ts'
import { PhotosLink } from './PhotosLink.tsx'

/** Asks for help with a delivered order, until the days for it are over. */
export function HelpForm(props: OrderFormProps) {
  return isHelpOver(props.order) ? <HelpOver order={props.order} /> : <RequestForm {...props} />
}

function HelpOver({ order }: { order: Order }) {
  const last = lastHelpDay(order)
  return (
    <div className="grid gap-3">
      <p>
        By our{' '}
        <a href={paths.returns} className="text-link">
          refund policy
        </a>
        , damaged and wrong items are reported within {HELP_DAYS} days of the delivery
        {last && `. For this order they ended on ${formatDay(last)}`}. If you could not write
        earlier, please{' '}
        <a href={paths.contact} className="text-link">
          contact us
        </a>
        .
      </p>
      <ContactShop text={orderQuestion(order.id)} />
    </div>
  )
}

function RequestForm({ order, store }: OrderFormProps) {
  const submission = useStore(store.$submission)
  const isSaving = submission.state === 'sending'
  const problems = submission.state === 'refused' ? submission.problems : undefined
  const last = lastHelpDay(order)
  return (
    <ChoiceForm
      legend={`What is wrong?${last ? ` You can tell us here until ${formatDay(last)}.` : ''}`}
      choices={HELP_KINDS}
      textLabel="What do you see?"
      rows={3}
      maxLength={MAX_HELP_LENGTH}
      problem={problems?.['text']}
      onSubmit={(kind: HelpKind, text) => store.askForHelp(order, kind, text)}
    >
      <PhotosLink orderId={order.id} />
      <Button type="submit" variant="primary" isBusy={isSaving}>
        {isSaving ? 'Sending...' : 'Ask for Help'}
      </Button>
    </ChoiceForm>
  )
}
