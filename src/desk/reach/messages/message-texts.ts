/*
 * Messages to customers, in English and in the Roman Urdu that people write (docs/desk-rules.md, rule 21.10). What
 * stands in braces is filled in. The admin may change them.
 */

import type { MessageKind } from '#admin/order/told.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import type { PARCEL_REASONS } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { HELP_DAYS } from '#config/delivery.ts'
import { settings } from '#config/settings.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { orderUrl } from '#order/texts/chat-texts.ts'
import { namesIn } from './name-words.ts'

type Texts = Record<MessageKind, string>

export const MESSAGE_TEXTS: Record<MessageLanguage, Texts> = {
  en: {
    confirm:
      'Assalam-o-Alaikum {name}! {shop} has your order {id}. You pay {sum}, cash on delivery. To confirm, change or cancel it, press: {link}',
    preparing:
      'Assalam-o-Alaikum {name}! Your order {id} is being packed. You can follow it here: {link}',
    replacement:
      'Assalam-o-Alaikum {name}! We send you order {id}, which replaces items of your order {replaced}. You pay nothing for it. {link}',
    shipped:
      'Assalam-o-Alaikum {name}! Your order {id} is on its way with {courier}, number {number}. Please keep {sum} ready. {link}',
    failed:
      'Assalam-o-Alaikum {name}! The rider could not deliver your order {id}. {reason}When may he come again? {link}',
    delivered: `Assalam-o-Alaikum {name}! Your order {id} has arrived. Is an item damaged or wrong? Tell us within ${HELP_DAYS} days: {link}`,
    cancelled:
      'Assalam-o-Alaikum {name}! Your order {id} is cancelled. If this is a mistake, please reply to this message. {link}',
    help: 'Assalam-o-Alaikum {name}! You asked for help with your order {id}. We are sorry for the trouble. {link}',
  },
  'ur-Latn': {
    confirm:
      'Assalam-o-Alaikum {name}! {shop} ko aap ka order {id} mila hai. {sum}, cash on delivery. Confirm, change ya cancel karne ke liye link dabayein: {link}',
    preparing:
      'Assalam-o-Alaikum {name}! Aap ka order {id} pack ho raha hai. Yahan dekhein: {link}',
    replacement:
      'Assalam-o-Alaikum {name}! Hum aap ko order {id} bhej rahe hain, aap ke order {replaced} ki cheezon ki jagah. Is ke koi paise nahi. {link}',
    shipped:
      'Assalam-o-Alaikum {name}! Aap ka order {id} {courier} se rawana ho gaya hai, number {number}. {sum} tayyar rakhein. {link}',
    failed:
      'Assalam-o-Alaikum {name}! Rider aap ka order {id} deliver nahi kar saka. {reason}Dobara kab aaye? {link}',
    delivered: `Assalam-o-Alaikum {name}! Aap ka order {id} pohanch gaya hai. Koi cheez kharab ya ghalat ho to ${HELP_DAYS} din mein batayein: {link}`,
    cancelled:
      'Assalam-o-Alaikum {name}! Aap ka order {id} cancel ho gaya hai. Agar yeh ghalti hai to is message ka jawab dein. {link}',
    help: 'Assalam-o-Alaikum {name}! Aap ne order {id} ke liye madad maangi hai. Takleef ke liye maazrat. {link}',
  },
}

type Reason = Exclude<keyof typeof PARCEL_REASONS, 'returned' | 'out_of_area'>

/** Why a delivery failed (docs/desk-rules.md, rule 22.50). */
const REASON_SENTENCES: Record<Reason, Record<MessageLanguage, string>> = {
  no_answer: {
    en: 'He called, and the phone was not answered.',
    'ur-Latn': 'Us ne call ki, magar jawab nahi mila.',
  },
  not_home: { en: 'He found the door closed.', 'ur-Latn': 'Ghar par koi nahi mila.' },
  address: {
    en: 'He did not find the address: please send us a landmark nearby.',
    'ur-Latn': 'Usay address nahi mila: qareeb ki koi mashhoor jagah batayein.',
  },
  refused: {
    en: 'He was told that you do not want it.',
    'ur-Latn': 'Usay bataya gaya ke order nahi chahiye.',
  },
  no_cash: { en: 'The cash was not ready.', 'ur-Latn': 'Cash tayyar nahi tha.' },
  rescheduled: {
    en: 'He was asked to come on another day.',
    'ur-Latn': 'Usay kisi aur din aane ko kaha gaya.',
  },
}

/** The texts that the admin changed, by `{kind} {language}`. */
export type ChangedTexts = ReadonlyMap<string, string>

/** What stands in braces in a text. */
export const BRACES = [
  'name',
  'shop',
  'id',
  'sum',
  'courier',
  'number',
  'link',
  'reason',
  'replaced',
] as const

type Facts = Record<(typeof BRACES)[number], string>

/** In characters, as private.clean_note() takes them. */
export const MAX_MESSAGE_LENGTH = 1000

const KNOWN_BRACES = new RegExp(`\\{(${BRACES.join('|')})\\}`, 'g')

/** Braces of any width that nothing is filled into, as private.unknown_braces() finds them. */
export function unknownBraces(text: string): string[] {
  const left = text.replace(KNOWN_BRACES, '')
  return left.match(/[{｛﹛][^{}｛｝﹛﹜]*[}｝﹜]|[{}｛｝﹛﹜]/g) ?? []
}

interface MessageFacts {
  /** Of the confirm link. */
  code?: string | undefined
  changed?: ChangedTexts | undefined
  /** Why a delivery failed, as a code. */
  reason?: string | null | undefined
}

/** Of a sentence. */
const END = '.!?۔؟'

/**
 * The sentence, the line, or the clause at the end of one that fills in the sum. Left out where nothing is to be paid,
 * but for the end of the one before. One that fills in more than the sum stays.
 */
const SENTENCE_OF_SUM = new RegExp(
  `(^|[${END}\\n])[^${END}\\n{}]*\\{sum\\}[^${END}\\n{}]*(?:[${END}]|(?=\\n)|$)` +
    `|[,،;][^,،;${END}\\n{}]*\\{sum\\}[^${END}\\n{}]*(?=[${END}\\n]|$)`,
)

/** Left out before the parcel has a number. */
const CLAUSE_OF_NUMBER = /,[^,.!?]*\{number\}/

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
  const numbered = trackingNumber ? whole : whole.replace(CLAUSE_OF_NUMBER, '')
  const text = cash === 0 ? numbered.replace(SENTENCE_OF_SUM, '$1').trim() : numbered
  return fillIn(text, {
    name: namesIn(order.shippingAddress.fullName).slice(0, 3).join(' '),
    shop: settings.name,
    id: order.id,
    sum: formatSum(cash),
    courier: courier ? courierName(courier) : 'the courier',
    number: [trackingNumber ?? '-', trackingPage].filter(Boolean).join(' '),
    link: link.href,
    reason: reasonSentence(reason, language),
    replaced: order.replaces ?? '-',
  })
}

/** A text as the customer of a sample order would read it. */
export function previewText(text: string, language: MessageLanguage): string {
  const link = orderUrl('ABCDEFGH')
  link.hash = 'confirm=…'
  return fillIn(text, {
    name: 'Ayesha Khan',
    shop: settings.name,
    id: 'ABCDEFGH',
    sum: formatSum(145900),
    courier: 'TCS',
    number: '1234567890',
    link: decodeURI(link.href),
    reason: reasonSentence('no_answer', language),
    replaced: 'BCDEFGHJ',
  })
}

function fillIn(text: string, facts: Facts): string {
  // A name of links alone leaves no gap.
  const named = facts.name ? text : text.replaceAll(' {name}', '')
  return named.replace(KNOWN_BRACES, (_, fact: keyof Facts) => facts[fact])
}

/** With the space after it; '' for a reason that has no sentence. */
function reasonSentence(reason: string | null | undefined, language: MessageLanguage): string {
  const known = Object.entries(REASON_SENTENCES).find(([code]) => code === reason)
  return known ? `${known[1][language]} ` : ''
}
