import { currencyNote } from '#config/currency.ts'
import { formatMoney } from '#kit/money.ts'
import { Figures } from '#kit/view/Figures.tsx'

/** Shipping is always free, so the subtotal is the total (docs/product.md, rule 3.5). */
export function OrderTotals({ total }: { total: number }) {
  return (
    <Figures
      rows={[
        { label: 'Subtotal', value: formatMoney(total) },
        { label: 'Shipping', value: 'Free' },
      ]}
      total={{ label: 'Total', value: formatMoney(total) }}
      note={currencyNote}
    />
  )
}
