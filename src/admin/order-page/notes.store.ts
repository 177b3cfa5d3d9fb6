/* Notes on an order, which no customer sees. */
import { atom, computed } from 'nanostores'
import type { addNote, deleteNote } from '#admin/order/orders.api.ts'
import { MAX_NOTE_LENGTH, type NotesResult, type OrderNote } from '#admin/order/orders.ts'
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
  addNote: typeof addNote
  deleteNote: typeof deleteNote
}

/** The notes on screen. */
interface ShownNotes {
  notes(): readonly OrderNote[]
  show(notes: OrderNote[]): void
  load(): Promise<void>
}

/** A note that may be saved although no response came, and the notes that were there before it. */
interface UncertainNote {
  text: string
  before: readonly number[]
}

export function createNotes(
  orderId: string,
  { addNote, deleteNote }: NotesServices,
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
  let uncertain: UncertainNote | undefined

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
    const earlier = uncertain?.text === text ? uncertain : undefined
    const wasSaved = earlier && (await isNowShown(earlier, shown))
    uncertain = earlier ?? { text, before: shown.notes().map(({ id }) => id) }
    const refused = wasSaved ? undefined : takeOver(await addNote(orderId, text), shown, NOT_ADDED)
    uncertain = undefined
    return refused
  }

  async function remove(id: number): Promise<void> {
    await change(NOT_DELETED, async () =>
      takeOver(await deleteNote(orderId, id), shown, NOT_DELETED),
    )
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

/** Whether the try before this one saved the note. */
async function isNowShown({ text, before }: UncertainNote, shown: ShownNotes): Promise<boolean> {
  await shown.load()
  return shown.notes().some(({ id, note }) => !before.includes(id) && note === text.trim())
}

function takeOver(result: NotesResult, shown: ShownNotes, failure: string): Refused | undefined {
  if (!result.ok) return { sentence: SENTENCES[result.code] ?? failure }
  shown.show(result.notes)
  return undefined
}
