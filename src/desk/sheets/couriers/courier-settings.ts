/* What the admin sets once for a courier. */
import { findCourier } from '#admin/parcels/couriers.ts'
import { defaultColumns, type SheetColumn } from '#desk/sheets/courier-sheet.ts'

export interface CourierSettings {
  courier: string
  columns: SheetColumn[]
  /** The names of the courier's own list of cities. */
  cities: string[]
  /** A city as customers type it, in lower case, and its name in the courier's list. */
  cityNames: Record<string, string>
  /** What the columns of its files are, where the shop does not know their headers: content → header. */
  statementColumns: Readonly<Record<string, string>>
  /** What words of its files mean, as the admin said. */
  statementWords: Readonly<Record<string, string>>
}

/** What is saved at once. A city name of null is removed. */
export type SettingsChange = Partial<Omit<CourierSettings, 'courier' | 'cityNames'>> & {
  cityNames?: Record<string, string | null>
}

/** In entries. */
export const MAX_COLUMNS = 60
export const MAX_CITIES = 5000

/** In characters. */
export const MAX_HEADER_LENGTH = 100
export const MAX_TEXT_LENGTH = 200
export const MAX_CITY_LENGTH = 100

const NOTHING_SET = {
  columns: [],
  cities: [],
  cityNames: {},
  statementColumns: {},
  statementWords: {},
}

/** What is saved for a courier, or what applies while nothing is. */
export function settingsFor(saved: readonly CourierSettings[], courier: string): CourierSettings {
  const found = savedFor(saved, courier)
  return found.columns.length > 0
    ? found
    : { ...found, columns: defaultColumns(findCourier(courier)?.sheet) }
}

/** The settings once a part is saved, as the database has them: names and words are added to those that are there. */
export function withSaved(
  saved: readonly CourierSettings[],
  courier: string,
  change: SettingsChange,
): CourierSettings[] {
  const former = savedFor(saved, courier)
  const names = Object.entries({ ...former.cityNames, ...change.cityNames })
  const now = {
    ...former,
    ...change,
    cityNames: Object.fromEntries(names.flatMap(([typed, city]) => (city ? [[typed, city]] : []))),
    statementWords: { ...former.statementWords, ...change.statementWords },
  }
  return [...saved.filter((one) => one.courier !== courier), now]
}

function savedFor(saved: readonly CourierSettings[], courier: string): CourierSettings {
  return saved.find((one) => one.courier === courier) ?? { courier, ...NOTHING_SET }
}
