/* Why an act left a row as it was. */

/** By the code of the database. */
const REFUSED: Record<string, string> = {
  not_found: 'this order does not exist any more',
  erased: 'its customer was erased',
  booked: 'it is booked with a courier',
  held: 'one of both is on hold: resume it first',
  closed: 'it is cancelled or delivered by now',
  changed_since: 'something newer happened',
  decided: 'nothing is left to decide: somebody was first, or it is not open any more',
  not_deletable: 'it changed since, or was booked once',
  stale: 'it was changed meanwhile',
}

export function refusedSentence(code: string): string {
  return REFUSED[code] ?? 'the change is not possible'
}
