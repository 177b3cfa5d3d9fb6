/*
 * The orders of other customers. Name, street, postal code, phone and tracking number of each are words
 * that stand nowhere else, so that one found in an answer can only have leaked.
 */
import { aNewOrder } from '../support/a-new-order.ts'

interface Neighbour {
  id: string
  token: string
  address: { fullName: string; address: string; postalCode: string; phone: string }
  trackingNumber?: string
  status: string
  /** How long ago it was placed, for Postgres. */
  age: string
}

/** A day old, and known by its id to the attackers: a name that people read out on the phone. */
export const victim: Neighbour = {
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

export const neighbours: Neighbour[] = [
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

/** What a neighbour wrote to the shop, a day ago. */
export const letter = {
  messageId: 'letter-of-the-neighbour-1',
  name: 'Mahjabeen Briefschrijver',
  email: 'mahjabeen@postvogel.example',
  subject: 'Betreft Vectemova',
  message: 'Mein Schriftstueck ueber Qandeelgarh',
}

/** In lower case, the phone also as bare digits and with the country's code. */
export const canaries: string[] = neighbours
  .flatMap(({ token, address, trackingNumber }) => [
    ...address.fullName.toLowerCase().split(' '),
    ...[address.address, address.postalCode, address.phone].map((text) => text.toLowerCase()),
    address.phone.replaceAll(' ', '').slice(1),
    token,
    ...(trackingNumber ? [trackingNumber.toLowerCase()] : []),
  ])
  .concat('briefschrijver', 'postvogel.example', 'schriftstueck')

/** Whoever asks with the token of this one is a customer, not an attacker. */
export const regular = aNewOrder()

export function requestOf({ id, token, address }: Neighbour) {
  const request = aNewOrder({ id, token })
  return { ...request, shippingAddress: { ...request.shippingAddress, ...address } }
}
