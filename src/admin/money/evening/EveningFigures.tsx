import type { ReactNode } from 'react'
import { formatParcels } from '#admin/order/parcels.ts'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import {
  costFigures,
  type Evening,
  type Figure,
  mainFigures,
  nameOfClaim,
  returnFigures,
  unpaidFigures,
} from './evening.ts'

export function EveningFigures({ evening }: { evening: Evening }) {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
        {mainFigures(evening).map(({ label, parcels, amount }) => (
          <li key={label} className="min-w-0 rounded-lg border border-line p-3 md:p-4">
            <h3 className="font-body text-base font-semibold text-muted">{label}</h3>
            <p className="mt-1 text-h3 font-semibold tabular-nums [overflow-wrap:anywhere]">
              {formatMoney(amount)}
            </p>
            {parcels !== undefined && (
              <p className="text-sm text-muted">{formatParcels(parcels)}</p>
            )}
          </li>
        ))}
      </ul>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <div className="grid gap-8">
          <Figures title="Unpaid now, by age" figures={unpaidFigures(evening)} none="" />
          <Figures title="Costs" figures={costFigures(evening)} none="" />
        </div>
        <div className="grid gap-8">
          <Figures title="Came back" figures={returnFigures(evening)} none="No parcel came back." />
          <Orders title="Advances to pay back" none="No advance is owed.">
            {evening.advancesToPayBack.map(({ orderId, fullName, amount }) => (
              <OrderRow key={orderId} id={orderId} name={orderId} amount={amount}>
                <UntrustedText>{fullName}</UntrustedText>
              </OrderRow>
            ))}
          </Orders>
          <Orders title="Lost parcels to claim" none="No parcel is lost.">
            {evening.claims.map((claim) => (
              <OrderRow
                key={`${claim.orderId} ${claim.trackingNumber}`}
                id={claim.orderId}
                name={nameOfClaim(claim)}
                amount={claim.toCollect}
              />
            ))}
          </Orders>
        </div>
      </div>
    </>
  )
}

interface PartProps {
  title: string
  /** What stands there while there is nothing. */
  none: string
}

function Figures({ title, figures, none }: PartProps & { figures: readonly Figure[] }) {
  return (
    <Part title={title}>
      {figures.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <dl>
          {figures.map(({ label, parcels, amount }) => (
            <div key={label} className="flex gap-3 border-b border-line py-2 tabular-nums">
              <dt className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</dt>
              {parcels !== undefined && <dd className="text-muted">{formatParcels(parcels)}</dd>}
              <dd className="min-w-20 text-end">{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  )
}

function Orders({ title, none, children }: PartProps & { children: ReactNode[] }) {
  return (
    <Part title={title}>
      {children.length === 0 ? <p className="text-muted">{none}</p> : <ul>{children}</ul>}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 font-body text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface OrderRowProps {
  id: string
  name: string
  amount: number
  children?: ReactNode
}

function OrderRow({ id, name, amount, children }: OrderRowProps) {
  return (
    <li className="flex min-h-touch flex-wrap items-center gap-x-3 border-b border-line tabular-nums">
      <a
        href={paths.adminOrder(id)}
        className="text-link inline-flex min-h-touch min-w-0 items-center [overflow-wrap:anywhere]"
      >
        {name}
      </a>
      <span className="min-w-0 flex-1">{children}</span>
      <span>{formatMoney(amount)}</span>
    </li>
  )
}
