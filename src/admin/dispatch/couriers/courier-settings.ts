import { findCourier } from '#admin/order/couriers.ts'
import { defaultColumns } from '../sheets/courier-sheet.ts'
import type { CourierSettings } from './couriers.ts'

/** What is saved for a courier, or what applies while nothing is. */
export function settingsFor(saved: readonly CourierSettings[], courier: string): CourierSettings {
  const found = saved.find((settings) => settings.courier === courier)
  const columns = found?.columns.length
    ? found.columns
    : defaultColumns(findCourier(courier)?.sheet ?? 'custom')
  return { courier, cities: [], cityNames: {}, statementColumns: {}, ...found, columns }
}
