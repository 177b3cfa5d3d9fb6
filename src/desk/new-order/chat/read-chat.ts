/*
 * The lines of a message that have no label, as a chat: "2 bottle bhej dein, Multan". Products and city are right or
 * left out, and chatter is no address (docs/desk-rules.md, rule 21.42).
 */
import type { Units } from '#desk/order-editor/lines.ts'
import { foldDigits } from '#kit/text.ts'
import { findPlace } from '#order/address/places.ts'
import { CHAT_ADDRESS_WORDS, CHATTER, ORDER_WORDS, QUESTION_WORDS } from './chat-words.ts'
import { normalizeText } from './order-labels.ts'
import { type ProductTalk, readProducts } from './read-products.ts'

export interface ReadChat {
  address: readonly string[]
  city?: string | undefined
  lines: readonly Units[]
  unknown: readonly string[]
}

/** A part of a line, between commas. */
interface Part {
  text: string
  talk: ProductTalk
  /** What is neither product nor chatter: a place, a name, or nothing. */
  rest: string
  address: string
  city: string | undefined
}

/** Lines that are no chat are an address as they stand. */
export function readChat(lines: readonly string[]): ReadChat {
  const parts = lines
    .flatMap((line) => line.split(/[,،؛;!?؟۔\n]+|\.(?:\s|$)/))
    .map((text) => text.trim())
    .filter(Boolean)
    .map(toPart)
  const isAny = (...kinds: ProductTalk['kind'][]) =>
    parts.some(({ talk }) => kinds.includes(talk.kind))
  const isChat = parts.some(({ text, talk }) => isAboutProducts(talk) || isOfChat(text))
  if (!isChat) return { address: lines, lines: [], unknown: [] }
  // "Nahi Multan": another city is meant than the one before it.
  const cities = isAny('negation') ? [] : parts.flatMap((part) => part.city ?? [])
  const city = new Set(cities.map(normalizeText)).size === 1 ? cities[0] : undefined
  const counted = parts.flatMap(({ talk }) => (talk.kind === 'order' ? talk.counted : []))
  const isTwice = new Set(counted.map(({ id }) => id)).size < counted.length
  const isAlone = counted.length < 2 || !counted.some((line) => line.isAlone)
  const isCertain = !isTwice && isAlone && !isAny('doubt', 'negation')
  return {
    address: parts.flatMap(({ address }) => address || []),
    city,
    lines: isCertain ? counted.map(({ id, size, quantity }) => ({ id, size, quantity })) : [],
    unknown: parts.flatMap((part) => unreadOf(part, isCertain, city) ?? []),
  }
}

function toPart(text: string): Part {
  const shown = text.split(/\s+/)
  const start = addressStart(shown)
  const before = shown.slice(0, start)
  const address = shown.slice(start)
  const read = readProducts(before.flatMap(toWords))
  const isProductInAddress = isAboutProducts(readProducts(address.flatMap(toWords)).talk)
  const rest = before.filter((word) => isLeft(word, read.rest)).join(' ')
  return {
    text,
    talk: isProductInAddress ? { kind: 'doubt' } : read.talk,
    rest,
    address: isProductInAddress ? '' : address.join(' '),
    city: rest !== '' && findPlace(rest).city ? rest : undefined,
  }
}

function isAboutProducts({ kind }: ProductTalk): boolean {
  return kind !== 'nothing' && kind !== 'negation'
}

/** A number before its word belongs to the address: "12 street". */
function addressStart(shown: readonly string[]): number {
  const at = shown.findIndex((word) => CHAT_ADDRESS_WORDS.includes(toWords(word)[0] ?? ''))
  if (at < 0) return shown.length
  const isNumbered = /^\d{1,5}$/.test(foldDigits(shown[at - 1] ?? ''))
  return isNumbered ? at - 1 : at
}

/** `2bottle` → `2`, `bottle`; `x2` → `x`, `2`. */
function toWords(word: string): string[] {
  const folded = normalizeText(word).replace(/[()"'“”*_~:]/g, '')
  if (/^\d+ml$/.test(folded)) return [folded]
  return folded
    .replace(/^(\d+)(?=\p{L})/u, '$1 ')
    .replace(/^([x×*])(?=\d)/u, '$1 ')
    .split(/[\s+&/-]+/)
    .filter(Boolean)
}

function isLeft(word: string, rest: readonly string[]): boolean {
  const words = toWords(word)
  return words.length > 0 && words.some((each) => rest.includes(each) && !CHATTER.includes(each))
}

function isOfChat(text: string): boolean {
  const words = text.split(/\s+/).flatMap(toWords)
  return words.some((word) => ORDER_WORDS.includes(word) || QUESTION_WORDS.includes(word))
}

/** What the admin has to read: the whole part where its products are left out, else what is left of it. */
function unreadOf(
  { text, talk, rest, city }: Part,
  isCertain: boolean,
  taken: string | undefined,
): string | undefined {
  const isUnread = talk.kind === 'order' ? !isCertain : talk.kind !== 'nothing'
  if (isUnread) return text
  return rest !== '' && (city === undefined || city !== taken) ? rest : undefined
}
