/* Lines that protect the shop, and how to remove each of them. */
export interface Mutation {
  /** What is true while the line is there. */
  name: string
  /** Runs after the migrations. */
  sql: string
  /** The test file in which at least one test must fail. */
  test: string
}

/** By name: a condition that becomes `false`, or a text and what replaces it. */
type Changes = Record<string, string | [text: string, by: string]>

/** Changes of a database function as it is after all migrations. */
export function inFunction(signature: string, test: string, changes: Changes): Mutation[] {
  return Object.entries(changes).map(([name, change]) => {
    const [text, by] = typeof change === 'string' ? [change, 'false'] : change
    return { name, test, sql: replaceInFunction(signature, text, by) }
  })
}

/** Statements that run after the migrations. */
export function bySql(test: string, statements: Record<string, string>): Mutation[] {
  return Object.entries(statements).map(([name, sql]) => ({ name, test, sql }))
}

/** SQL that replaces a text in a database function. */
function replaceInFunction(signature: string, text: string, by: string): string {
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
