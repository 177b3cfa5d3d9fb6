/* Lines that protect the shop, and how to remove each of them. */
import { readFileSync } from 'node:fs'

export interface Mutation {
  /** What is true while the line is there. */
  name: string
  change: FileChange | { sql: string }
  /** The test file in which at least one test must fail. */
  test: string
}

export interface FileChange {
  file: string
  text: string
  by: string
}

/** By name: a condition that becomes `false`, or a text and what replaces it. */
type Changes = Record<string, string | [text: string, by: string]>

/** Changes of a file. The text must occur exactly once. */
export function inFile(file: string, test: string, changes: Changes): Mutation[] {
  return Object.entries(changes).map(([name, change]) => {
    const [text, by] = textAndReplacement(change)
    return { name, test, change: { file, text, by } }
  })
}

/** Changes of a database function as it is after all migrations. */
export function inFunction(signature: string, test: string, changes: Changes): Mutation[] {
  return Object.entries(changes).map(([name, change]) => {
    const sql = replaceInFunction(signature, ...textAndReplacement(change))
    return { name, test, change: { sql } }
  })
}

/** Statements that run after the migrations. */
export function bySql(test: string, statements: Record<string, string>): Mutation[] {
  return Object.entries(statements).map(([name, sql]) => ({ name, test, change: { sql } }))
}

/** The changed content of a file. Throws if the text does not occur exactly once. */
export function changedFile({ file, text, by }: FileChange, root: URL): string {
  const content = readFileSync(new URL(file, root), 'utf8')
  const count = content.split(text).length - 1
  if (count !== 1) throw new Error(`${file} contains this ${count} times, not once: ${text}`)
  return content.replace(text, () => by)
}

function textAndReplacement(change: Changes[string]): [text: string, by: string] {
  return typeof change === 'string' ? [change, 'false'] : change
}

/** SQL that replaces a text in a database function. */
export function replaceInFunction(signature: string, text: string, by: string): string {
  return `
    do $mutation$
    declare
      definition text := pg_get_functiondef('${signature}'::regprocedure);
      target constant text := $text$${text}$text$;
    begin
      if strpos(definition, target) = 0 then
        raise exception 'no longer in ${signature}: %', target;
      end if;
      execute replace(definition, target, $by$${by}$by$);
    end
    $mutation$`
}
