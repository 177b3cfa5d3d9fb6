import { LineFields } from '#admin/order/LineFields.tsx'
import { type ReadLines, toLineTexts } from '#admin/order/lines.ts'
import type { Order } from '#order/order.ts'
import type { CorrectionForm, CorrectionStore } from './correction.store.ts'

interface CorrectionLinesProps {
  order: Order
  form: CorrectionForm
  read: ReadLines
  correction: CorrectionStore
}

export function CorrectionLines({ order, form, read, correction }: CorrectionLinesProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">Items</legend>
      <p className="text-sm text-muted">
        The quantity 0 removes a line. When one changes, all have the prices of today.
      </p>
      <LineFields
        lines={form.lines ?? toLineTexts(order.items)}
        sizes={form.sizes}
        saved={order.items}
        read={read}
        showsProblems={form.checks > 0}
        onType={correction.typeLine}
      />
    </fieldset>
  )
}
