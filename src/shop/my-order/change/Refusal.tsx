import { useEffect, useRef } from 'react'
import type { Submission } from '#kit/form/submit.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { needsShop, refusalOf } from './order-changes.store.ts'

interface RefusalProps {
  orderId: string
  submission: Submission
  /** Shown in place of the refusal. */
  instead?: string | undefined
}

/** Why the latest request about an order changed nothing, with the shop's telephone where no field was the reason. */
export function Refusal({ orderId, submission, instead }: RefusalProps) {
  const sentence = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (needsShop(submission)) sentence.current?.scrollIntoView({ block: 'center' })
  }, [submission])

  return (
    <>
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p ref={sentence} role="status" className="empty:absolute">
        {instead ?? refusalOf(submission)}
      </p>
      {needsShop(submission) && !instead && <ContactShop text={orderQuestion(orderId)} />}
    </>
  )
}
