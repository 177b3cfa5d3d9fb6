import type { NoticesResult } from './notices.api.ts'
import type { Notices } from './notices.ts'

/**
 * Saves, and shows what is set then, with a toast. Where `send` returns undefined nothing was sent. Returns whether it
 * was saved.
 */
export type SaveNotices = (
  send: () => Promise<NoticesResult | undefined>,
  done?: string,
) => Promise<boolean>

/** What each part of the section is given. */
export interface PartProps {
  notices: Notices
  save: SaveNotices
  isBusy: boolean
}
