/* A camera sees the same code in every picture, and now and then a wrong one. Each code counts once. */

/** How long a code is out of sight until it counts anew. */
const AWAY_MS = 2000

/** Returns the text when it was read twice in a row, and was not there just before. */
export function createSteadyCode(): (text: string | undefined, now: number) => string | undefined {
  let last: string | undefined
  let counted: string | undefined
  let countedSeenAt = 0
  return (text, now) => {
    if (text === undefined) return undefined
    const isSteady = text === last
    last = text
    const isHere = text === counted && now - countedSeenAt < AWAY_MS
    if (text === counted) countedSeenAt = now
    if (!isSteady || isHere) return undefined
    counted = text
    countedSeenAt = now
    return text
  }
}
