/* The editor of what an order contains: of a new order, of a correction and of a replacement. */
import { atom, computed, type WritableAtom } from 'nanostores'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { createSubmit, type Refused, submissionProblem } from '#kit/form/submit.ts'
import { maybeSaved } from '#kit/remote/try-again.ts'
import type { fetchSizes } from './lines.api.ts'
import { changeLine, type LineText, sizesOfBuild } from './lines.ts'
import {
  type ContentField,
  type Contents,
  isTyped,
  type Problems,
  parseTyped,
  refusedProblem,
  type TypedContents,
  typedOver,
  UNTOUCHED,
} from './typed-contents.ts'

interface EditorOptions {
  /** What the form began with. */
  before: () => Contents
  errorMessage: string
  /** What is saved, in the words of the form: "correction". */
  noun: string
  /** The button that saves it. */
  button: string
  /** Why it is refused, by the code of the refusal. Others have one sentence. */
  refusals?: Readonly<Record<string, string>>
  /** Today's, where the lines have prices. */
  fetchSizes?: typeof fetchSizes
}

const PRICE_CODES = ['price_changed', 'total_mismatch', 'item_unknown']

/** What is typed, which this tab saves. */
export function typedDraft(key: string): WritableAtom<TypedContents> {
  return draftAtom(key, {
    empty: UNTOUCHED,
    isEmpty: (typed) => typed.isSaved || !isTyped(typed),
    parse: parseTyped,
  })
}

/** @param $typed What is typed, beside what else the form has. */
export function createEditor<Typed extends TypedContents>(
  $typed: WritableAtom<Typed>,
  { before, errorMessage, noun, button, refusals = {}, fetchSizes: fetchPrices }: EditorOptions,
) {
  const { $submission, submit, clear, isSending } = createSubmit<Problems>(errorMessage)
  const $sizes = atom(sizesOfBuild)
  /** Counts the presses that were stopped; from the first on, problems are shown. */
  const $checks = atom(0)
  const texts = () => ({ ...before().texts, ...$typed.get().typed })
  const lines = () => $typed.get().lines ?? before().lines

  /** What is as it was before counts as not typed. What would be in no order is not taken: while one is sent. */
  function set(change: Partial<Contents>): void {
    const now = $typed.get()
    if (isSending() || now.isSaved) return
    const typed = typedOver(before(), { texts: texts(), lines: lines(), ...change })
    const { version = before().version } = now
    $typed.set({ ...now, ...(isTyped(typed) ? { ...typed, version } : UNTOUCHED) })
  }

  /** Says that the prices changed, and shows those of today. */
  async function reprice(fetchToday: typeof fetchSizes): Promise<string> {
    const changed = 'The prices changed since this page was opened'
    try {
      const sizes = await fetchToday()
      if (JSON.stringify(sizes) === JSON.stringify($sizes.get()))
        return `The database has other prices than this site, so nothing is saved. Publish the site again, then press ${button}.`
      $sizes.set(sizes)
      return `${changed}. The lines have today’s prices now: check the total and press ${button} again.`
    } catch (error) {
      console.error('Error fetching prices', error)
      return `${changed}, and today’s could not be loaded. Press ${button} again.`
    }
  }

  function failedSentence(error: unknown): string {
    const why = maybeSaved(error) ?? `The ${noun} is not saved: something went wrong on this page.`
    return `${why} Press ${button} again: it is not saved twice.`
  }

  return {
    $form: computed([$typed, $submission, $sizes, $checks], (typed, submission, sizes, checks) => ({
      ...typed,
      state: submission.state,
      sizes,
      checks,
      /** Problems that the backend found, each until its field is typed into. */
      refused: (submission.state === 'refused' && submission.problems) || {},
      /** Why it is not saved, where that is no field's fault. */
      problem: submissionProblem(submission, failedSentence),
    })),
    texts,
    lines,
    set,
    type(field: ContentField, text: string): void {
      set({ texts: { ...texts(), [field]: text } })
      clear(field)
    },
    typeLine(nth: number, change: Partial<LineText>): void {
      set({ lines: changeLine(lines(), nth, change) })
    },
    discard(): void {
      $typed.set({ ...$typed.get(), ...UNTOUCHED })
      clear()
      $checks.set(0)
    },
    /** For a form whose order has a page of its own. */
    markSaved(): void {
      $typed.set({ ...$typed.get(), isSaved: true })
    },
    isTyped: () => isTyped($typed.get()),
    isSaving: isSending,
    /**
     * Sends the contents once, unless they have problems. What is refused is on screen before the check is counted,
     * which leads to the first field with a problem.
     */
    async send(
      { hasProblems }: { hasProblems: boolean },
      send: () => Promise<Refused<Problems> | undefined>,
    ): Promise<void> {
      if (isSending()) return
      if (hasProblems) clear()
      else await submit(send)
      const { state } = $submission.get()
      if (hasProblems || state === 'refused' || state === 'failed') $checks.set($checks.get() + 1)
    },
    /** What is wrong in which field, or why nothing is saved. */
    async explain({ code, field }: { code: string; field?: unknown }): Promise<Refused<Problems>> {
      if (fetchPrices && PRICE_CODES.includes(code)) return { sentence: await reprice(fetchPrices) }
      const problems = refusedProblem(code, field)
      if (Object.keys(problems).length > 0) return { problems }
      const sentence = `The database refused the ${noun} (${code}), so nothing is saved. What you typed is still here.`
      return { sentence: refusals[code] ?? sentence }
    },
  }
}

export type Editor<Typed extends TypedContents = TypedContents> = ReturnType<
  typeof createEditor<Typed>
>
