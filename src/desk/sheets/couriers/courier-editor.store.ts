/* The list of couriers, as the admin changes it. The requests put the list that they bring into `$couriers`. */
import { atom } from 'nanostores'
import type { RequestResult } from '#admin/auth/admin-request.ts'
import { $couriers, type Courier, findCourier } from '#admin/parcels/couriers.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { FORMATS } from '#desk/files/formats/formats.ts'
import type { Refused } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'
import {
  type CourierChange,
  type CourierProblems,
  type CourierTexts,
  toCourierId,
} from './courier-form.ts'
import { changeCourier } from './couriers.api.ts'

/** The courier in the form, at the version that the admin has seen; without an id a new one. */
type EditedCourier = Partial<Pick<Courier, 'id' | 'version'>>

/** The way back of who came by a line of what to set up. */
const TO_DASHBOARD = { label: 'Dashboard', run: () => location.assign(paths.adminDashboard) }

const defaults = {
  changeCourier,
  /** Called before another courier is opened, or none. */
  onEdit: () => {},
}

export function createCourierEditor(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $edited = atom<EditedCourier | undefined>()
  const { submit, ...saving } = createToastSubmit<CourierProblems>('Error saving a courier')

  function edit(edited: EditedCourier | undefined): void {
    saving.clear()
    services.onEdit()
    $edited.set(edited)
  }

  /** Saves the form. One that is stale may be saved again, once the admin has read what changed. */
  async function save({ name, trackingUrl, sheet, format }: CourierTexts): Promise<void> {
    const edited = $edited.get()
    const texts = { name: name.trim(), trackingUrl: trackingUrl.trim() || null, sheet, format }
    const id = edited?.id ?? toCourierId(texts.name, $couriers.get())
    // A new courier that is known by its name, unless another is chosen for it.
    const isKnown = !edited?.id && format === 'custom' && Object.hasOwn(FORMATS, id)
    const change = { ...texts, ...edited, id, ...(isKnown && { format: id }) }
    const isSaved = await submit(async () => {
      const result = await services.changeCourier(change)
      const version = edited?.id && findCourier(id)?.version
      if (!result.ok && result.code === 'stale' && version) $edited.set({ id, version })
      return refusalOf(result, change)
    })
    if (!isSaved) return
    $edited.set(undefined)
    showToast({ title: `${texts.name} is saved.`, action: TO_DASHBOARD })
  }

  return {
    $edited,
    saving,
    edit,
    save,
    /** Changes a courier without the form: hides it, or shows it. */
    change: ({ id, version }: Courier, part: Omit<CourierChange, 'id'>) =>
      submit(async () => {
        const change = { id, version, ...part }
        return refusalOf(await services.changeCourier(change), change)
      }),
  }
}

export type CourierEditor = ReturnType<typeof createCourierEditor>

/** By the code of the database: what is wrong with a field. */
const PROBLEMS: Readonly<Record<string, CourierProblems>> = {
  required: { name: 'This field is required' },
  name_taken: { name: 'Another courier has this name' },
  url_invalid: {
    trackingUrl:
      'Write a link that begins with https:// and has {number} for the tracking number, such as https://postex.pk/tracking?cn={number}',
  },
}

function refusalOf(
  result: RequestResult,
  change: CourierChange,
): Refused<CourierProblems> | undefined {
  if (result.ok) return undefined
  const problems = PROBLEMS[result.code]
  if (problems) return { problems }
  return {
    sentence: result.code === 'stale' ? staleSentence(change) : 'The database refused this.',
  }
}

function staleSentence({ id, version }: CourierChange): string {
  const now = findCourier(id)
  if (!now || version === undefined) return 'Another admin added a courier of this name meanwhile.'
  return `Another admin changed this courier meanwhile. It is now: ${describeCourier(now)}. Nothing of yours is saved yet.`
}

/** `TCS, https://…, hidden`. */
function describeCourier({ name, trackingUrl, active }: Courier): string {
  return `${name}, ${trackingUrl ?? 'no tracking link'}${active ? '' : ', hidden'}`
}
