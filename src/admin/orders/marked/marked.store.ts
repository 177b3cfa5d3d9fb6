/*
 * Deciding on marked orders: a request takes 500 orders at most, so a press goes on until its group is done,
 * and all of it is one decision with one Undo.
 */
import { atom } from 'nanostores'
import { formatCount } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { dismissToast, showToast } from '#kit/toast/toast.ts'
import {
  type DecisionResult,
  decideMarked,
  deleteDiscarded,
  fetchMarked,
  undoDecision,
} from './marked.api.ts'
import type { Decision, MarkedGroup } from './marked.ts'

export type Task =
  /** With a decision, the rest of a group. */
  | { kind: 'release' | 'discard'; group: MarkedGroup; decision?: Decision }
  | { kind: 'undo' | 'delete'; decision: Decision }

export type Work =
  | { step: 'idle' }
  | { step: 'working'; task: Task; done: number; all: number }
  | { step: 'done'; sentence: string }
  /** The task does the rest. */
  | { step: 'failed'; task: Task; done: number; error: unknown }

const requests = { fetchMarked, decideMarked, undoDecision, deleteDiscarded, announce }

export function createMarkedPage(options: Partial<typeof requests> = {}) {
  const services = { ...requests, ...options }
  const $work = atom<Work>({ step: 'idle' })
  const remote = createRemoteStore(services.fetchMarked, {
    errorMessage: 'Error fetching marked orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })
  let toast = 0

  /** Does the task to its end. */
  async function run(task: Task): Promise<void> {
    if ($work.get().step === 'working') return
    dismissToast(toast)
    const all = 'group' in task ? task.group.orders : task.decision.left
    let now = task
    let done = 0
    let unchanged = 0
    try {
      for (let isEnd = false; !isEnd; ) {
        $work.set({ step: 'working', task: now, done, all: Math.max(all, done) })
        const result = await send(now)
        // Undone meanwhile, in another tab or by another admin.
        if (!result.ok) break
        done += result.changed
        unchanged += result.unchanged
        if (result.decision) now = { ...now, decision: result.decision }
        isEnd = result.remaining === 0 || result.changed + result.unchanged === 0
      }
      complete(now, done, unchanged)
    } catch (error) {
      // The page is on its way to the login.
      if (hasCode(error, 'forbidden')) return
      console.error('Error deciding on marked orders', error)
      $work.set({ step: 'failed', task: now, done, error })
    }
    await remote.load()
  }

  function send(task: Task): Promise<DecisionResult> {
    switch (task.kind) {
      case 'undo':
        return services.undoDecision(task.decision.id)
      case 'delete':
        return services.deleteDiscarded(task.decision.id)
      case 'release':
      case 'discard': {
        const { mark, group } = task.group
        return services.decideMarked(task.kind, { mark, group }, task.decision?.id)
      }
    }
  }

  function complete({ kind, decision }: Task, done: number, unchanged: number): void {
    $work.set({ step: 'done', sentence: sentenceOf(kind, done, unchanged) })
    if (done > 0 && decision && (kind === 'release' || kind === 'discard')) {
      const undo = () => void run({ kind: 'undo', decision: { ...decision, left: done } })
      toast = services.announce(`${formatCount(done)} ${DONE[kind]}`, undo)
    }
  }

  return { ...remote, $work, run }
}

export type MarkedPageStore = ReturnType<typeof createMarkedPage>

const DONE: Record<Task['kind'], string> = {
  release: 'released',
  discard: 'discarded',
  undo: 'as before again',
  delete: 'deleted for good',
}

function sentenceOf(kind: Task['kind'], done: number, unchanged: number): string {
  if (done + unchanged === 0) return 'Nothing was left to do: see the last decisions.'
  const sentence = `${formatCount(done)} ${DONE[kind]}.`
  return unchanged === 0
    ? sentence
    : `${sentence} ${formatCount(unchanged)} changed since: the status of now stays.`
}

function announce(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}
