/* What the forms that find an order by its phone share (docs/product.md, rules 7.21 and 7.55). */
import { useEffect, useRef } from 'react'
import { Field } from '#kit/form/Field.tsx'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import { paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import type { Search, SearchProblems } from './order-search.store.ts'

/** One object, so that an effect that depends on the problems does not run again. */
export const NO_PROBLEMS: SearchProblems = {}

/** The phone by which an order is found. */
export function OrderPhone({ problem }: { problem: string | undefined }) {
  return (
    <Field
      name="phone"
      label="Phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      hint="The number that you gave with the order."
      required
      error={problem}
    />
  )
}

interface SearchOutcomeProps {
  search: Search
  /** Before "contact us", where the phone is not that of the order. */
  missing: string
}

/** Why a search found nothing, with WhatsApp and telephone. They are scrolled into sight. */
export function SearchOutcome({ search, missing }: SearchOutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null)
  const isOver = search.state === 'missing' || search.state === 'failed'

  useEffect(() => {
    if (search.state === 'missing' || search.state === 'failed')
      outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [search])

  return (
    <div ref={outcome} className={isOver ? 'grid gap-3' : ''}>
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p role="status" className="empty:absolute">
        {search.state === 'missing' && (
          <span>
            {missing}{' '}
            <a href={paths.contact} className="text-link">
              contact us
            </a>
            .
          </span>
        )}
        {search.state === 'failed' && <span>{refusalSentence('find', search.code)}</span>}
      </p>
      {isOver && <ContactShop text={orderQuestion(search.id)} />}
    </div>
  )
}
