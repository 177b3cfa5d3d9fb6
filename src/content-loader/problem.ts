import { userError } from '#kit/user-error.ts'

/** A mistake of whoever sets the shop up. */
export interface Problem {
  /** The file with the mistake, or the variable of the environment. */
  file: string
  what: string
  /** What to write or do instead. */
  write: string
  /** A build prints it and goes on. */
  isWarning?: boolean
}

export type FieldProblem = Omit<Problem, 'file'>

export function sentenceOf({ file, what, write }: Problem): string {
  return `${file}: ${what}. ${write}.`
}

export function inFile(file: string, problems: FieldProblem[]): Problem[] {
  return problems.map((problem) => ({ file, ...problem }))
}

/** Ends an Astro command with a sentence for each problem. */
export function stopAt(problems: Problem[]): void {
  if (problems.length > 0) throw userError(problems.map(sentenceOf).sort().join('\n'))
}
