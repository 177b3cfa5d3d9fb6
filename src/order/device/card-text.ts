/* Apart from the other texts: the offline page needs this alone. */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatDate, isoDay } from '#kit/dates.ts'
import type { OfflineCard } from './saved-cards.ts'

/** A message for whoever takes the parcel at the door. Names no day that is over. */
export function cardText({ id, amount, day }: OfflineCard, now = new Date()): string {
  const about = day < isoDay(now) ? '' : ` about ${formatDate(day)}`
  const cash =
    amount > 0
      ? `Please have ${formatSum(amount)} in cash ready for the rider.`
      : 'Nothing is to be paid: the rider gets nothing.'
  const phone = settings.phone && ` Phone of the shop: ${settings.phone}.`
  return `A parcel from ${settings.name} comes${about}. ${cash} Order number: ${id}.${phone}`
}
