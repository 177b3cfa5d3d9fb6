/* Notes on an order, which no customer sees. */
import { atom, computed } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import type { deleteNote } from '#admin/order/orders.api.ts'
import { MAX_NOTE_LENGTH, type OrderNote } from '#admin/order/orders.ts'
import { createSubmit, type Refused, submissionProblem } from '#kit/form/submit.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { countCharacters } from '#kit/text.ts'

const SENTENCES: Record<string, string> = {
  required: 'Please write the note first.',
  too_long: `Please use at most ${MAX_NOTE_LENGTH} characters`,
  erased: 'The personal data of this order has been erased, so it takes no notes.',
}
const NOT_ADDED = 'The note is not saved. What you wrote is still here: press Add Note again.'
const NOT_DELETED = 'The note could not be deleted. Please try again.'

interface NotesServices {
  sendAct: typeof sendAct
  deleteNote: typeof deleteNote
}

/** The notes on screen. */
interface ShownNotes {
  show(notes: OrderNote[]): void
  load(): Promise<void>
}

export function createNotes(
  orderId: string,
  { sendAct, deleteNote }: NotesServices,
  shown: ShownNotes,
) {
  // It outlives a reload, until it is saved or a logout (docs/product.md, rule 21.26).
  const storageKey = `zulf:admin-tab-order-note-${orderId}`
  const typed = tabStorage.get(storageKey)
  const $text = atom(typeof typed === 'string' ? typed : '')
  $text.listen((text) =>
    text === '' ? tabStorage.remove(storageKey) : tabStorage.set(storageKey, text),
  )
  const { $submission, submit, clear, isSending } = createSubmit('Error changing notes')
  let failure = NOT_ADDED
  const $problem = computed($submission, (submission) =>
    submissionProblem(submission, () => failure),
  )
  const acts = createActs<string>({ sendAct, key: `note-${orderId}` })

  function type(text: string): void {
    $text.set(text)
    clear()
  }

  async function add(): Promise<void> {
    const text = $text.get()
    const isSaved = await change(NOT_ADDED, () => save(text))
    if (isSaved && $text.get() === text) $text.set('')
  }

  async function save(text: string): Promise<Refused | undefined> {
    const problem = noteProblem(text)
    if (problem) return { sentence: problem }
    const act = await acts.once('note', [{ id: orderId, note: text }], text)
    if (act.state === 'unsent') throw act.error
    acts.forget()
    const [result] = act.results
    if (!result?.ok) return { sentence: SENTENCES[result?.code ?? ''] ?? NOT_ADDED }
    await shown.load()
    return undefined
  }

  async function remove(id: number): Promise<void> {
    await change(NOT_DELETED, async () => {
      const result = await deleteNote(orderId, id)
      if (!result.ok) return { sentence: NOT_DELETED }
      shown.show(result.notes)
      return undefined
    })
  }

  async function change(sentence: string, send: () => Promise<Refused | undefined>) {
    if (isSending()) return false
    failure = sentence
    return submit(send)
  }

  return { $text, $submission, $problem, type, add, remove }
}

export type NotesStore = ReturnType<typeof createNotes>

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return SENTENCES['required']
  return countCharacters(text.trim()) > MAX_NOTE_LENGTH ? SENTENCES['too_long'] : undefined
}
