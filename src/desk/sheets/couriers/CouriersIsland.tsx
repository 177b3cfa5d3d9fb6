import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $couriers, courierOptions } from '#admin/order/couriers.ts'
import { Select } from '#kit/form/Select.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { CourierList } from './CourierList.tsx'
import { CourierSettingsForm } from './CourierSettingsForm.tsx'
import { createCourierEditor } from './courier-editor.store.ts'
import { createCourierSettings } from './courier-settings.store.ts'

export const CouriersIsland = island(Couriers, createCouriers)

function createCouriers() {
  const settings = createCourierSettings()
  return { settings, editor: createCourierEditor(), start: settings.start }
}

type CouriersStore = ReturnType<typeof createCouriers>

/** The list of couriers comes with their settings. */
function Couriers({ store }: { store: CouriersStore }) {
  return (
    <RemoteView remote={store.settings} name="couriers">
      {() => <LoadedCouriers store={store} />}
    </RemoteView>
  )
}

/** Who delivers, and for each courier its cities and the columns of its file. */
function LoadedCouriers({ store }: { store: CouriersStore }) {
  const couriers = useStore($couriers)
  const [chosen, setChosen] = useState<string>()
  const courier = chosen ?? couriers.find(({ active }) => active)?.id ?? ''
  return (
    <div className="grid gap-8">
      <CourierList editor={store.editor} />
      {courier && (
        <Select
          label="Cities and file of"
          value={courier}
          options={courierOptions(couriers, courier)}
          onChange={setChosen}
          className="max-w-xs"
        />
      )}
      <CourierSettingsForm key={courier} courier={courier} store={store.settings} />
    </div>
  )
}
