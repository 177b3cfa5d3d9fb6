/* The devices that are told of orders and messages, and what is saved about them. */
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { fetchNotices, type NoticesResult } from './notices.api.ts'
import type { Notices } from './notices.ts'

const POLL_MS = 10_000

export function createNotices() {
  const remote = createRemoteStore(fetchNotices, {
    errorMessage: 'Error fetching the notices',
    pollMs: () => POLL_MS,
    reloadsWhenVisible: true,
  })
  const { $submission, submit } = createToastSubmit('Error saving notices')

  /** Saves, and shows what is set then, with a toast. Returns whether it was saved. */
  const save = (send: () => Promise<NoticesResult>, done: string): Promise<boolean> =>
    submit(async () => {
      const result = await send()
      if (!result.ok) return {}
      remote.set(result)
      showToast({ title: done, description: 'Notices' })
      return undefined
    })

  return { ...remote, $submission, save }
}

export type NoticesStore = ReturnType<typeof createNotices>

/** What each part of the section is given. */
export interface PartProps {
  notices: Notices
  store: NoticesStore
}
