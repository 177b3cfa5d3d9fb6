/* The statements of a file of SQL, and which object of the database each is about. */

export interface Statement {
  /** Without its semicolon, with the comment above it. */
  text: string
  kind: 'function' | 'view' | 'table' | 'other'
  /** The function, view or table that it makes, describes or grants: `private.is_open`. */
  name: string
  /** It takes the place of a function that a file before it makes: supabase/schemas/shop/slots.sql. */
  replaces: boolean
  /** Of a table: `trigger leave_batch on private.order_details`, as `readObjects` names it. */
  part: string
}

/** Reads what supabase/schemas consists of. Functions get `or replace`. */
export function statementsOf(sql: string): Statement[] {
  // A body is between two equal $tags$.
  const texts = sql.match(/(?:\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|--.*|\/\*[\s\S]*?\*\/|[^;])+/g) ?? []
  return texts.map((text) => toStatement(text.trim())).filter(({ kind }) => kind !== 'other')
}

function toStatement(text: string): Statement {
  const bare = text.replace(/^(?:\/\*[\s\S]*?\*\/|--.*|\s)+/, '')
  const statement = (kind: Statement['kind'], name = '', part = '') => ({
    text: text
      .replace(/^\/\*[\s\S]*?\*\/\s*/, '')
      .replace(/^create (function|view) /m, 'create or replace $1 '),
    kind,
    name,
    replaces: bare.startsWith('create or replace'),
    part,
  })
  const [, one, about] =
    /^(?:create (?:or replace )?(function|view)|comment on (?:function|view)|(?:grant|revoke) .* on function) ([\w.]+)/.exec(
      bare,
    ) ?? []
  if (about)
    return statement(
      one === 'view' || bare.startsWith('comment on view') ? 'view' : 'function',
      about,
    )
  const [, kind, part = '', table = ''] =
    /^create (?:constraint |unique )?(index|trigger|policy) ("[^"]*"|\w+)[\s\S]*? on ([\w.]+)/.exec(
      bare,
    ) ?? []
  const schema = table.split('.')[0]
  if (kind === 'index') return statement('table', table, `index ${schema}.${part}`)
  if (kind) return statement('table', table, `${kind} ${part.replaceAll('"', '')} on ${table}`)
  const [, changed = ''] =
    /^(?:create table|alter table|comment on table) ([\w.]+)/.exec(bare) ?? []
  const [, column = ''] = /^comment on column (\w+\.\w+)/.exec(bare) ?? []
  return statement(changed || column ? 'table' : 'other', changed || column)
}
