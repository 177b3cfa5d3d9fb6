import type { ParcelState } from '#admin/parcels/parcels.ts'
import { Sentences } from '#desk/files/Sentences.tsx'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { PaidFigures } from '#desk/money/PaidFigures.tsx'
import type { Payment } from '#desk/money/payments/payments.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { capitalized } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { changesOf, compareNet, hasEffect, OTHER_RESULTS, RESULTS } from './applying.ts'
import type { ImportStore, ImportView } from './import.store.ts'
import { PreviewRows } from './PreviewRows.tsx'
import { leftOut } from './questions.ts'

interface Props<Step extends ImportView['step']> {
  view: Extract<ImportView, { step: Step }>
  importing: ImportStore
}

export interface SavedPayments {
  /** Those that are listed on the page: the one that was saved is among them once it is loaded. */
  payments: readonly Payment[]
  onUndo: (payment: Payment) => void
}

/** What is listed on the page of parcels, for the admin to do something about. */
const WITH_WORK: readonly (ParcelState | undefined)[] = ['attempt_failed', 'lost', 'returned']

/** What the file did, and to which parcels. */
export function ImportResult({
  view,
  importing,
  payments,
  onUndo,
}: Props<'applied'> & SavedPayments) {
  const { pending, applied } = view
  const { statement, counts, paid, numbered } = applied
  const payment = payments.find(({ id }) => id === statement)
  const isInBank = typeof payment?.inBankAt === 'string'
  const rows = view.rows.filter(hasEffect)
  const others = OTHER_RESULTS.filter((result) => counts[result]).map(
    (result) => `${RESULTS[result].toLowerCase()}: ${counts[result]}`,
  )
  const isWorkLeft =
    numbered > 0 || rows.some(({ result, to }) => result === 'changed' && WITH_WORK.includes(to))
  const changes = [changesOf(rows, numbered), ...others].filter(Boolean).join(', ')
  return (
    <div className="grid gap-3 rounded-lg border border-forest p-3 sm:p-4">
      <p role="status" className="font-semibold [overflow-wrap:anywhere]">
        Saved: {pending.input.fileName}. {capitalized(changes)}.
      </p>
      <PaidFigures paid={paid} isInBank={isInBank} />
      <p>
        {compareNet(applied)}
        {paid.came !== 0 &&
          !isInBank &&
          ` Once the money is in your account, tick “${IN_MY_BANK}” in the list below.`}
        {isWorkLeft && (
          <>
            {' '}
            What is to be done next about these parcels stands under{' '}
            <a href={paths.adminParcels} className="text-link">
              Parcels
            </a>
            .
          </>
        )}
      </p>
      <Sentences items={pending.problems.map(leftOut)} className="text-danger" />
      {rows.length > 0 && (
        <details>
          <summary className="min-h-touch cursor-pointer py-2 font-medium">
            {rows.length === 1
              ? 'The row that was saved'
              : `The ${rows.length} rows that were saved`}
          </summary>
          <PreviewRows rows={rows} />
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={importing.discard}>
          Import another file
        </Button>
        <a href={paths.adminPayment(statement)} className={buttonClass('secondary')}>
          Open it
        </a>
        {/* Its page has it too, where it is not listed here. */}
        {payment && <Button onClick={() => onUndo(payment)}>Undo</Button>}
      </div>
    </div>
  )
}

/** Shown where the same file, or nearly the same, was saved before. */
export function KnownFile({ view, importing }: Props<'known'>) {
  const { pending, payment, isSimilar } = view
  const hasMoney = pending.input.lines.some(({ money }) => money.length > 0)
  const name = hasMoney ? 'payment' : 'file'
  return (
    <div className="grid gap-3 rounded-lg border border-amber p-3 sm:p-4">
      <p role="alert" className="[overflow-wrap:anywhere]">
        {isSimilar
          ? `Most amounts of ${pending.input.fileName} were saved before, with `
          : `${pending.input.fileName} was saved before: it is `}
        <a href={paths.adminPayment(payment)} className="text-link">
          this {name}
        </a>
        .{' '}
        {isSimilar
          ? 'If this file corrects that one, put it in its place: the earlier one is undone.'
          : 'Nothing was changed. If rows of it were corrected since, put it in its place: the earlier one is undone.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={isSimilar ? 'primary' : 'secondary'}
          onClick={() => void importing.replace()}
        >
          Put it in its place
        </Button>
        <Button variant={isSimilar ? 'secondary' : 'primary'} onClick={importing.discard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
