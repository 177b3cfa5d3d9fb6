import { Select } from '#admin/kit/Select.tsx'
import { Field } from '#kit/form/Field.tsx'
import { formatMoney } from '#kit/money.ts'
import type { OrderItem } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import type { Editor } from './editor.store.ts'
import { EMPTY_LINE, type LineText, type ReadLines, type SoldSize, toLineTexts } from './lines.ts'

interface LineFieldsProps {
  editor: Pick<Editor, 'typeLine'>
  form: Pick<ReturnType<Editor['$form']['get']>, 'lines' | 'sizes' | 'checks'>
  read: ReadLines
  /** Lines of a saved order, whose products may not be sold any more. */
  saved: readonly OrderItem[] | undefined
}

/** The lines of an order to type, and an empty one after them. */
export function LineFields({ editor, form, read, saved = [] }: LineFieldsProps) {
  const { lines = toLineTexts(saved), sizes, checks } = form
  const rows = lines.at(-1)?.product === '' ? lines : [...lines, EMPTY_LINE]
  return (
    <>
      {saved.length > 0 && (
        <p className="text-sm text-muted">
          The quantity 0 removes a line. When one changes, all have the prices of today.
        </p>
      )}
      {rows.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <fieldset key={nth} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_6rem]">
          <legend className="sr-only">Line {nth + 1}</legend>
          <Select
            label="Product"
            name={`product-${nth + 1}`}
            value={line.product}
            options={productOptions(line, sizes, saved)}
            onChange={(product) => editor.typeLine(nth, { product })}
          />
          <Field
            label="Quantity"
            name={`quantity-${nth + 1}`}
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            error={checks > 0 ? read.problems[nth] : undefined}
            onChange={(event) => editor.typeLine(nth, { quantity: event.currentTarget.value })}
          />
        </fieldset>
      ))}
      {checks > 0 && read.problem && <p className="text-danger">{read.problem}</p>}
    </>
  )
}

function productOptions(
  { product }: LineText,
  sizes: readonly SoldSize[],
  saved: readonly OrderItem[],
) {
  const sold = sizes.map((size) => ({
    value: lineKey(size),
    label: `${size.name} (${size.size}), ${formatMoney(size.price)}`,
  }))
  const item = saved.find((line) => lineKey(line) === product)
  const name = item ? `${item.name} (${item.size})` : product
  const isSold = product === '' || sold.some(({ value }) => value === product)
  return [
    { value: '', label: 'No product' },
    ...sold,
    ...(isSold ? [] : [{ value: product, label: `${name}, not sold any more` }]),
  ]
}
