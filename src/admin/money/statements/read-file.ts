/* Reads a courier's file, in a script that comes with the first one. */
import type { ColumnMapping } from '../read/fields.ts'
import type { ColumnReport } from '../read/find-columns.ts'
import type { StatementInput, UnknownWord } from '../read/statement.ts'

export interface ReadFile {
  input: StatementInput
  report: ColumnReport
  unknownWords: UnknownWord[]
  /** Why rows could not be read, in sentences. They are not in the input. */
  problems: string[]
  /** What the admin should know of rows and dates, in sentences. */
  remarks: string[]
}

type FileResult =
  | ({ ok: true } & ReadFile)
  /** With a report where the admin can choose columns. */
  | { ok: false; problem: string; report?: ColumnReport }

export async function readFile(
  file: File,
  courier: string,
  mapping: ColumnMapping,
): Promise<FileResult> {
  const { readStatement } = await import('../read/read-statement.ts')
  const read = await readStatement(file, courier, mapping)
  if (!read.ok) return read
  const { statement: input, report, unknownWords, notes: remarks } = read
  const problems = read.problems.map(({ problem }) => problem)
  return { ok: true, input, report, unknownWords, problems, remarks }
}
