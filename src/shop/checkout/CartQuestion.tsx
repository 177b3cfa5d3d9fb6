import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import type { CartDifference } from './cart-question.ts'

export interface CartQuestionProps {
  question: CartDifference
  /** The total of the cart at the new prices, in minor units. */
  total: number
  /** The id of the form that "yes" submits. */
  formId: string
  onAgree: () => void
  onDecline: () => void
}

/** In the place of "Place Order". It takes the focus, which was on that button. */
export function CartQuestion({ question, total, formId, onAgree, onDecline }: CartQuestionProps) {
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape') onDecline()
  }

  const { text, yes } = wordsOf(question, total)
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-labelledby="cart-question"
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      className="grid gap-3 rounded-md border border-edge bg-sand p-4 outline-none"
    >
      <p id="cart-question" className="font-medium">
        {text}
      </p>
      <Button variant="primary" type="submit" form={formId} onClick={onAgree}>
        {yes}
      </Button>
      <Button onClick={onDecline}>Go back</Button>
    </div>
  )
}

function wordsOf(question: CartDifference, total: number): { text: string; yes: string } {
  if (question.about === 'prices')
    return {
      text: `The price is now ${formatMoney(total)}. Order at this price?`,
      yes: 'Order at this price',
    }
  const names = question.lines.map(({ name, size }) => `${name} (${size})`).join(', ')
  const [are, them] = question.lines.length > 1 ? ['are', 'them'] : ['is', 'it']
  return {
    text: `${names} ${are} not sold ${question.isPause ? 'now' : 'any more'}. Remove ${them} and order the rest?`,
    yes: `Remove ${them} and order the rest`,
  }
}
