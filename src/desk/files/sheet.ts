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

export interface Sheet {
  /** Empty for a text file. */
  name: string
  rows: string[][]
  merged: MergedCells[]
  unread: UnreadCell[]
}

/** `booked_packet_cn`, `Booked Packet CN (Rs.)` → `bookedpacketcn`. */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/\(?\b(rs|pkr)\b\.?\)?|\(\s*[\d.]+\s*%\s*\)/g, '')
    .replace(/[^a-z0-9]/g, '')
}

/** Headers that are known, as headerKey() writes them, and how much each says that a row has the headers. */
export type KnownHeaders = ReadonlyMap<string, number>

export function headerPoints(row: readonly string[], headers: KnownHeaders): number {
  return [...new Set(row.map(headerKey))].reduce((sum, key) => sum + (headers.get(key) ?? 0), 0)
}
