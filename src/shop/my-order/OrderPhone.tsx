import { Field } from '#kit/form/Field.tsx'

/** The phone by which an order is found (docs/product.md, rules 7.21 and 7.55). */
export function OrderPhone({ problem }: { problem: string | undefined }) {
  return (
    <Field
      name="phone"
      label="Phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      hint="The number that you gave with the order."
      required
      error={problem}
    />
  )
}
