import { formatSum } from '#config/currency.ts'
import { isSome, type Paid, paidFigures } from './came.ts'

interface PaidFiguresProps {
  paid: Paid
  /** Whether the payment has its tick. */
  isInBank?: boolean
}

/** What customers paid, what the courier kept of it, and what comes: of a payment before it is saved, and after. */
export function PaidFigures({ paid, isInBank = false }: PaidFiguresProps) {
  const figures = paidFigures(paid, isInBank)
  if (!figures.some(isSome)) return null
  return (
    <ul aria-label="What is paid" className="max-w-sm tabular-nums">
      {figures.map(({ label, amount }) => (
        <li key={label} className="flex justify-between gap-x-3 last:font-semibold">
          <span>{label}</span>
          <span className="whitespace-nowrap">{formatSum(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
