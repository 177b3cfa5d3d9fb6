import { type OrderStatus, statusDefinition } from '../status.ts'

interface StatusBadgeProps {
  status: OrderStatus
  isSmall?: boolean
}

export function StatusBadge({ status, isSmall = false }: StatusBadgeProps) {
  const { label, badge } = statusDefinition(status)
  const size = isSmall ? 'px-2 text-xs leading-5' : 'px-3 py-1'
  return (
    <span className={`inline-block rounded-full border font-medium ${size} ${badge}`}>{label}</span>
  )
}
