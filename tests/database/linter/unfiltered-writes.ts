/*
 * Finds every UPDATE and DELETE without WHERE, as the extension safeupdate does at run time: a hosted
 * project loads it for the API's roles, and it reaches into functions and triggers. The parser is
 * that of Postgres itself.
 */
import { loadModule, parse, parsePlPgSQL } from 'libpg-query'
import { OURS, type Rule } from './rule.ts'

export const unfilteredWriteRules: Rule[] = [
  {
    fact: 'a function updates and deletes with a WHERE, or safeupdate refuses the call',
    async find(sql) {
      const functions = await sql<{ name: string; definition: string }>(`
        select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
        where pronamespace::regnamespace::text in ${OURS} and prokind in ('f', 'p')
        order by 1`)
      const found = functions.map(async ({ name, definition }) =>
        (await unfilteredWrites(definition)).map((write) => `${name}: ${write}`),
      )
      return (await Promise.all(found)).flat()
    },
    breaches: [
      [
        `create or replace function private.count_new_customers() returns trigger
         language plpgsql set search_path = '' as $$
         declare
           gained constant bigint := (select count(*) from changed) * tg_argv[0]::integer;
         begin
           if gained <> 0 then
             update private.customer_changes set customers = customers + gained;
           end if;
           return null;
         end $$`,
        'private.count_new_customers(): UPDATE private.customer_changes',
      ],
      [
        `create or replace function private.recount_customers() returns void
         language sql set search_path = '' as $$ delete from private.customers; select null $$`,
        'private.recount_customers(): DELETE private.customers',
      ],
      [
        `create function private.bad() returns bigint language plpgsql set search_path = '' as $$
         begin
           return (select 1);
         exception when others then
           for i in 1..2 loop
             with gone as (delete from private.total_changes returning day) select 1 from gone;
           end loop;
         end $$`,
        'private.bad(): DELETE private.total_changes',
      ],
      [
        `create function private.bad() returns setof date language sql set search_path = ''
         begin atomic update private.total_changes set orders = 0 returning day; end`,
        'private.bad(): UPDATE private.total_changes',
      ],
      [
        `create function private.bad(name text) returns void language plpgsql set search_path = ''
         as $$ begin execute format('delete from private.%I', name); end $$`,
        'private.bad(text): builds "delete from private.%I"',
      ],
    ],
  },
]

/** Each as `UPDATE schema.table`, in the bodies of functions and DO blocks as well. */
export async function unfilteredWrites(sql: string): Promise<string[]> {
  await loadModule()
  const tree = await parse(sql)
  const own = [
    ...unfiltered(tree, 'UpdateStmt').map((table) => `UPDATE ${table}`),
    ...unfiltered(tree, 'DeleteStmt').map((table) => `DELETE ${table}`),
  ]
  const bodies = [...nodesOf(tree, 'CreateFunctionStmt'), ...nodesOf(tree, 'DoStmt')].map(bodyOf)
  const statements = bodies.flatMap(({ language, text }) =>
    language === 'sql' && text ? [text] : [],
  )
  const builders: string[] = []
  if (bodies.some(({ language }) => language === 'plpgsql')) {
    const plpgsql = await parsePlPgSQL(withoutArrayResults(sql))
    statements.push(...statementsOf(plpgsql))
    builders.push(...buildersOf(plpgsql))
  }
  const inBodies = await Promise.all(statements.map(unfilteredWrites))
  const built = await Promise.all(builders.map(builtWrites))
  return [...own, ...inBodies.flat(), ...built.flat()]
}

type Node = Record<string, unknown>

/** The parser knows no types, takes an array of rows for an array of records, and refuses it. */
function withoutArrayResults(sql: string): string {
  return sql.replace(/(\breturns\s+(?:setof\s+)?[\w.]+)\[\]/gi, '$1')
}

/** All nodes of this type, however deep. */
function nodesOf(tree: unknown, type: string): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === type ? [value as Node] : []),
    ...nodesOf(value, type),
  ])
}

function unfiltered(tree: unknown, type: string): string[] {
  return nodesOf(tree, type)
    .filter((statement) => !statement['whereClause'])
    .map((statement) => {
      const { schemaname, relname } = statement['relation'] as Node
      return [schemaname, relname].filter(Boolean).join('.')
    })
}

/** The language, and the text between the quotes where the body is a text. */
function bodyOf(statement: Node): { language: string; text: string | undefined } {
  const options = nodesOf(statement, 'DefElem')
  const optionOf = (name: string) => {
    const option = options.find(({ defname }) => defname === name)
    return nodesOf(option, 'String')[0]?.['sval'] as string | undefined
  }
  return { language: optionOf('language') ?? 'plpgsql', text: optionOf('as') }
}

/** The statements that PL/pgSQL hands to SQL as they are written. */
function statementsOf(plpgsql: unknown): string[] {
  const WHOLE_STATEMENT = 0
  return nodesOf(plpgsql, 'PLpgSQL_expr')
    .filter(({ parseMode }) => parseMode === WHOLE_STATEMENT)
    .map(({ query }) => query as string)
}

/** The expressions whose value PL/pgSQL executes. */
function buildersOf(plpgsql: unknown): string[] {
  const expressions = [
    ...nodesOf(plpgsql, 'PLpgSQL_stmt_dynexecute').map(({ query }) => query),
    ...nodesOf(plpgsql, 'PLpgSQL_stmt_dynfors').map(({ query }) => query),
    ...nodesOf(plpgsql, 'dynquery'),
  ]
  return expressions.flatMap((expression) =>
    nodesOf(expression, 'PLpgSQL_expr').map(({ query }) => query as string),
  )
}

/** The whole statement is known at run time only, so its literals may not name UPDATE or DELETE. */
async function builtWrites(expression: string): Promise<string[]> {
  const literals = nodesOf(await parse(`select ${expression}`), 'A_Const')
  return literals
    .map((literal) => String((literal['sval'] as Node | undefined)?.['sval'] ?? ''))
    .filter((text) => /\b(update|delete)\b/i.test(text))
    .map((text) => `builds "${text}"`)
}
