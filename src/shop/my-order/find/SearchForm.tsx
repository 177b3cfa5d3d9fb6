/* The form that finds an order by its phone (docs/product.md, rules 7.21 and 7.55). */
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import { paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import type { Search, SearchProblems } from './order-search.store.ts'

interface SearchFormProps extends ComponentProps<'form'> {
  search: Search
  /** Before "contact us", where the phone is not that of the order. */
  missing: string
  onSearch: (typed: FormData) => void
  /** What stands above the phone. */
  children: ReactNode
  button: ReactNode
}

/** Uncontrolled inputs: what was typed stays after every result, and what was typed before the script too. */
export function SearchForm({
  search,
  missing,
  onSearch,
  children,
  button,
  ...attributes
}: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const problems = problemsOf(search)
  useFocusOnInvalid(form, problems)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    onSearch(new FormData(event.currentTarget))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} {...attributes}>
      {children}
      <Field
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="The number that you gave with the order."
        required
        error={problems.phone}
      />
      {button}
      <SearchOutcome search={search} missing={missing} />
    </form>
  )
}

/** One object, so that an effect that depends on the problems does not run again. */
const NO_PROBLEMS: SearchProblems = {}

export function problemsOf(search: Search): SearchProblems {
  return search.state === 'editing' ? search.problems : NO_PROBLEMS
}

/** Why a search found nothing, with WhatsApp and telephone. They are scrolled into sight. */
function SearchOutcome({ search, missing }: Pick<SearchFormProps, 'search' | 'missing'>) {
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
