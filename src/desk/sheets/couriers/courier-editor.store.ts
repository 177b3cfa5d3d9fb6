/* The list of couriers, as the admin changes it. The requests put the list that they bring into `$couriers`. */
import { atom } from 'nanostores'
import { $couriers, type Courier, findCourier } from '#admin/order/couriers.ts'
import { FORMATS } from '#desk/files/formats/formats.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import {
  type CourierChange,
  type CourierProblems,
  type CourierTexts,
  courierProblems,
  toCourierId,
} from './courier-form.ts'
import { changeCourier, deleteCourier } from './couriers.api.ts'

/** The courier in the form, at the version that the admin has seen; without an id a new one. */
export interface EditedCourier {
  id?: string
  version?: number
}

const defaults = { changeCourier, deleteCourier }

export function createCourierEditor(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $edited = atom<EditedCourier | undefined>()
  const { submit, ...submission } = createSubmit<CourierProblems>('Error saving a courier')

  function edit(edited: EditedCourier | undefined): void {
    submission.clear()
    $edited.set(edited)
  }

  /** Saves the form. One that is stale may be saved again, once the admin has read what changed. */
  async function save({ name, trackingUrl, sheet, format }: CourierTexts): Promise<void> {
    const edited = $edited.get()
    const change = { name: name.trim(), trackingUrl: trackingUrl.trim() || null, sheet, format }
    const isDone = await submit(async () => {
      const problems = courierProblems({ ...change, trackingUrl })
      if (Object.keys(problems).length > 0) return { problems }
      const id = edited?.id ?? toCourierId(change.name, $couriers.get())
      const result = await services.changeCourier({
        ...{ ...edited, ...change, id },
        // A new courier that is known by its name.
        ...(edited?.id === undefined && Object.hasOwn(FORMATS, id) && { format: id }),
      })
      if (result.ok) return `${change.name} is saved.`
      if (result.code === 'stale') {
        const version = edited?.id === undefined ? undefined : findCourier(edited.id)?.version
        $edited.set({ ...edited, ...(version !== undefined && { version }) })
      }
      return refusalOf(result.code, edited?.id)
    })
    if (isDone) $edited.set(undefined)
  }

  /** Changes a courier without the form: hides it, shows it, or moves it. */
  async function change({ id, version }: Courier, part: Omit<CourierChange, 'id'>): Promise<void> {
    await submit(async () => {
      const result = await services.changeCourier({ id, version, ...part })
      return result.ok ? undefined : refusalOf(result.code, id)
    })
  }

  async function remove(courier: Courier): Promise<void> {
    await submit(async () => {
      const result = await services.deleteCourier(courier)
      return result.ok ? `${courier.name} is deleted.` : refusalOf(result.code, courier.id)
    })
  }

  return { $edited, submission, edit, save, change, remove }
}

export type CourierEditor = ReturnType<typeof createCourierEditor>

function refusalOf(code: string, id: string | undefined): Refused<CourierProblems> {
  if (code === 'stale') return { sentence: staleSentence(id) }
  if (code === 'name_taken') return { problems: { name: 'Another courier has this name' } }
  if (code === 'has_orders')
    return { sentence: 'Orders or batches have this courier, so it stays. Hide it instead.' }
  return { sentence: 'The database refused this.' }
}

function staleSentence(id: string | undefined): string {
  const now = findCourier(id)
  if (id === undefined) return 'Another admin added a courier of this name meanwhile.'
  if (!now) return 'Another admin deleted this courier meanwhile.'
  return `Another admin changed this courier meanwhile. It is now: ${describeCourier(now)}. Nothing of yours is saved yet.`
}

/** `TCS, https://…, hidden`. */
function describeCourier({ name, trackingUrl, active }: Courier): string {
  return `${name}, ${trackingUrl ?? 'no tracking link'}${active ? '' : ', hidden'}`
}
