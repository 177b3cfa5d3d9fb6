import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import { formatMoney } from '#kit/money.ts'
import type { OrderItem } from '#order/order.ts'
import { EMPTY_LINE, type LineText, type ReadLines, type SoldSize, soldKey } from './lines.ts'

interface LineFieldsProps {
  lines: readonly LineText[]
  sizes: readonly SoldSize[]
  /** Lines of a saved order, whose products may not be sold any more. */
  saved?: readonly OrderItem[]
  read: ReadLines
  showsProblems: boolean
  onType: (nth: number, change: Partial<LineText>) => void
}

/** The lines of an order to type, and an empty one after them. */
export function LineFields({
  lines,
  sizes,
  saved = [],
  read,
  showsProblems,
  onType,
}: LineFieldsProps) {
  const shown = lines.at(-1)?.product === '' ? lines : [...lines, EMPTY_LINE]
  const rows = shown.map((line, nth) => ({ line, nth }))
  return (
    <>
      {rows.map(({ line, nth }) => (
        <fieldset key={nth} className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <legend className="sr-only">Line {nth + 1}</legend>
          <Select
            label="Product"
            name={`product-${nth + 1}`}
            value={line.product}
            options={productOptions(line, sizes, saved)}
            onChange={(product) => onType(nth, { product })}
          />
          <Field
            label="Quantity"
            name={`quantity-${nth + 1}`}
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            error={showsProblems ? read.problems[nth] : undefined}
            onChange={(event) => onType(nth, { quantity: event.currentTarget.value })}
          />
        </fieldset>
      ))}
      {showsProblems && read.problem && <p className="text-danger">{read.problem}</p>}
    </>
  )
}

function productOptions(
  { product }: LineText,
  sizes: readonly SoldSize[],
  saved: readonly OrderItem[],
) {
  const sold = sizes.map((size) => ({
    value: soldKey(size),
    label: `${size.name} (${size.size}), ${formatMoney(size.price)}`,
  }))
  const item = saved.find((line) => soldKey(line) === product)
  const name = item ? `${item.name} (${item.size})` : product
  const isSold = product === '' || sold.some(({ value }) => value === product)
  return [
    { value: '', label: 'No product' },
    ...sold,
    ...(isSold ? [] : [{ value: product, label: `${name}, not sold any more` }]),
  ]
}
