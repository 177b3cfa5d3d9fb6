/* What stands between an attacker and the shop, one thing at a time, and how to take it away. */
export interface Guard {
  /** What is true as long as the guard stands. */
  name: string
  /** SQL that takes it away once the migrations are applied, or a text to replace in a file. */
  drop: { sql: string } | { file: string; text: string; by: string }
  /** Where one test at least must go red. */
  tests: string[]
}

/** Takes a text out of a function of the database as it is now, whichever migration wrote it. */
export function rewrite(signature: string, text: string, by: string): { sql: string } {
  return {
    sql: `
      do $drop$
      declare
        definition text := pg_get_functiondef('${signature}'::regprocedure);
        target constant text := $text$${text}$text$;
      begin
        if strpos(definition, target) = 0 then
          raise exception 'no longer in ${signature}: %', target;
        end if;
        execute replace(definition, target, $by$${by}$by$);
      end
      $drop$`,
  }
}
