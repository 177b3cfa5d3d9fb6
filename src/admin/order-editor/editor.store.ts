/* The editor of what an order contains: of a new order, of a correction and of a replacement. */
import { atom, computed, type WritableAtom } from 'nanostores'
import { createSubmit, type Refused, submissionProblem } from '#kit/form/submit.ts'
import {
  type Contents,
  type Field,
  isTyped,
  type Problems,
  refusedProblem,
  type TypedContents,
  typedOver,
  UNTOUCHED,
} from './contents.ts'
import type { fetchSizes } from './lines.api.ts'
import { changeLine, type LineText, sizesOfBuild } from './lines.ts'

interface EditorOptions {
  /** What the form began with. */
  before: () => Contents
  errorMessage: string
  /** What the form says where nothing is saved. */
  sentences: {
    refused: (code: string) => string
    failed: (error: unknown) => string
  }
  /** Where the lines have prices: today's, and what the form says where they are others. */
  prices?: {
    fetchSizes: typeof fetchSizes
    changed: string
    /** The database has other prices than the site. */
    differ: string
    unknown: string
  }
}

const PRICE_CODES = ['price_changed', 'total_mismatch', 'item_unknown']

/** @param $typed What is typed, beside what else the form has. */
export function createEditor<Typed extends TypedContents>(
  $typed: WritableAtom<Typed>,
  { before, errorMessage, sentences, prices }: EditorOptions,
) {
  const { $submission, submit, clear, isSending } = createSubmit<Problems>(errorMessage)
  const $sizes = atom(sizesOfBuild)
  /** Counts the presses that were stopped; from the first on, problems are shown. */
  const $checks = atom(0)
  const texts = () => ({ ...before().texts, ...$typed.get().typed })
  const lines = () => $typed.get().lines ?? before().lines

  /** What is as it was before counts as not typed. */
  function set(change: Partial<Contents>): void {
    const contents = { texts: texts(), lines: lines(), ...change }
    $typed.set({ ...$typed.get(), ...typedOver(before(), contents) })
  }

  /** Says that the prices changed, and shows those of today. */
  async function reprice({ fetchSizes, ...say }: NonNullable<typeof prices>): Promise<string> {
    try {
      const sizes = await fetchSizes()
      if (JSON.stringify(sizes) === JSON.stringify($sizes.get())) return say.differ
      $sizes.set(sizes)
      return say.changed
    } catch (error) {
      console.error('Error fetching prices', error)
      return say.unknown
    }
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
      problem: submissionProblem(submission, sentences.failed),
    })),
    texts,
    lines,
    set,
    type(field: Field, text: string): void {
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
      if (hasProblems) clear()
      else await submit(send)
      const { state } = $submission.get()
      if (hasProblems || state === 'refused' || state === 'failed') $checks.set($checks.get() + 1)
    },
    /** What is wrong in which field, or why nothing is saved. */
    async explain({ code, field }: { code: string; field?: unknown }): Promise<Refused<Problems>> {
      if (prices && PRICE_CODES.includes(code)) return { sentence: await reprice(prices) }
      const problems = refusedProblem(code, field)
      const isAtField = Object.keys(problems).length > 0
      return isAtField ? { problems } : { sentence: sentences.refused(code) }
    },
  }
}

export type Editor<Typed extends TypedContents = TypedContents> = ReturnType<
  typeof createEditor<Typed>
>
