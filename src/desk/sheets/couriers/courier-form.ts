/* What an admin types of a courier. The database validates it. */
import type { Courier } from '#admin/parcels/couriers.ts'
import { FORMATS } from '#desk/files/formats/formats.ts'

/** In characters. */
export const MAX_NAME_LENGTH = 60
export const MAX_URL_LENGTH = 300

export type CourierTexts = Record<'name' | 'trackingUrl' | 'sheet' | 'format', string>

export type CourierProblems = Partial<Record<keyof CourierTexts, string>>

/** Without a version it is a new courier. Absent parts stay. */
export type CourierChange = Pick<Courier, 'id'> & Partial<Omit<Courier, 'id'>>

/** The format of a courier that none is known of. */
const OWN = 'custom'

export const SHEET_NAMES = {
  ...namesOf(({ sheet }) => sheet, 'The columns of '),
  [OWN]: 'Columns of our own',
}

export const FORMAT_NAMES = {
  ...namesOf(({ words, headers }) => words ?? headers, 'As '),
  [OWN]: 'As it writes them itself',
}

function namesOf(
  isNamed: (format: (typeof FORMATS)[string]) => unknown,
  before: string,
): Record<string, string> {
  const named = Object.entries(FORMATS).filter(([, format]) => isNamed(format))
  return Object.fromEntries(named.map(([id, { name }]) => [id, before + name]))
}

export function courierTexts(courier: Courier | undefined): CourierTexts {
  const { name = '', trackingUrl = null, sheet = OWN, format = OWN } = courier ?? {}
  const isKnown = Object.hasOwn(FORMAT_NAMES, format)
  return { name, trackingUrl: trackingUrl ?? '', sheet, format: isKnown ? format : OWN }
}

/** `Call Courier` → `call-courier`, or with a number where another courier has it. */
export function toCourierId(name: string, couriers: readonly Courier[]): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['courier']
  const id = words.join('-').slice(0, 36)
  const isTaken = (one: string) => couriers.some((courier) => courier.id === one)
  if (!isTaken(id)) return id
  let nth = 2
  while (isTaken(`${id}-${nth}`)) nth += 1
  return `${id}-${nth}`
}
