import { useStore } from '@nanostores/react'
import { $couriers, type Courier } from '#admin/order/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { CourierForm } from './CourierForm.tsx'
import type { CourierEditor } from './courier-editor.store.ts'
import { SaveMessage } from './SaveMessage.tsx'

/** The couriers that orders are booked with (docs/product.md, rule 21.29). */
export function CourierList({ editor }: { editor: CourierEditor }) {
  const couriers = useStore($couriers)
  const edited = useStore(editor.$edited)
  return (
    <div className="grid gap-4">
      <ul className="grid max-w-3xl gap-2">
        {couriers.map((courier, nth) => (
          <li key={courier.id} className="rounded-lg border border-line p-3">
            {edited?.id === courier.id ? (
              <CourierForm courier={courier} editor={editor} />
            ) : (
              <CourierRow courier={courier} place={nth + 1} editor={editor} />
            )}
          </li>
        ))}
      </ul>
      <SaveMessage $submission={editor.submission.$submission} />
      {edited && edited.id === undefined ? (
        <div className="max-w-3xl rounded-lg border border-line p-3">
          <CourierForm courier={undefined} editor={editor} />
        </div>
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => editor.edit({})}>
          Add a courier
        </Button>
      )}
    </div>
  )
}

interface CourierRowProps {
  courier: Courier
  /** In the list, from 1. */
  place: number
  editor: CourierEditor
}

function CourierRow({ courier, place, editor }: CourierRowProps) {
  const { id, name, trackingUrl, active, version } = courier
  const isBusy = useStore(editor.submission.$submission).state === 'sending'
  const moveUp = () => void editor.change(courier, { place: place - 1 })
  const acts: [text: string, onClick: () => void][] = [
    ['Edit', () => editor.edit({ id, version })],
    ...(place > 1 ? [['Move up', moveUp] satisfies [string, () => void]] : []),
    [active ? 'Hide' : 'Show', () => void editor.change(courier, { active: !active })],
    ['Delete', () => void editor.remove(courier)],
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0">
        <p className="font-semibold">
          <UntrustedText>{name}</UntrustedText>
          {!active && ' (hidden)'}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {trackingUrl ?? 'No tracking link'}
        </p>
      </div>
      <div className="-ms-2 flex flex-wrap">
        {acts.map(([text, onClick]) => (
          <Button key={text} variant="quiet" isBusy={isBusy} className="px-2!" onClick={onClick}>
            <span>
              {text}
              <span className="sr-only"> {name}</span>
            </span>
          </Button>
        ))}
      </div>
    </div>
  )
}
