import { useState } from 'react'
import { idParam } from '#admin/lists/list.ts'
import { staticIsland } from '#kit/island/island.tsx'
import { choiceParam, queryState } from '#kit/query-state.ts'
import { paths } from '#paths.ts'
import { DaysIsland } from './days/DaysIsland.tsx'
import { PaymentIsland } from './payments/PaymentIsland.tsx'
import { PaymentsIsland } from './payments/PaymentsIsland.tsx'

/** By the URL one payment, the figures of some days, or the import and all payments. */
export const MoneyIsland = staticIsland(MoneyPage)

const PARTS = [
  ['Payments', paths.adminMoney, undefined],
  ['Day and week', paths.adminDays, 'day'],
] as const

function MoneyPage() {
  const [{ id, part: shown }] = useState(() =>
    queryState({ id: idParam, part: choiceParam('part', ['day']) }).$query.get(),
  )
  if (id > 0) return <PaymentIsland />
  return (
    <div className="grid gap-4">
      <nav aria-label="Money" className="-mx-2 -mt-4 flex flex-wrap">
        {PARTS.map(([label, href, part]) => (
          <a
            key={label}
            href={href}
            aria-current={part === shown ? 'page' : undefined}
            className="inline-flex min-h-touch items-center border-b-2 border-transparent px-2 text-forest hover:bg-sand aria-[current]:border-forest aria-[current]:font-semibold"
          >
            {label}
          </a>
        ))}
      </nav>
      {shown === 'day' ? <DaysIsland /> : <PaymentsIsland />}
    </div>
  )
}
