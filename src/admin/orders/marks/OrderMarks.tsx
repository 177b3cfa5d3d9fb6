import type { ReactNode } from 'react'
import { type Destination, markTexts, type OrderMark } from './marks.ts'

interface MarksProps {
  marks: readonly OrderMark[]
  /** Where the order goes. */
  to: Destination
  children?: ReactNode
}

/** The sentences, for the page of an order. */
export function OrderMarks({ marks, to, children }: MarksProps) {
  if (marks.length === 0 && !children) return null
  return (
    <ul aria-label="Worth a look" className="grid gap-1 border-s-4 border-amber ps-4">
      {markTexts(marks, to).map(({ sentence }) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {children}
    </ul>
  )
}
