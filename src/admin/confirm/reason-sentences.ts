/* Why a delivery failed, in the message to its customer (docs/product.md, rule 22.50). */
import type { PARCEL_REASONS } from '#admin/order/parcels.ts'
import type { MessageLanguage } from '#config/locale.ts'

type Reason = Exclude<keyof typeof PARCEL_REASONS, 'returned' | 'out_of_area'>

const SENTENCES: Record<Reason, Record<MessageLanguage, string>> = {
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

/** With the space after it; '' for a reason that has no sentence. */
export function reasonSentence(
  reason: string | null | undefined,
  language: MessageLanguage,
): string {
  const known = Object.entries(SENTENCES).find(([code]) => code === reason)
  return known ? `${known[1][language]} ` : ''
}
