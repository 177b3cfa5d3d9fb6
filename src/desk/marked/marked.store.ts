/*
 * Deciding on marked orders: a request takes 500 orders at most, so a press goes on until its group is done,
 * and all of it is one decision with one Undo.
 */
import { atom } from 'nanostores'
import { formatCount } from '#admin/order/orders.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { dismissToast, showToast } from '#kit/toast/toast.store.ts'
import {
  type DecisionResult,
  type DecisionStep,
  decideMarked,
  deleteDiscarded,
  fetchMarked,
  undoDecision,
} from './marked.api.ts'
import type { Decision, MarkedGroup } from './marked.ts'

export type MarkedTask =
  /** With a decision, the rest of a group. */
  | { kind: 'release' | 'discard'; group: MarkedGroup; decision?: Decision }
  | { kind: 'undo' | 'delete'; decision: Decision }

/** How far a press is, or came. */
export interface Progress {
  /** What does the rest. */
  task: MarkedTask
  done: number
  /** Orders that somebody changed since. */
  unchanged: number
  all: number
}

const requests = { fetchMarked, decideMarked, undoDecision, deleteDiscarded, announce }

type MarkedServices = typeof requests

export function createMarkedPage(options: Partial<MarkedServices> = {}) {
  const services = { ...requests, ...options }
  const { $submission, submit, isSending } = createSubmit('Error deciding on marked orders')
  const $progress = atom<Progress | undefined>()
  const remote = createRemoteStore(services.fetchMarked, {
    errorMessage: 'Error fetching marked orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })
  let toast = 0

  /** Does the task to its end. */
  async function run(task: MarkedTask): Promise<void> {
    if (isSending()) return
    dismissToast(toast)
    const isDone = await submit(async () => {
      for await (const progress of doInSteps(task, services)) $progress.set(progress)
    })
    const progress = $progress.get()
    const undo = isDone && progress && undoOf(progress)
    if (undo) toast = services.announce(titleOf(progress), () => void run(undo))
    if (isDone || $submission.get().state === 'failed') await remote.load()
  }

  return { ...remote, $submission, $progress, run }
}

export type MarkedPageStore = ReturnType<typeof createMarkedPage>

async function* doInSteps(task: MarkedTask, services: MarkedServices): AsyncGenerator<Progress> {
  const all = 'group' in task ? task.group.orders : task.decision.left
  let progress: Progress = { task, done: 0, unchanged: 0, all }
  yield progress
  for (let isEnd = false; !isEnd; ) {
    const result = await send(progress.task, services)
    // Undone meanwhile, in another tab or by another admin.
    if (!result.ok) return
    progress = withResult(progress, result)
    yield progress
    isEnd = result.remaining === 0 || result.changed + result.unchanged === 0
  }
}

function send(task: MarkedTask, services: MarkedServices): Promise<DecisionResult> {
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

function withResult({ task, done, unchanged, all }: Progress, result: DecisionStep): Progress {
  const { decision } = result
  return {
    task: decision ? { ...task, decision } : task,
    done: done + result.changed,
    unchanged: unchanged + result.unchanged,
    all: Math.max(all, done + result.changed),
  }
}

/** What takes a decision back, where something was decided. */
function undoOf({ task: { kind, decision }, done }: Progress): MarkedTask | undefined {
  if (done === 0 || !decision || (kind !== 'release' && kind !== 'discard')) return undefined
  return { kind: 'undo', decision: { ...decision, left: done } }
}

const DONE: Record<MarkedTask['kind'], string> = {
  release: 'released',
  discard: 'discarded',
  undo: 'as before again',
  delete: 'deleted for good',
}

/** `40 orders released`. */
function titleOf({ task, done }: Progress): string {
  return `${formatCount(done)} ${DONE[task.kind]}`
}

export function sentenceOf(progress: Progress): string {
  const { done, unchanged } = progress
  if (done + unchanged === 0) return 'Nothing was left to do: see the last decisions.'
  const sentence = `${titleOf(progress)}.`
  return unchanged === 0
    ? sentence
    : `${sentence} ${formatCount(unchanged)} changed since: the status of now stays.`
}

function announce(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}
