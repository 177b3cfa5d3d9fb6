/* What customers read about an order: its status, how it ended, and what they may choose. */
import { HELP_DAYS } from '#config/delivery.ts'

/** For each status its label, its step of the timeline with the message there, and what happens next. */
export const STATUS_WORDS = {
  pending: {
    label: 'Pending',
    step: {
      name: 'Order Placed',
      message: 'Your order has been placed and is awaiting processing.',
    },
    next: 'Next, we check your order and pack it.',
  },
  processing: {
    label: 'Processing',
    step: {
      name: 'Order Processing',
      message: 'Your order is being prepared for shipment.',
    },
    next: 'Next, we hand your parcel to the courier.',
  },
  shipped: {
    label: 'Shipped',
    step: {
      name: 'Order Shipped',
      message: 'Your order has been shipped and is on the way.',
    },
    next: 'Next, the rider brings it to your door. Please keep your phone near.',
  },
  delivered: {
    label: 'Delivered',
    step: {
      name: 'Order Delivered',
      message: 'Your order has been delivered. Enjoy your products!',
    },
    next: `Your parcel is with you. Is an item damaged or wrong? Tell us within ${HELP_DAYS} days.`,
  },
  cancelled: {
    label: 'Cancelled',
    next: '',
  },
}

/** Instead of `next`: of an open order that is booked, and of a delivered one that takes no report any more. */
export const NEXT_WHEN_BOOKED = 'Your parcel is booked with the courier, who takes it next.'
export const NEXT_WITHOUT_REPORT = 'Your parcel is with you.'

/** Instead of `next`: of a shipped order whose courier says more. */
export const NEXT_OF_PARCEL = {
  out_for_delivery: 'The rider has your parcel with him. Please keep your phone near.',
  attempt_failed:
    'The rider came, and could not hand over your parcel. He tries again: please keep your phone near.',
  returning: 'Your parcel is on its way back to us. Do you still want it? Please tell us.',
  lost: 'The courier cannot find your parcel, and we are sorry. You owe nothing for it. We will call you.',
}

/** For an order that ended without a delivery: the heading of its page, the title and the notice of its card. */
export const ENDING_WORDS = {
  cancelled: {
    heading: 'Your order was cancelled',
    title: 'Order cancelled',
    notice: 'Nothing will be sent and you owe nothing.',
  },
  joined: {
    heading: 'Your order is part of another',
    title: 'Part of another order',
    notice:
      'Its items were added to another order of your phone number. The page of that order says where they are.',
  },
  returned: {
    heading: 'Your order was returned',
    title: 'Order returned',
    notice: 'The parcel came back to us. Nothing will be sent and you owe nothing.',
  },
  refused: {
    heading: 'Your order was not accepted',
    title: 'Order not accepted',
    notice: 'The parcel was not accepted at the door. Nothing will be sent and you owe nothing.',
  },
}

/** Of the advance of such an order. */
export const PAY_BACK = 'We pay it back, if we have not yet.'

/** The heading of the page of a delivered order. */
export const ARRIVED = 'Your order has arrived'

/** Why customers cancel (docs/product.md, rule 7.17). */
export const CANCEL_REASONS = {
  changed_mind: 'I changed my mind',
  wrong_order: 'I ordered the wrong thing',
  too_late: 'It comes too late',
  other: 'Another reason',
}

/** What customers report about a delivered order (docs/product.md, rule 7.19). */
export const HELP_KINDS = {
  damaged: 'An item arrived damaged',
  wrong_item: 'I received a wrong item',
}
