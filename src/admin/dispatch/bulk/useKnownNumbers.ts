import { useEffect, useState } from 'react'
import { toNumber } from '#admin/spreadsheets/cell.ts'
import { NOTHING_KNOWN } from '../numbers/numbered-order.ts'
import { lookUpNumbers } from '../numbers/numbers.api.ts'

/** What the database knows of the typed numbers: nothing until it has responded. A warning only, so a failure is silent. */
export function useKnownNumbers(numbers: ReadonlyMap<string, string>) {
  const [known, setKnown] = useState(NOTHING_KNOWN)
  useEffect(() => {
    const typed = [...numbers.values()].map(toNumber).filter(Boolean)
    if (typed.length === 0) return
    let isLatest = true
    lookUpNumbers(typed).then(
      (found) => isLatest && setKnown(found),
      (error) => console.error('Error looking up tracking numbers', error),
    )
    return () => {
      isLatest = false
    }
  }, [numbers])
  return known
}
