/* The stage of an order in a sentence, for its page (docs/product.md, rule 14.60). */
import { describeConfirmation } from '#admin/order/confirmation.ts'
import { endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import { reasonSentence } from '#admin/order/packing.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { type OrderParcel, reasonAfterState } from '#admin/parcels/parcels.ts'
import { formatMoney } from '#kit/money.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'

export function stageSentence(found: OrderWithHistory): string {
  const { order, stage, confirmation, reasons, parcels, endReason } = found
  const courier = order.courier ? courierName(order.courier) : 'the courier'
  const parcel = parcels.find(({ isCurrent }) => isCurrent)
  const why = reasonAfterState(parcel?.reason)
  const asked = describeConfirmation(found)
  switch (stage) {
    case 'to_confirm':
      return sentences(reasons.length > 0 && `It ${reasonSentence(reasons)}`, asked)
    case 'waiting':
      return 'Its customer was asked. It waits for the reply.'
    case 'later':
      return sentences(confirmation.state !== 'unreached' && 'Its customer is asked later', asked)
    case 'held':
      return sentences(asked)
    case 'to_pack':
      return sentences(asked, 'It can be packed')
    case 'needs_number':
      return `Booked with ${courier}. It needs its tracking number.`
    case 'to_ship':
      return `It has its number. Once ${courier} has it, set it to Shipped.`
    case 'to_tell':
      return `Shipped with ${courier}. Its customer does not know yet.`
    case 'on_the_way':
      return `On its way with ${courier}.`
    case 'not_delivered':
      if (parcel?.state !== 'lost') return `Not delivered${why}.`
      return isToClaim(parcel)
        ? `Lost with ${courier}. Claim it there, and send the order again.`
        : `Lost with ${courier}, and paid. Send the order again.`
    case 'coming_back':
      return `It comes back to the shop${why}.`
    case 'came_back':
      return `The courier says that it came back${why}. Check it in when it is here.`
    case 'delivered':
      return parcel && parcel.paid > 0
        ? `Delivered. ${formatMoney(parcel.paid)} of ${formatMoney(parcel.toCollect)} are in payments.`
        : 'Delivered. Its cash is in no payment yet.'
    case 'paid':
      return parcel?.toCollect === 0
        ? 'Delivered. There was nothing to collect.'
        : 'Delivered and paid.'
    case 'replaced':
      // The heading names it.
      return sentences(
        parcel?.state === 'lost' && isToClaim(parcel) && `Lost with ${courier}. Claim it there`,
        'Another order replaces it',
      )
    case 'joined':
      // A link follows.
      return 'It goes in another order’s parcel: '
    case 'cancelled': {
      const { cancellation, outcome } = order
      const ends = [
        cancellation && CANCEL_REASONS[cancellation.reason],
        outcome && OUTCOME_NAMES[outcome],
        endReason && endReasonName(endReason),
      ].filter(Boolean)
      const sentence = cancellation ? 'Cancelled by the customer' : 'Cancelled'
      return ends.length > 0 ? `${sentence}: ${ends.join(', ')}.` : `${sentence}.`
    }
  }
}

/** Whether nothing, or less than its cash, was paid of a lost parcel: private.open_claims(). */
function isToClaim({ paid, toCollect }: OrderParcel): boolean {
  return paid < toCollect || paid === 0
}

/** Joins those that there are: `Confirmed. It can be packed.` */
function sentences(...all: (string | false)[]): string {
  return all
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}
