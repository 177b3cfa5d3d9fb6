import { atom } from 'nanostores'

/** How many messages are unread. Undefined until the API has told. */
export const $unread = atom<number | undefined>(undefined)
