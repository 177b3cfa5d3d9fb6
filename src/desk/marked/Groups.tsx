import { useStore } from '@nanostores/react'
import { MARKS } from '#admin/order/marks.ts'
import { formatCount, ordersOfGroup } from '#admin/order/orders.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { MarkedPageStore } from './marked.store.ts'
import { groupFacts, groupTime, type MarkedGroup } from './marked.ts'

interface GroupsProps {
  groups: readonly MarkedGroup[]
  store: MarkedPageStore
}

/** Groups without a decision, newest first. */
export function Groups({ groups, store }: GroupsProps) {
  if (groups.length === 0) return <p className="py-3 text-muted">No order needs a decision</p>
  return (
    <ul aria-label="Groups of marked orders" className="grid gap-4 lg:grid-cols-2">
      {groups.map((group) => (
        <Group key={`${group.mark} ${group.group}`} group={group} store={store} />
      ))}
    </ul>
  )
}

function Group({ group, store }: { group: MarkedGroup; store: MarkedPageStore }) {
  const isBusy = useStore(store.$isBusy)
  const { mark, orders } = group
  const { badge, sentence } = MARKS[mark]
  const spoken = <span className="sr-only">{` ${formatCount(orders)}: ${badge}`}</span>
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-lg border border-line p-4">
      <h2 className="text-h3">{badge}</h2>
      <p className="text-muted">{sentence}</p>
      <ul className="flex flex-wrap gap-x-4 font-medium tabular-nums">
        {groupFacts(group).map((fact) => (
          <li key={fact} className="min-w-0">
            <UntrustedText>{fact}</UntrustedText>
          </li>
        ))}
      </ul>
      <p className="text-muted">{groupTime(group)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <a href={ordersOfGroup(mark, group.group)} className={`${buttonClass('primary')} px-4!`}>
          <span>Look{spoken}</span>
        </a>
        <Button
          variant="secondary"
          isBusy={isBusy}
          className="px-4!"
          onClick={() => void store.decide('release', group)}
        >
          <span>Release{spoken}</span>
        </Button>
        <Button
          variant="secondary"
          isBusy={isBusy}
          className="px-4!"
          onClick={() => void store.decide('discard', group)}
        >
          <span>Discard{spoken}</span>
        </Button>
      </div>
    </li>
  )
}
