/*
 * Orders of other customers. Their names, streets, postal codes, phones and tracking numbers occur
 * nowhere else, so each of them is a canary: a response that contains one has leaked it.
 */
import { aNewOrder } from '#tests/support/order-factories.ts'

interface OtherOrder {
  id: string
  token: string
  address: { fullName: string; address: string; postalCode: string; phone: string }
  trackingNumber?: string
  status: string
  /** A Postgres interval. */
  age: string
}

/** The order that attackers try to read and change. They know its id. */
export const victim: OtherOrder = {
  id: 'VECTEMAA',
  token: 'the-token-that-only-the-victim-has',
  address: {
    fullName: 'Zarqamina Vectemova',
    address: 'Haveli Qandeelgarh 4711',
    postalCode: 'VQ7-88X',
    phone: '0345 9081726',
  },
  status: 'pending',
  age: '1 day',
}

export const otherOrders: OtherOrder[] = [
  victim,
  {
    id: 'NEJGHBRB',
    token: 'the-token-that-only-neighbour-b-has',
    address: {
      fullName: 'Gulrukhsar Bibliophile',
      address: 'Kothi Neelofarabad 9053',
      postalCode: 'NB3-41Z',
      phone: '0321 7465839',
    },
    trackingNumber: 'KANARJENVOGEL-2',
    status: 'shipped',
    age: '3 days',
  },
  {
    id: 'NEJGHBRC',
    token: 'the-token-that-only-neighbour-c-has',
    address: {
      fullName: 'عندلیب شادانوی',
      address: 'Chobara Yasmeenpura 6620',
      postalCode: 'NC9-07W',
      phone: '0312 8890127',
    },
    trackingNumber: 'KANARJENVOGEL-3',
    status: 'delivered',
    age: '60 days',
  },
  {
    id: 'NEJGHBRD',
    token: 'the-token-that-only-neighbour-d-has',
    address: {
      fullName: 'Farishteh Oldenkamp',
      address: 'Manzil Sitaranagar 3184',
      postalCode: 'ND5-26Y',
      phone: '0300 5172904',
    },
    status: 'processing',
    age: '31 minutes',
  },
]

export const otherMessage = {
  messageId: 'letter-of-the-neighbour-1',
  name: 'Mahjabeen Briefschrijver',
  email: 'mahjabeen@postvogel.example',
  subject: 'Betreft Vectemova',
  message: 'Mein Schriftstueck ueber Qandeelgarh',
}

/** In lower case. Phones also without spaces and without the leading zero. */
export const canaries: string[] = otherOrders
  .flatMap(({ token, address, trackingNumber }) => [
    ...address.fullName.toLowerCase().split(' '),
    ...[address.address, address.postalCode, address.phone].map((text) => text.toLowerCase()),
    address.phone.replaceAll(' ', '').slice(1),
    token,
    ...(trackingNumber ? [trackingNumber.toLowerCase()] : []),
  ])
  .concat('briefschrijver', 'postvogel.example', 'schriftstueck')

/** The order that run-case.ts reads after each case, with its token. */
export const ownOrder = aNewOrder()

export function requestOf({ id, token, address }: OtherOrder) {
  const request = aNewOrder({ id, token })
  return { ...request, shippingAddress: { ...request.shippingAddress, ...address } }
}
