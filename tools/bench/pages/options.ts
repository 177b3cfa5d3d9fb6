import { parseArgs } from 'node:util'

/** What can be measured alone beside the kinds of page. */
export const VISIT = 'visit'
export const NEXT_PAGE = 'next-page'

export interface Options {
  /** How often each page is timed. */
  rounds: number
  /** A kind of page, a visit or the next page; undefined for all. */
  only: string | undefined
  lighthouse: boolean
  /** By the network that DevTools slows, instead of by Lighthouse's model of it. */
  applied: boolean
  /** Prints the tables of the README. */
  markdown: boolean
}

/** Throws with a sentence for what it does not know. */
export function readOptions(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    allowNegative: true,
    options: {
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      lighthouse: { type: 'boolean', default: true },
      applied: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a whole number from 1 on, and not "${values.rounds}"`)
  }
  const { only, lighthouse, applied, markdown } = values
  return { rounds, only, lighthouse, applied, markdown }
}
