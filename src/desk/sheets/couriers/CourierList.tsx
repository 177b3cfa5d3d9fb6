import { useStore } from '@nanostores/react'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { CityList } from './CityList.tsx'
import { ColumnEditor } from './ColumnEditor.tsx'
import { CourierForm } from './CourierForm.tsx'
import type { CourierEditor } from './courier-editor.store.ts'
import type { CourierSettingsStore } from './courier-settings.store.ts'
import { type CourierSettings, settingsFor } from './courier-settings.ts'
import { SaveRefusal } from './SaveRefusal.tsx'
import { WordList } from './WordList.tsx'

interface CourierListProps {
  editor: CourierEditor
  saved: readonly CourierSettings[]
  settings: CourierSettingsStore
}

/** The couriers that orders are booked with (docs/desk-rules.md, rule 21.29). One opens at a time. */
export function CourierList({ editor, saved, settings }: CourierListProps) {
  const couriers = useStore($couriers)
  const edited = useStore(editor.$edited)
  return (
    <div className="grid gap-4">
      <ul className="border-t border-line">
        {couriers.map((courier) =>
          edited?.id === courier.id ? (
            <li key={courier.id} className="grid gap-8 border-b border-line py-3">
              <CourierForm courier={courier} editor={editor} />
              <SheetSettings settings={settingsFor(saved, courier.id)} store={settings} />
            </li>
          ) : (
            <CourierRow key={courier.id} courier={courier} editor={editor} />
          ),
        )}
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

interface SheetSettingsProps {
  settings: CourierSettings
  store: CourierSettingsStore
}

/** What is set once for the files of a courier: its city list, names of cities, its words and its columns. */
function SheetSettings({ settings, store }: SheetSettingsProps) {
  return (
    <>
      <CityList settings={settings} store={store} />
      <WordList settings={settings} store={store} />
      <details>
        <summary className="min-h-touch cursor-pointer py-2 font-semibold">
          Columns of the file ({settings.columns.length})
        </summary>
        <ColumnEditor settings={settings} store={store} />
      </details>
    </>
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
