import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { island } from '#kit/island/island.tsx'
import { CourierList } from './CourierList.tsx'
import { createCourierEditor } from './courier-editor.store.ts'
import { createCourierSettings } from './courier-settings.store.ts'

export const CouriersIsland = island(Couriers, createCouriers)

function createCouriers() {
  const settings = createCourierSettings()
  // What is said of the files of one courier is not said of another.
  const editor = createCourierEditor({ onEdit: settings.saving.clear })
  return { settings, editor, start: settings.start }
}

/** Who delivers. The list of couriers comes with their settings. */
function Couriers({ store: { editor, settings } }: { store: ReturnType<typeof createCouriers> }) {
  return (
    <RemoteView remote={settings} name="couriers" isBeside>
      {(saved) => <CourierList editor={editor} saved={saved} settings={settings} />}
    </RemoteView>
  )
}
