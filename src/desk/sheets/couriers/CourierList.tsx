import { useStore } from '@nanostores/react'
import { $couriers, type Courier } from '#admin/order/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { TwoLineRow } from '#kit/list/TwoLineRow.tsx'
import { CourierForm } from './CourierForm.tsx'
import type { CourierEditor } from './courier-editor.store.ts'
import { SaveMessage } from './SaveMessage.tsx'

/** The couriers that orders are booked with (docs/product.md, rule 21.29). */
export function CourierList({ editor }: { editor: CourierEditor }) {
  const couriers = useStore($couriers)
  const edited = useStore(editor.$edited)
  return (
    <div className="grid gap-4">
      <ul className="border-t border-line">
        {couriers.map((courier, nth) =>
          edited?.id === courier.id ? (
            <li key={courier.id} className="border-b border-line py-3">
              <CourierForm courier={courier} editor={editor} />
            </li>
          ) : (
            <CourierRow key={courier.id} courier={courier} place={nth + 1} editor={editor} />
          ),
        )}
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
    ...(place > 1 ? [['Move up', moveUp] satisfies [string, () => void]] : []),
    [active ? 'Hide' : 'Show', () => void editor.change(courier, { active: !active })],
    ['Delete', () => void editor.remove(courier)],
  ]
  const button = (text: string, onClick: () => void) => (
    <Button
      key={text}
      variant="quiet"
      isBusy={isBusy}
      className="px-2!"
      about={name}
      onClick={onClick}
    >
      {text}
    </Button>
  )
  return (
    <TwoLineRow
      title={
        <span className="font-semibold">
          <bdi dir="auto">{name}</bdi>
          {!active && ' (hidden)'}
        </span>
      }
      end={button('Edit', () => editor.edit({ id, version }))}
      more={{
        label: `More about ${name}`,
        content: (
          <div className="-ms-2 flex flex-wrap">
            {acts.map(([text, onClick]) => button(text, onClick))}
          </div>
        ),
      }}
    >
      <p className="[overflow-wrap:anywhere]">{trackingUrl ?? 'No tracking link'}</p>
    </TwoLineRow>
  )
}
