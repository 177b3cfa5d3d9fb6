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

/** In entries. */
export const MAX_COLUMNS = 60
export const MAX_CITIES = 5000

/** In characters. */
export const MAX_HEADER_LENGTH = 100
export const MAX_TEXT_LENGTH = 200
export const MAX_CITY_LENGTH = 100

/** What is saved for a courier, or what applies while nothing is. */
export function settingsFor(saved: readonly CourierSettings[], courier: string): CourierSettings {
  const found = saved.find((settings) => settings.courier === courier) ?? {
    courier,
    columns: [],
    cities: [],
    cityNames: {},
    statementColumns: {},
    statementWords: {},
  }
  return found.columns.length > 0
    ? found
    : { ...found, columns: defaultColumns(findCourier(courier)?.sheet) }
}
