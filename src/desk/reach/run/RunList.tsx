import { useStore } from '@nanostores/react'
import type { MouseEvent, ReactNode } from 'react'
import type { SentAct } from '#admin/acts/acts.store.ts'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { formatSum } from '#config/currency.ts'
import type { Kept } from '#desk/lists/keep-places.ts'
import { pressAndStay } from '#desk/lists/press-and-stay.ts'
import { RowDone } from '#desk/lists/RowDone.tsx'
import { Button } from '#kit/form/Button.tsx'
import { inBrackets } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { Pressed } from './pressed.ts'
import type { RunStore } from './run.store.ts'
import { formatWait, type ListedOrder, MAX_LISTED, PLACES, replyTo } from './run-list.ts'

type Reply = SentAct<Pressed>

/** Who waits for a reply, what comes later and when, and what another device has. A reply in the chat is one press. */
export function RunList({ store }: { store: RunStore }) {
  const view = useStore(store.list.$remote)
  const isOld = view.state === 'failed' || (view.state === 'ready' && view.isStale)
  return (
    <>
      <div role="status" className="empty:hidden">
        {isOld && (
          <p className="flex flex-wrap items-center gap-x-3 text-danger">
            Who waits could not be loaded.
            <Button onClick={() => void store.list.load()}>Load again</Button>
          </p>
        )}
      </div>
      {PLACES.map((part) => (
        <Part key={part.place} {...part} store={store} />
      ))}
    </>
  )
}

type PartProps = (typeof PLACES)[number] & { store: RunStore }

/** Rows keep their places: where "Yes" was pressed stands what was saved, with Undo beside it (rule 21.71). */
function Part({ place, title, hint, store }: PartProps) {
  const isBusy = useStore(store.$submission).state === 'sending'
  const replies = useStore(store.$listed)
  const rows = useStore(store.$orders)
    .filter((order) => order.place === place)
    .map((order) => ({ order, reply: replyTo(order, replies) }))
  if (rows.length === 0) return null
  const left = rows.flatMap(({ order, reply }) => (reply || order.isGone ? [] : order))
  const ofAll = replies.findLast(
    (act) => act.rows.length > 1 && rows.some(({ reply }) => reply === act),
  )
  const button = (name: string, press: () => Promise<void>, id?: string) => (
    <Button
      variant={id ? 'secondary' : 'quiet'}
      className={id ? '' : 'px-0!'}
      isBusy={isBusy}
      about={id && `of ${id}`}
      onClick={(event) => void pressAndStay(event, press)}
    >
      {name}
    </Button>
  )
  const undo = (act: Reply) => (event: MouseEvent<HTMLElement>) =>
    void pressAndStay(event, () => store.undo(act))
  const endOf = (order: Kept<ListedOrder>, reply: Reply | undefined) => {
    const { id, isGone } = order
    if (reply)
      return (
        <RowDone
          done="Confirmed"
          about={id}
          isBusy={isBusy}
          onUndo={reply.rows.length === 1 ? undo(reply) : undefined}
        />
      )
    if (isGone) return <span className="text-muted">Not here now</span>
    if (place === 'elsewhere') return button('Show here', () => store.load(id), id)
    return button('Yes', () => store.confirm([order]), id)
  }
  return (
    <section aria-labelledby={place} className="grid gap-1">
      <h2 id={place} className="font-body text-lg font-semibold">
        {title}
        {inBrackets(left.length)}
      </h2>
      <p className="text-sm text-muted empty:hidden">{hint}</p>
      {rows.length >= MAX_LISTED && (
        <a href={`${paths.adminOrders}?stage=${place}`} className="text-link py-2">
          More of them in the list of orders
        </a>
      )}
      <ul className="border-t border-line">
        {rows.map(({ order, reply }) => (
          <Row key={order.id} order={order} isDone={reply !== undefined}>
            {endOf(order, reply)}
          </Row>
        ))}
      </ul>
      {/* Below the rows: it is no first press, for it confirms those as well who did not reply. */}
      <footer className="flex empty:hidden">
        {ofAll ? (
          <RowDone
            done={`${ofAll.results.filter(({ ok }) => ok).length} confirmed`}
            isBusy={isBusy}
            onUndo={undo(ofAll)}
          />
        ) : (
          place === 'waiting' &&
          left.length > 1 &&
          button(`Yes for all ${left.length}, also those who did not reply`, () =>
            store.confirm(left),
          )
        )}
      </footer>
    </section>
  )
}

interface RowProps {
  order: Kept<ListedOrder>
  /** Whether it was confirmed here. */
  isDone: boolean
  children: ReactNode
}

function Row({ order, isDone, children }: RowProps) {
  const { id, fullName, city, items, cash, isGone } = order
  const isElsewhere = isGone && !isDone
  return (
    <TwoLineRow
      title={
        <a
          href={paths.adminOrder(id)}
          className={`${rowLink} ${isElsewhere ? 'line-through' : ''}`}
        >
          <UntrustedText>{fullName}</UntrustedText>
        </a>
      }
      titleLines="all"
      figure={formatSum(cash)}
      end={children}
    >
      <span className="flex flex-wrap gap-x-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {formatContents(items)} · <bdi>{city}</bdi>
        </span>
        {!isDone && !isGone && <span className="ms-auto shrink-0">{formatWait(order)}</span>}
      </span>
    </TwoLineRow>
  )
}
