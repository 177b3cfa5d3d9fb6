import type { MouseEvent } from 'react'

/**
 * Whether a press was beside a modal dialog, on its backdrop. `closedby="any"` closes as soon as a finger is lifted, and
 * the tap then presses what lies below.
 */
export function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false
  const { top, right, bottom, left } = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < left || x > right || y < top || y > bottom
}
