/* The forms of a placed order. Most customers open none, so their script is fetched when the page is idle. */
import { atom } from 'nanostores'
import { loaderOf } from '#ui/on-demand.ts'
import type { CancelForm } from './CancelForm.tsx'
import type { ChangeForm } from './ChangeForm.tsx'
import type { CorrectionLink } from './CorrectionLink.tsx'
import type { HelpForm } from './HelpForm.tsx'
import type { MessageForm } from './MessageForm.tsx'

/** What the script in OrderForms.astro exports. */
export interface OrderForms {
  CancelForm: typeof CancelForm
  ChangeForm: typeof ChangeForm
  CorrectionLink: typeof CorrectionLink
  HelpForm: typeof HelpForm
  MessageForm: typeof MessageForm
}

export type FormsLoad =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; forms: OrderForms }

const loadForms = loaderOf<OrderForms>('order-forms')

export const $orderForms = atom<FormsLoad>({ state: 'loading' })

/** Loads the forms unless they are there. After a failure the next call tries again. */
export async function fetchOrderForms(): Promise<void> {
  if ($orderForms.get().state === 'ready') return
  $orderForms.set({ state: 'loading' })
  try {
    $orderForms.set({ state: 'ready', forms: await loadForms() })
  } catch {
    $orderForms.set({ state: 'failed' })
  }
}
