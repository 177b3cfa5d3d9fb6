import { useStore } from '@nanostores/react'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { CityList } from './CityList.tsx'
import { ColumnEditor } from './ColumnEditor.tsx'
import { CourierForm } from './CourierForm.tsx'
import { type CourierEditor, createCourierEditor } from './courier-editor.store.ts'
import { createCourierSettings } from './courier-settings.store.ts'
import { type CourierSettings, settingsFor } from './courier-settings.ts'
import { SaveRefusal } from './SaveRefusal.tsx'
import { WordList } from './WordList.tsx'

export const CouriersIsland = island(Couriers, createCouriers)

function createCouriers() {
  const settings = createCourierSettings()
  // What is said of the files of one courier is not said of another.
  const editor = createCourierEditor({ onEdit: settings.saving.clear })
  return { settings, editor, start: settings.start }
}

interface CouriersProps {
  store: ReturnType<typeof createCouriers>
}

/** Who delivers. The list of couriers comes with their settings. */
function Couriers({ store }: CouriersProps) {
  return (
    <RemoteView remote={store.settings} name="couriers" isBeside>
      {(saved) => <CourierList saved={saved} store={store} />}
    </RemoteView>
  )
}

interface CourierListProps extends CouriersProps {
  saved: readonly CourierSettings[]
}

/** The couriers that orders are booked with (docs/desk-rules.md, rule 21.29). One opens at a time. */
function CourierList({ saved, store: { editor, settings } }: CourierListProps) {
  const couriers = useStore($couriers)
  const edited = useStore(editor.$edited)
  return (
    <div className="grid gap-4">
      <ul className="border-t border-line">
        {couriers.map((courier) => {
          if (edited?.id !== courier.id)
            return <CourierRow key={courier.id} courier={courier} editor={editor} />
          const own = { settings: settingsFor(saved, courier.id), store: settings }
          return (
            <li key={courier.id} className="grid gap-8 border-b border-line py-3">
              <CourierForm courier={courier} editor={editor} />
              <CityList {...own} />
              <WordList {...own} />
              <ColumnEditor {...own} />
            </li>
          )
        })}
      </ul>
      {edited === undefined && <SaveRefusal saving={editor.saving} />}
      {edited && edited.id === undefined ? (
        <div className="max-w-3xl rounded-lg border border-line p-3">
          <CourierForm courier={undefined} editor={editor} />
        </div>
      ) : (
        <Button className="justify-self-start" onClick={() => editor.edit({})}>
          Add a courier
        </Button>
      )}
    </div>
  )
}

interface CourierRowProps {
  courier: Courier
  editor: CourierEditor
}

function CourierRow({ courier, editor }: CourierRowProps) {
  const { id, name, trackingUrl, active, version } = courier
  const isBusy = useStore(editor.saving.$submission).state === 'sending'
  const button = (text: string, onClick: () => void) => (
    <Button variant="quiet" isBusy={isBusy} className="px-2!" about={name} onClick={onClick}>
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
      end={
        <>
          {button(active ? 'Hide' : 'Show', () => void editor.change(courier, { active: !active }))}
          {button('Edit', () => editor.edit({ id, version }))}
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">{trackingUrl ?? 'No tracking link'}</p>
    </TwoLineRow>
  )
}
