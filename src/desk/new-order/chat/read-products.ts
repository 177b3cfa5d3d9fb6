/* What a part of a chat orders. What is not certain is no line (docs/desk-rules.md, rule 21.42). */
import type { Units } from '#desk/order-editor/lines.ts'
import { priceList } from '#product/price-list.ts'
import {
  ALONE_IS_ONE,
  COUNTERS,
  DOUBT_WORDS,
  NEGATIONS,
  NUMBER_WORDS,
  ORDER_WORDS,
  PRODUCT_WORDS,
  QUESTION_WORDS,
  UNCLEAR_PRODUCTS,
} from './chat-words.ts'

interface Counted extends Units {
  /** Whether it was named without a number. */
  isAlone: boolean
}

/** What a part of a chat says of products. */
export type ProductTalk =
  | { kind: 'order'; counted: Counted[] }
  /** `doubt`: somebody has to ask what is ordered. `negation`: of whatever the parts before it say. */
  | { kind: 'doubt' | 'question' | 'negation' | 'nothing' }

/** More are a price, or a joke. */
const MAX_QUANTITY = 99

type Token =
  | { kind: 'product'; id: string }
  | { kind: 'number'; value: number; isWord: boolean; text: string }
  | { kind: 'counter' | 'unclear' | 'word'; text: string }

/** With the words that are neither product nor number. */
export function readProducts(words: readonly string[]): { talk: ProductTalk; rest: string[] } {
  const tokens = withoutGivers(toTokens(words))
  const isNamed = tokens.some(({ kind }) => kind === 'product')
  const rest = tokens.flatMap((token) =>
    token.kind === 'word' || (token.kind === 'number' && !isNamed) ? [token.text] : [],
  )
  const isUnclear = tokens.some(({ kind }) => kind === 'unclear')
  const isAny = (list: readonly string[]) => words.some((word) => list.includes(word))
  const talk = (): ProductTalk => {
    if (!isNamed && !isUnclear) return { kind: isAny(NEGATIONS) ? 'negation' : 'nothing' }
    if (isAny(QUESTION_WORDS)) return { kind: 'question' }
    const counted = isUnclear || isAny(DOUBT_WORDS) ? undefined : count(tokens, isAny(ORDER_WORDS))
    return counted ? { kind: 'order', counted } : { kind: 'doubt' }
  }
  return { talk: talk(), rest }
}

/** Undefined where a number or a product is left over. */
function count(tokens: readonly Token[], isOrdered: boolean): Counted[] | undefined {
  const counted: Counted[] = []
  let number: number | undefined
  let before: Token | undefined
  for (const token of tokens) {
    if (token.kind === 'number') {
      if (number !== undefined || token.value > MAX_QUANTITY || token.value < 1) return undefined
      number = token.value
    } else if (token.kind === 'word' && number !== undefined) return undefined
    else if (token.kind === 'product') {
      const isSame = before?.kind === 'product' && before.id === token.id
      // "2 bottle oil" names one product twice.
      if (isSame && number === undefined) continue
      const isAlone = number === undefined && isOneAlone(token.id, tokens, isOrdered)
      const quantity = number ?? (isAlone ? 1 : undefined)
      const line = quantity && lineOf(token.id, { quantity, isAlone })
      if (!line || counted.some(({ id }) => id === token.id)) return undefined
      counted.push(line)
      number = undefined
    }
    if (token.kind !== 'counter') before = token
  }
  return number === undefined ? counted : undefined
}

/** "gift pack", or "gift pack bhej dein". */
function isOneAlone(id: string, tokens: readonly Token[], isOrdered: boolean): boolean {
  const isOther = tokens.some((token) => token.kind === 'product' && token.id !== id)
  const isOnly = tokens.every(({ kind }) => kind === 'product' || kind === 'counter')
  return ALONE_IS_ONE.includes(id) && !isOther && (isOnly || isOrdered)
}

function lineOf(id: string, counted: Pick<Counted, 'quantity' | 'isAlone'>): Counted | undefined {
  const sizes = priceList.find((product) => product.id === id)?.sizes ?? []
  const [size] = sizes
  return size && sizes.length === 1 ? { id, size: size.label, ...counted } : undefined
}

/** Phrases of up to three words are looked up before single words. */
function toTokens(words: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < words.length; ) {
    const phrases = [3, 2, 1].map((many) => words.slice(at, at + many))
    const named = phrases.find((some) => nameOf(some.join(' '))) ?? words.slice(at, at + 1)
    tokens.push(nameOf(named.join(' ')) ?? toToken(named[0] ?? ''))
    at += named.length
  }
  return tokens
}

function toToken(text: string): Token {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NUMBER_WORDS[text]
  if (value !== undefined) return { kind: 'number', value, isWord: !/^\d/.test(text), text }
  return { kind: COUNTERS.includes(text) ? 'counter' : 'word', text }
}

/** A product, or what may be one: a size that is not sold, too. */
function nameOf(text: string): Token | undefined {
  const id = Object.keys(PRODUCT_WORDS).find((each) => PRODUCT_WORDS[each]?.includes(text))
  if (id) return { kind: 'product', id }
  const isUnclear = UNCLEAR_PRODUCTS.includes(text) || /^\d+ml$/.test(text)
  return isUnclear ? { kind: 'unclear', text } : undefined
}

/** The "do" of "bhej do" gives, and counts nothing: a number in words counts only what follows it. */
function withoutGivers(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (token.kind !== 'number' || !token.isWord) return token
    const next = tokens.slice(at + 1).find(({ kind }) => kind !== 'counter')
    return next?.kind === 'product' ? token : { kind: 'word', text: token.text }
  })
}
