/* The requests of acts: each is done once, whatever is sent twice. Each may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import type { Json } from '#api/database.types.ts'

export interface Requested {
  /** A UUID; that of the act where it is undone. */
  request: string
}

/** As many rows as an act takes. */
export const MAX_ROWS = 500

/** A write of the admin, or the undoing of one. */
export interface Act extends Requested {
  act:
    | 'book'
    | 'enter'
    | 'correct'
    | 'join'
    | 'take_apart'
    | 'attempt'
    | 'tell'
    | 'note'
    | 'delete_note'
    | 'release'
    | 'discard'
    | 'delete'
    | 'batch'
    | 'sheet'
    | 'print'
    | 'apply'
    | 'bank'
    | 'check_in'
    | 'undo'
  /** At most `MAX_ROWS`, with the ids of what they are about. An undo has none: it concerns all that the act saved. */
  rows: readonly ActRow[]
}

export type ActRow = { id: string } & Record<string, Json | undefined>

/** What became of a row. A refused one changed nothing. */
export type RowResult = { id: string } & Record<string, unknown> &
  ({ ok: true } | { ok: false; code: string })

/** Responds to a repeated request as to the first one. */
export async function sendAct({ request, act, rows }: Act): Promise<RowResult[]> {
  const call: Promise<{ results: RowResult[] }> =
    act === 'undo'
      ? adminRpc('admin_undo_act', { request })
      : adminRpc('admin_act', { request, act, rows })
  return (await call).results
}
