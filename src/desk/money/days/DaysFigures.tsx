import type { ReactNode } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatSum } from '#config/currency.ts'
import { type Figure, isSome } from '#desk/money/came.ts'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { type FiguresOfDays, figureParts, mainFigures, UNPAID } from './figures.ts'

export function DaysFigures({ figures }: { figures: FiguresOfDays }) {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
        {mainFigures(figures).map(({ label, parcels, amount }) => (
          <li key={label} className="min-w-0 rounded-lg border border-line p-3 md:p-4">
            <h3 className="font-body text-base font-semibold text-muted">{label}</h3>
            <p className="mt-1 text-h3 font-semibold tabular-nums [overflow-wrap:anywhere]">
              {formatSum(amount)}
            </p>
            {parcels !== undefined && (
              <p className="text-sm text-muted">
                {parcels === 0 ? 'No parcel' : countOf(parcels, 'parcel')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="grid items-start gap-8 md:grid-cols-2">
        {figureParts(figures).map(([title, listed]) => (
          <Figures key={title} title={title} figures={listed}>
            {title === UNPAID && (
              <a href={`${paths.adminOrders}?stage=delivered`} className="touch-link">
                Orders that are delivered and not paid
              </a>
            )}
          </Figures>
        ))}
      </div>
    </>
  )
}

interface FiguresProps {
  title: string
  figures: readonly Figure[]
  children?: ReactNode
}

/** Absent while there is nothing. */
function Figures({ title, figures, children }: FiguresProps) {
  const some = figures.filter(isSome)
  if (some.length === 0) return null
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 font-body text-base font-semibold">{title}</h3>
      <ul>
        {some.map((figure) => (
          <FigureRow key={figure.label} figure={figure} />
        ))}
      </ul>
      {children}
    </section>
  )
}

function FigureRow({ figure: { label, orderId, fullName, parcels, amount } }: { figure: Figure }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line tabular-nums">
      {orderId ? (
        <>
          <a
            href={paths.adminOrder(orderId)}
            className="text-link inline-flex min-h-touch min-w-0 items-center [overflow-wrap:anywhere]"
          >
            {label}
          </a>
          <span className="min-w-0 flex-1">
            {fullName && <UntrustedText>{fullName}</UntrustedText>}
          </span>
        </>
      ) : (
        <span className="min-w-0 flex-1 py-2 [overflow-wrap:anywhere]">{label}</span>
      )}
      {parcels !== undefined && <span className="text-muted">{countOf(parcels, 'parcel')}</span>}
      <span className="ms-auto min-w-20 text-end">{formatSum(amount)}</span>
    </li>
  )
}
