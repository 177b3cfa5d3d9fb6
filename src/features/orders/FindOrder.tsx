import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { paths } from '#paths.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Field, useFocusOnInvalid } from '#ui/Field.tsx'
import { island } from '#ui/island.tsx'
import { ContactShop } from './ContactShop.tsx'
import { orderQuestion } from './chat-texts.ts'
import {
  createFindOrderStore,
  type FindOrderStore,
  type Search,
  type SearchProblems,
} from './find-order.store.ts'
import { StatusBadge } from './OrderDetails.tsx'
import { OrderHelp } from './OrderHelp.tsx'
import { OrderPage, OrderProvider } from './OrderPage.tsx'
import { Tracking } from './OrderTracking.tsx'
import type { OrderStore } from './order.store.ts'
import { refusalSentence } from './refusal-sentences.ts'

export const FindOrder = island(FindOrderPage, () => createFindOrderStore())

function FindOrderPage({ store }: { store: FindOrderStore }) {
  const search = useStore(store.$search)
  const content = useRef<HTMLDivElement>(null)
  const isFound = search.state === 'found'

  // The button that had the focus is gone.
  useEffect(() => {
    if (isFound) content.current?.focus()
  }, [isFound])

  if (search.state === 'found') {
    return (
      <div ref={content} tabIndex={-1} className="grid gap-10 outline-none">
        <FoundOrder store={search.order} />
        <p className="text-center" data-no-print>
          <Button variant="quiet" onClick={store.searchAgain}>
            Find another order
          </Button>
        </p>
      </div>
    )
  }
  return (
    <div className="mx-auto grid max-w-prose gap-10">
      <header>
        <h1 className="text-h1">Find Your Order</h1>
        <p className="mt-3 text-muted">
          The order number is on your confirmation page and in our messages to you.
        </p>
      </header>
      <SearchForm search={search} onSearch={store.search} />
      <OwnOrders store={store} />
    </div>
  )
}

/** Follows the order as its own page does (docs/product.md, rule 7.26). */
function FoundOrder({ store }: { store: OrderStore }) {
  useEffect(() => store.start(), [store])
  return (
    <OrderProvider store={store}>
      <OrderPage>
        {(order) => (
          <Tracking order={order}>
            <OrderHelp order={order} />
          </Tracking>
        )}
      </OrderPage>
    </OrderProvider>
  )
}

interface SearchFormProps {
  search: Search
  onSearch: FindOrderStore['search']
}

const NONE: SearchProblems = {}

/** Uncontrolled inputs: what was typed stays after every result. */
function SearchForm({ search, onSearch }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const problems = search.state === 'editing' ? search.problems : NONE
  useFocusOnInvalid(form, problems)

  // The result, or WhatsApp and telephone below it.
  useEffect(() => {
    if (search.state === 'missing' || search.state === 'failed')
      form.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [search])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void onSearch(String(typed.get('id')), String(typed.get('phone')))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <Field
        name="id"
        label="Order Number"
        placeholder="ABCDEFGH"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={problems.id}
      />
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
      <Button type="submit" variant="primary" isBusy={search.state === 'searching'}>
        {search.state === 'searching' ? 'Finding your order...' : 'Find Order'}
      </Button>
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p role="status" className="empty:absolute">
        <Outcome search={search} />
      </p>
      {search.state === 'failed' && <ContactShop text={orderQuestion(search.id)} />}
    </form>
  )
}

function Outcome({ search }: { search: Search }) {
  if (search.state === 'missing') {
    return (
      <>
        No order has this number and this phone. Please check both, or{' '}
        <a href={paths.contact} className="text-link">
          contact us
        </a>
        .
      </>
    )
  }
  return search.state === 'failed' ? refusalSentence('find', search.code) : null
}

/** The orders that were placed on this device, newest first. */
function OwnOrders({ store }: { store: FindOrderStore }) {
  const own = useStore(store.$own)
  if (own.state !== 'ready' || own.value.length === 0) return null
  return (
    <section aria-labelledby="own-orders">
      <h2 id="own-orders" className="text-h2">
        Ordered on this device
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {own.value.map(({ id, order }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <a href={paths.tracking(id)} className={buttonClass('quiet')}>
              {id}
            </a>
            {order ? (
              <>
                <span className="text-muted">
                  {formatDay(order.date)} · {formatMoney(order.total)}
                </span>
                <span className="ml-auto">
                  <StatusBadge status={order.status} />
                </span>
              </>
            ) : (
              <span className="text-muted">Its status could not be loaded.</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
