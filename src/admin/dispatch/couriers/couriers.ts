/* What the admin sets once for a courier. */

/** A column of the sheet of a courier with a format of its own. */
export interface SheetColumn {
  header: string
  /** The name of what the cells show of an order; letters only. */
  field: string
  /** For columns with the same text in every row. */
  text: string
}

export interface CourierSettings {
  courier: string
  columns: SheetColumn[]
  /** The names of the courier's own list of cities. */
  cities: string[]
  /** A city as customers type it, in lower case, and its name in the courier's list. */
  cityNames: Record<string, string>
  /** What the columns of its statements are, where the shop does not know their headers: content → header. */
  statementColumns: Readonly<Record<string, string>>
}

/** In entries. */
export const MAX_COLUMNS = 60
export const MAX_CITIES = 5000

/** In characters. */
export const MAX_HEADER_LENGTH = 100
export const MAX_TEXT_LENGTH = 200
export const MAX_CITY_LENGTH = 100

export type CourierResult =
  | { ok: true }
  | {
      ok: false
      code: 'courier_invalid' | 'too_many' | 'too_long' | 'required' | 'bad_field'
      /** The part that was refused: `columns`, `cities`, `cityNames` or `statementColumns`. */
      field?: string
    }
