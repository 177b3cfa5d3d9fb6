import { type OrderStatus, statusDefinition } from '#order/status.ts'

interface StatusBadgeProps {
  status: OrderStatus
  isSmall?: boolean
}

export function StatusBadge(props: StatusBadgeProps) {
  return <Badge {...props} label={statusDefinition(props.status).label} />
}

/** In the colours of a status. */
export function Badge({ status, isSmall = false, label }: StatusBadgeProps & { label: string }) {
  const size = isSmall ? 'px-2 text-xs leading-5' : 'px-3 py-0.5'
  const { badge } = statusDefinition(status)
  return (
    <span className={`inline-block rounded-full border font-medium ${size} ${badge}`}>{label}</span>
  )
}
