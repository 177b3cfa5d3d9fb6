import { useStore } from '@nanostores/react'
import { Chips } from '#admin/kit/Chips.tsx'
import type { OrderListStore } from '#admin/orders/list/order-list.store.ts'
import { MARKS, STORED_MARKS } from '#admin/orders/marks/marks.ts'
import { formatUpTo1000 } from '#admin/orders/orders.ts'

const WHAT_TO_DO =
  'They are saved, but no parcel leaves before you release it. Discarding cancels. Both can be undone.'

/** Why orders look odd: each group is a filter, of which all orders are ticked. */
export function MarkedGroups({ list }: { list: OrderListStore }) {
  const { mark, group } = useStore(list.$query)
  const counts = useStore(list.counts.$remote)
  const { marked, groups } =
    counts.state === 'ready' ? counts.value : { marked: undefined, groups: [] }
  return (
    <div className="grid gap-2" data-loading={counts.state === 'loading' || undefined}>
      <Chips
        label="Why they look odd"
        chosen={[mark, group].filter(Boolean).join(' ')}
        onChoose={(value) => {
          const [wanted, key = ''] = value.split(' ')
          const chosen = STORED_MARKS.find((one) => one === wanted) ?? 'any'
          void list.show({ mark: chosen, group: key })
        }}
        chips={[
          {
            value: 'any',
            label: 'All that look odd',
            count: marked === undefined ? '' : formatUpTo1000(marked),
          },
          ...groups.map(({ mark, group, orders }) => ({
            value: `${mark} ${group}`,
            label: MARKS[mark].badge,
            count: String(orders),
          })),
        ]}
      />
      <p className="max-w-prose text-sm text-muted">
        {mark && mark !== 'any' ? MARKS[mark].sentence : WHAT_TO_DO}
      </p>
    </div>
  )
}
