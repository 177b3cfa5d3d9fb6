/* Pauses on cards, which are HTML: a card says where its product is not sold now. */

import { isPaused, type Pause } from '#product/pauses.ts'
import { $pauses, askPauses } from './pauses.store.ts'

export function startPauses(): void {
  $pauses.subscribe((pauses) => {
    for (const note of document.querySelectorAll<HTMLElement>('[data-paused-card]'))
      showCard(note, pauses)
  })
  askPauses()
}

/** A card stands for its product: it is paused where no size is sold. */
function showCard(note: HTMLElement, pauses: readonly Pause[]): void {
  const id = note.dataset['pausedCard'] ?? ''
  const sizes: string[] = JSON.parse(note.dataset['sizes'] ?? '[]')
  note.hidden = !isPaused(pauses, { id, sizes: sizes.map((label) => ({ label })) })
}
