import { LOCALE } from '#config/locale.ts'
import type { Courier } from '#config/settings.ts'

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** `PostEx, BlueEx, or TCS`. */
export function courierNames(couriers: readonly Courier[]): string {
  return either.format(couriers.map(({ name }) => name))
}
