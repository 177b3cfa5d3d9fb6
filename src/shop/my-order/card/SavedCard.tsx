import { formatSum } from '#config/currency.ts'
import { formatDate } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import type { OfflineCard } from '#order/device/saved-cards.ts'
import { CallLink } from '#shop/contact/CallLink.tsx'
import { TellHome } from './TellHome.tsx'

/** What this device saved of an order that cannot be loaded now. */
export function SavedCard({ card }: { card: OfflineCard }) {
  return (
    <section
      aria-label="Saved on this device"
      className="grid w-full gap-2 rounded-lg bg-sand p-4 text-start"
    >
      <p className="text-sm text-muted">Saved on this device</p>
      <p className="font-heading text-h3">
        {card.amount > 0 ? (
          <>
            Pay <strong translate="no">{formatSum(card.amount)}</strong> in cash
          </>
        ) : (
          'Nothing to pay at your door.'
        )}
      </p>
      <p>
        Order Number: <strong translate="no">{card.id}</strong>
        <br />
        Estimated Delivery: <strong>{formatDate(card.day)}</strong>
      </p>
      <div className="mt-1 grid gap-2 sm:flex">
        <TellHome card={card} className={buttonClass('secondary')} />
        <CallLink className={buttonClass('quiet')} />
      </div>
    </section>
  )
}
