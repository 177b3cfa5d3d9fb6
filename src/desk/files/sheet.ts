/* A sheet of a workbook, or a text file as one. */

/** A range of merged cells. Rows and columns count from 0; the last ones belong to it. */
export interface MergedCells {
  top: number
  left: number
  bottom: number
  right: number
}

/** A row, or one cell of it, that says something else than what it was written for. Both count from 0. */
export interface UnreadCell {
  row: number
  /** Absent where the whole row cannot be used. */
  column?: number
  problem: string
}

export interface FileSheet {
  /** Empty for a text file. */
  name: string
  rows: string[][]
  merged: MergedCells[]
  unread: UnreadCell[]
}
