/*
 * Pauses in pages that are HTML. Cards say that a product is not sold now. On a product's page the chosen size says
 * why, in the place of the buttons, and structured data say that it is out of stock.
 */

import { type Pause, pauseOf } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import { $pauses, askPauses } from './pauses.store.ts'
import { pausedText } from './words.ts'
import { writeAvailability } from './write-availability.ts'

export function startPauses(): void {
  const form = document.querySelector<HTMLFormElement>('[data-enhance="purchase"]')
  // Another size.
  form?.addEventListener('change', () => showForm(form, $pauses.get()))
  $pauses.subscribe(show)
  askPauses()

  function show(pauses: readonly Pause[]): void {
    for (const note of document.querySelectorAll<HTMLElement>('[data-paused-card]'))
      showCard(note, pauses)
    if (!form) return
    showForm(form, pauses)
    writeAvailability(isWholeProductPaused(form, pauses))
  }
}

/** A card stands for its product: it is paused where no size is sold. */
function showCard(note: HTMLElement, pauses: readonly Pause[]): void {
  const id = note.dataset['pausedCard'] ?? ''
  const sizes: string[] = JSON.parse(note.dataset['sizes'] ?? '[]')
  note.hidden = !sizes.every((size) => pauseOf(pauses, { id, size }))
}

function showForm(form: HTMLFormElement, pauses: readonly Pause[]): void {
  const fields = new FormData(form)
  const size = { id: String(fields.get('product')), size: String(fields.get('size')) }
  const pause = pauseOf(pauses, size)
  for (const buying of document.querySelectorAll<HTMLElement>('[data-buying]'))
    buying.hidden = pause !== undefined
  const box = document.querySelector<HTMLElement>('[data-paused]')
  const [sentence, link] = box?.children ?? []
  if (!box || !sentence) return
  box.hidden = !pause
  sentence.textContent = pause ? pauseSentence(pause) : ''
  if (link instanceof HTMLAnchorElement) {
    const text = pausedText([{ name: box.dataset['name'] ?? '', size: size.size }])
    link.search = `?text=${encodeURIComponent(text)}`
  }
}

function isWholeProductPaused(form: HTMLFormElement, pauses: readonly Pause[]): boolean {
  const id = String(new FormData(form).get('product'))
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[name="size"]')]
  return inputs.every(({ value }) => pauseOf(pauses, { id, size: value }))
}
