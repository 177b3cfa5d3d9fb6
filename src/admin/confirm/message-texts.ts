/*
 * Messages to customers, in English and in the Roman Urdu that people write (docs/product.md, rule 21.10). What
 * stands in braces is filled in. The admin may change them.
 */

import type { MessageKind } from '#admin/order/confirmation.ts'
import { courierName } from '#admin/order/couriers.ts'
import { formatSum } from '#config/currency.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { settings } from '#config/settings.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { orderUrl } from '#order/texts/chat-texts.ts'
import { namesIn } from '#order/texts/customer-message.ts'
import { reasonSentence } from './reason-sentences.ts'

type Texts = Record<MessageKind, string>

export const MESSAGE_TEXTS: Record<MessageLanguage, Texts> = {
  en: {
    confirm:
      'Assalam-o-Alaikum {name}! {shop} has your order {id}: {sum}, cash on delivery. To confirm, change or cancel it, press: {link}',
    shipped:
      'Assalam-o-Alaikum {name}! Your order {id} is on its way with {courier}, number {number}. Please keep {sum} ready. {link}',
    failed:
      'Assalam-o-Alaikum {name}! The rider could not deliver your order {id}. {reason}When may he come again? {link}',
    delivered:
      'Assalam-o-Alaikum {name}! Your order {id} has arrived. Is an item damaged or wrong? Tell us within 3 days: {link}',
  },
  'ur-Latn': {
    confirm:
      'Assalam-o-Alaikum {name}! {shop} ko aap ka order {id} mila hai ({sum}, cash on delivery). Confirm, change ya cancel karne ke liye link dabayein: {link}',
    shipped:
      'Assalam-o-Alaikum {name}! Aap ka order {id} {courier} se rawana ho gaya hai, number {number}. {sum} tayyar rakhein. {link}',
    failed:
      'Assalam-o-Alaikum {name}! Rider aap ka order {id} deliver nahi kar saka. {reason}Dobara kab aaye? {link}',
    delivered:
      'Assalam-o-Alaikum {name}! Aap ka order {id} pohanch gaya hai. Koi cheez kharab ya ghalat ho to 3 din mein batayein: {link}',
  },
}

/** The texts that the admin changed, by `{kind} {language}`. */
export type ChangedTexts = ReadonlyMap<string, string>

interface MessageFacts {
  /** Of the confirm link. */
  code?: string | undefined
  changed?: ChangedTexts | undefined
  /** Why a delivery failed, as a code. */
  reason?: string | null
}

/** Left out where nothing is to be paid. */
const SENTENCE_OF_SUM = /[^.!?]*\{sum\}[^.!?]*[.!?]/

/** The message about an order. With a code, its link confirms the order. */
export function messageText(
  kind: MessageKind,
  language: MessageLanguage,
  order: Order,
  { code, changed, reason }: MessageFacts = {},
): string {
  const whole = changed?.get(`${kind} ${language}`) ?? MESSAGE_TEXTS[language][kind]
  const { courier, trackingNumber, trackingPage } = order
  const link = orderUrl(order.id)
  const cash = amountToCollect(order)
  if (code) link.hash = `confirm=${code}`
  const facts: Record<string, string> = {
    name: namesIn(order.shippingAddress.fullName).slice(0, 3).join(' '),
    shop: settings.name,
    id: order.id,
    sum: formatSum(cash),
    courier: courier ? courierName(courier) : 'the courier',
    number: [trackingNumber ?? '-', trackingPage].filter(Boolean).join(' '),
    link: link.href,
    reason: reasonSentence(reason, language),
  }
  const text = cash === 0 && kind === 'shipped' ? whole.replace(SENTENCE_OF_SUM, '').trim() : whole
  return text.replace(/\{(\w+)\}/g, (name, fact) => facts[fact] ?? name)
}
