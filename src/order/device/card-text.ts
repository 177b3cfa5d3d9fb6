/* Apart from the other texts: the offline page needs this alone. */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatDate } from '#kit/dates.ts'
import type { OfflineCard } from './saved-cards.ts'

/** A message for whoever takes the parcel at the door. */
export function cardText({ id, amount, day }: OfflineCard): string {
  const cash =
    amount > 0
      ? `Please have ${formatSum(amount)} in cash ready for the rider.`
      : 'It is paid: the rider gets nothing.'
  const phone = settings.phone && ` Phone of the shop: ${settings.phone}.`
  return `A parcel from ${settings.name} comes about ${formatDate(day)}. ${cash} Order number: ${id}.${phone}`
}
