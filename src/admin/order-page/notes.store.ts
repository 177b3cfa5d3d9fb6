/* Notes on an order, which no customer sees. */
import { atom } from 'nanostores'
import { MAX_NOTE_LENGTH, type NotesResult, type OrderNote } from '#admin/order/orders.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { countCharacters } from '#kit/text.ts'
import type { OrderRequests } from './order-detail.store.ts'

export interface NotesForm {
  text: string
  isSaving: boolean
  problem: string | undefined
}

const EMPTY: NotesForm = { text: '', isSaving: false, problem: undefined }

const SENTENCES: Record<string, string> = {
  required: 'Please write the note first.',
  too_long: `Please use at most ${MAX_NOTE_LENGTH} characters`,
  erased: 'The personal data of this order has been erased, so it takes no notes.',
}

export function createNotes(
  orderId: string,
  { addNote, deleteNote }: Pick<OrderRequests, 'addNote' | 'deleteNote'>,
  shown: {
    notes: () => readonly OrderNote[]
    show: (notes: OrderNote[]) => void
    load: () => Promise<void>
  },
) {
  const $form = atom(EMPTY)
  /** A note that may be saved although no response came, and the notes that were there before it. */
  let uncertain: { text: string; before: readonly number[] } | undefined

  function type(text: string): void {
    $form.set({ ...$form.get(), text, problem: undefined })
  }

  async function add(): Promise<void> {
    const { text } = $form.get()
    const problem = noteProblem(text)
    if (problem) return $form.set({ ...$form.get(), problem })
    const before = shown.notes().map(({ id }) => id)
    const isSaved = await change(
      async () =>
        (await findUncertain(text))
          ? { ok: true, notes: [...shown.notes()] }
          : addNote(orderId, text),
      'The note is not saved. What you wrote is still here: press Add Note again.',
    )
    uncertain = isSaved ? undefined : (uncertain ?? { text, before })
    if (isSaved && $form.get().text === text) $form.set(EMPTY)
  }

  /** Whether the note of the try before this one was saved. */
  async function findUncertain(text: string): Promise<boolean> {
    if (uncertain?.text !== text) {
      uncertain = undefined
      return false
    }
    const { before } = uncertain
    await shown.load()
    return shown.notes().some(({ id, note }) => !before.includes(id) && note === text.trim())
  }

  async function remove(id: number): Promise<void> {
    await change(() => deleteNote(orderId, id), 'The note could not be deleted. Please try again.')
  }

  async function change(request: () => Promise<NotesResult>, failure: string): Promise<boolean> {
    if ($form.get().isSaving) return false
    $form.set({ ...$form.get(), isSaving: true, problem: undefined })
    let problem: string | undefined
    try {
      const result = await request()
      if (result.ok) {
        shown.show(result.notes)
        $form.set({ ...$form.get(), isSaving: false })
        return true
      }
      problem = SENTENCES[result.code] ?? failure
    } catch (error) {
      console.error('Error changing notes', error)
      // The end of the session has its own toast.
      if (!hasCode(error, 'forbidden')) problem = failure
    }
    $form.set({ ...$form.get(), isSaving: false, problem })
    return false
  }

  return { $form, type, add, remove }
}

export type NotesStore = ReturnType<typeof createNotes>

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return SENTENCES['required']
  return countCharacters(text.trim()) > MAX_NOTE_LENGTH ? SENTENCES['too_long'] : undefined
}
