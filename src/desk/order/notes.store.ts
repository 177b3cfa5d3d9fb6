/* Notes on an order, which no customer sees. */
import { computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import { offerUndo, undoOf } from '#admin/acts/offer-undo.ts'
import { draftText } from '#admin/tab-state/draft-atom.ts'
import { MAX_NOTE_LENGTH } from '#desk/order-editor/typed-contents.ts'
import { createSubmit, type Refused, submissionProblem } from '#kit/form/submit.ts'
import { maybeSaved } from '#kit/remote/try-again.ts'
import { countCharacters } from '#kit/text.ts'

const SENTENCES: Record<string, string> = {
  required: 'Please write the note first.',
  too_long: `Please use at most ${MAX_NOTE_LENGTH} characters`,
  erased: 'The personal data of this order has been erased, so it takes no notes.',
}
/** What did not happen, and what to do then. */
const ADDING = ['The note is not saved.', 'What you wrote is still here: press Add Note again.']
const DELETING = ['The note could not be deleted.', 'Please try again.']

/** @param load Loads the order with its notes. */
export function createNotes(orderId: string, load: () => Promise<void>, send = sendAct) {
  const $text = draftText(`order-note-${orderId}`)
  const { $submission, submit, clear, isSending } = createSubmit('Error changing notes')
  let failure = ADDING
  const $problem = computed($submission, (submission) =>
    submissionProblem(submission, (error) => {
      const [failed, next] = failure
      return `${maybeSaved(error) ?? failed} ${next}`
    }),
  )
  /** About the text of a note, or the id of a deleted one. */
  const acts = createActs<string | number>({ sendAct: send, key: `note-${orderId}` })

  function type(text: string): void {
    $text.set(text)
    clear()
  }

  async function add(): Promise<void> {
    const text = $text.get()
    const problem = noteProblem(text)
    const isSaved = await change(ADDING, () =>
      problem ? { ok: false, code: problem } : acts.one('note', { id: orderId, note: text }, text),
    )
    if (isSaved && $text.get() === text) $text.set('')
  }

  async function remove(note: number): Promise<void> {
    await change(DELETING, async () => {
      const done = await acts.one('delete_note', { id: orderId, note }, note)
      if (done.ok) offerUndo('Note deleted', undoOf(done, load, send))
      return done
    })
  }

  async function change(
    sentences: string[],
    run: () => Promise<Result> | Result,
  ): Promise<boolean> {
    if (isSending()) return false
    failure = sentences
    return submit(async (): Promise<Refused | undefined> => {
      const result = await run()
      if (!result.ok) return { sentence: SENTENCES[result.code] ?? sentences.join(' ') }
      await load()
      return undefined
    })
  }

  return { $text, $submission, $problem, type, add, remove }
}

export type NotesStore = ReturnType<typeof createNotes>

type Result = { ok: true } | { ok: false; code: string }

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'required'
  return countCharacters(text.trim()) > MAX_NOTE_LENGTH ? 'too_long' : undefined
}
