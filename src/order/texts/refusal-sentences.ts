/*
 * What a customer reads where a request ended otherwise than she wanted (docs/product.md, section 18). One
 * sentence for a code; where it depends on the form, one for each.
 */

/** What was asked: place an order, change it or get help with it, find it, look it up. */
type Request = 'place' | 'change' | 'find' | 'look'

const REFUSED =
  'Our shop did not accept this, and that is not your mistake. What you typed is still here.'

const PRICES_DIFFER =
  'Our prices have just changed, and this page does not know the new ones yet. Nothing is ordered, and what you typed is still here.'

const SENTENCES: Record<string, string | Partial<Record<Request, string>>> = {
  unreachable: {
    place:
      'Our shop could not be reached. Your cart and what you typed are still here: check your connection and press Place Order again. You will not order twice.',
    change:
      'We could not reach our shop, so this may not be saved. What you typed is still here: please try again.',
    find: 'We could not look for your order. The connection may be weak. Please try again.',
    look: 'The connection may be weak. Your order itself is safe.',
  },
  unforeseen: {
    place:
      'Something went wrong on this page. Press Place Order again: you will not order twice. What you typed is still here.',
    change:
      'Something went wrong on this page, so this may not be saved. What you typed is still here: please try again.',
    find: 'Something went wrong on this page. Please reload it and try again.',
    look: 'Something went wrong on this page. Your order itself is safe. Please reload the page.',
  },
  rate_limited: {
    place:
      'This could not be ordered, and there were many such tries from your connection. What you typed is still here: please try again in ten minutes.',
    change:
      'This could not be saved, and there were many such tries from your connection. What you typed is still here: please try again in ten minutes.',
    find: 'Too many tries from your connection. Please wait ten minutes and try again. The device that placed the order shows it at any time.',
    look: 'Many unknown order numbers were asked for from your connection. Please wait ten minutes and try again.',
  },
  too_many_tries: {
    place:
      'An order with this number is with us already, and too many phone numbers were tried at it, by anybody. What you typed is still here: please try again in ten minutes, or contact us.',
    find: 'Too many phone numbers were tried at this order, by anybody. Please wait ten minutes, or call us. The device that placed the order shows it at any time.',
  },
  too_many_changes:
    'This order was changed many times, so it can no longer be changed here. What you typed is still here: please contact us.',
  price_changed: PRICES_DIFFER,
  total_mismatch: PRICES_DIFFER,
  item_unknown:
    'Something in your cart is not sold any more. Nothing is ordered, and what you typed is still here.',
  item_paused:
    'We cannot send this just now, so it is not sold for a while. Nothing is ordered, and your cart and what you typed are still here.',
  order_erased:
    'This order was placed earlier, and its personal data has been erased since. Press Place Order again to order anew.',
  stale:
    'Your order was changed meanwhile. Please look at it again, then send your change once more.',
  booked:
    'Your parcel is booked with the courier or your order was closed, so it can no longer be changed here. Please contact us.',
  code_ended: 'This link was used already or has ended. Please reply to our message, or call us.',
  not_found: 'Only the device that placed this order can change it.',
  request_exists: 'You have told us about this order already. Please contact us to add to it.',
  not_delivered: 'This order has not been delivered yet. Please contact us.',
  too_late: 'The three days after the delivery are over. Please contact us.',
}

export function refusalSentence(request: Request, code: string): string {
  const sentence = SENTENCES[code]
  return (typeof sentence === 'string' ? sentence : sentence?.[request]) ?? REFUSED
}
