import type { MouseEvent } from 'react'

/** For a button of a row that goes away with its press: the focus stays in the row. */
export async function pressAndStay(
  { currentTarget }: MouseEvent<HTMLElement>,
  press: () => Promise<unknown>,
): Promise<void> {
  const place = currentTarget.closest('li, footer, section')
  await press()
  place?.querySelector('button')?.focus({ preventScroll: true })
}
