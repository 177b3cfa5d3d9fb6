/* What a column of a courier's file can hold (docs/desk-rules.md, rules 22.22 to 22.24). */

interface FieldDefinition {
  /** For the admin who chooses its column. */
  label: string
  holds: 'text' | 'date' | 'amount'
  /** What its amounts are, where the courier keeps them. */
  cost?: 'fee' | 'return_fee' | 'tax'
}

const fields = {
  trackingNumber: { label: 'Tracking number', holds: 'text' },
  reference: { label: 'Order ID', holds: 'text' },
  status: { label: 'Status of the parcel', holds: 'text' },
  reason: { label: 'Reason', holds: 'text' },
  statusOn: { label: 'Date of the status', holds: 'date' },
  paymentStatus: { label: 'Whether it is paid', holds: 'text' },
  paidOn: { label: 'Date of the payment', holds: 'date' },
  paymentNumber: { label: 'Number of the payment', holds: 'text' },
  cash: { label: 'Cash that is paid', holds: 'amount' },
  toCollect: { label: 'Cash to collect (COD)', holds: 'amount' },
  upfront: { label: 'Paid upfront', holds: 'amount' },
  upfrontOn: { label: 'Date of the upfront payment', holds: 'date' },
  upfrontNumber: { label: 'Number of the upfront payment', holds: 'text' },
  reserve: { label: 'Paid from the reserve', holds: 'amount' },
  reserveOn: { label: 'Date of the reserve payment', holds: 'date' },
  reserveNumber: { label: 'Number of the reserve payment', holds: 'text' },
  balance: { label: 'Balance', holds: 'amount' },
  fee: { label: 'Delivery fee', holds: 'amount', cost: 'fee' },
  cashFee: { label: 'Fee for cash', holds: 'amount', cost: 'fee' },
  fuelFee: { label: 'Fuel surcharge', holds: 'amount', cost: 'fee' },
  otherFee: { label: 'Other fee', holds: 'amount', cost: 'fee' },
  returnFee: { label: 'Return fee', holds: 'amount', cost: 'return_fee' },
  tax: { label: 'Tax', holds: 'amount', cost: 'tax' },
  returnTax: { label: 'Tax on the return fee', holds: 'amount', cost: 'tax' },
  withheldTax: { label: 'Tax that is withheld', holds: 'amount', cost: 'tax' },
  withheldSalesTax: { label: 'Sales tax that is withheld', holds: 'amount', cost: 'tax' },
  adjustment: { label: 'Adjustment', holds: 'amount' },
  costs: { label: 'Sum of all costs', holds: 'amount' },
  net: { label: 'Net amount', holds: 'amount' },
  /** Counts the rows: two that differ in it alone are the same. */
  serial: { label: 'Number of the row', holds: 'text' },
} satisfies Record<string, FieldDefinition>

export type ColumnField = keyof typeof fields

export const FIELDS: Record<ColumnField, FieldDefinition> = fields

export const FIELD_NAMES = Object.keys(fields) as ColumnField[]

/** The fields that name a parcel. A file needs one of them. */
export const NAMING_FIELDS: readonly ColumnField[] = ['trackingNumber', 'reference']

/** The fields that say something of a parcel: a state or an amount. Without one there is nothing to apply. */
export const SAYING_FIELDS = FIELD_NAMES.filter(
  (field) => field === 'status' || (fields[field].holds === 'amount' && field !== 'net'),
)

/** What the admin chose once for a courier: the header of a field's column, or '' for none. */
export type ColumnMapping = Partial<Record<ColumnField, string>>
