/*
 * What a customer reads where a request about a placed order ended otherwise than she wanted (docs/product.md,
 * section 18). One sentence for a code; where it depends on the form, one for each.
 */
import { HELP_DAYS } from '#config/delivery.ts'
import { OTHER_REFUSAL } from './refused.ts'

/** What was asked: change an order or get help with it, or find it. */
type Request = 'change' | 'find'

const SENTENCES: Record<string, string | Partial<Record<Request, string>>> = {
  unreachable: {
    change:
      'We could not reach our shop, so this may not be saved. What you typed is still here: please try again.',
    find: 'We could not look for your order. The connection may be weak. Please try again.',
  },
  unforeseen: {
    change:
      'Something went wrong on this page, so this may not be saved. What you typed is still here: please try again.',
    find: 'Something went wrong on this page. Please reload it and try again.',
  },
  rate_limited: {
    change:
      'This could not be saved, and there were many such tries from your connection. What you typed is still here: please try again in ten minutes.',
    find: 'Too many tries from your connection. Please wait ten minutes and try again. The device that placed the order shows it at any time.',
  },
  too_many_tries: {
    find: 'Too many phone numbers were tried at this order, by anybody. Please wait ten minutes, or call us. The device that placed the order shows it at any time.',
  },
  too_many_changes:
    'This order was changed many times, so it can no longer be changed here. What you typed is still here: please contact us.',
  stale:
    'Your order was changed meanwhile. Please look at it again, then send your change once more.',
  booked:
    'Your parcel is booked with the courier or your order was closed, so it can no longer be changed here. Please contact us.',
  code_ended: 'This link was used already or has ended. Please reply to our message, or call us.',
  not_found: 'Only the device that placed this order can change it.',
  request_exists: 'You have told us about this order already. Please contact us to add to it.',
  not_delivered: 'This order has not been delivered yet. Please contact us.',
  too_late: `The ${HELP_DAYS} days after the delivery are over. Please contact us.`,
}

export function refusalSentence(request: Request, code: string): string {
  const sentence = SENTENCES[code]
  return (typeof sentence === 'string' ? sentence : sentence?.[request]) ?? OTHER_REFUSAL
}
