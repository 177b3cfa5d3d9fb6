/* State in the URL's query parameters: shared by link, restored by reload, Back and Forward. */
import { atom } from 'nanostores'
import { type HistoryStep, writeQuery } from './history.ts'

/** One query parameter. An invalid or missing one parses as the default, which is left out of the URL. */
export interface QueryParam<Value> {
  name: string
  parse(text: string | null): Value
  /** '' leaves the parameter out. */
  format(value: Value): string
}

export type QuerySchema<Query> = { [Key in keyof Query]-?: QueryParam<Query[Key]> }

/** A whole query as parameters, where one value takes several of them. */
export interface QueryFormat<Query> {
  /** The names of its parameters. */
  names: readonly string[]
  parse(params: URLSearchParams): Query
  /** Leaves out defaults. */
  format(query: Query): URLSearchParams
}

/** The browser's URL and history; a test passes its own. */
export interface QueryUrl {
  read(): URLSearchParams
  write(params: URLSearchParams, how: HistoryStep): void
}

export function queryState<Query extends object>(
  schema: QuerySchema<Query>,
  options?: { url?: QueryUrl },
) {
  return queryStateOf(formatOf(schema), options)
}

export function queryStateOf<Query extends object>(
  { names, parse, format }: QueryFormat<Query>,
  { url = browserUrl }: { url?: QueryUrl } = {},
) {
  const $query = atom(parse(url.read()))

  /** Parameters of another name stay: a page may have several states. */
  function set(query: Query, how: HistoryStep = 'push'): void {
    $query.set(query)
    const now = url.read()
    const formatted = format(query)
    if (formatted.toString() === format(parse(now)).toString()) return
    for (const name of names) now.delete(name)
    for (const [name, text] of formatted) now.set(name, text)
    url.write(now, how)
  }

  /** After Back or Forward that changed it, `$query` follows the URL, and then `onNavigate` is called. */
  function start(onNavigate: () => void): () => void {
    const follow = () => {
      const query = parse(url.read())
      if (format(query).toString() === format($query.get()).toString()) return
      $query.set(query)
      onNavigate()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }

  return { $query, set, start, format, parse }
}

function formatOf<Query extends object>(schema: QuerySchema<Query>): QueryFormat<Query> {
  const params = Object.entries(schema) as [keyof Query, QueryParam<unknown>][]
  return {
    names: params.map(([, { name }]) => name),
    parse(from) {
      const values = params.map(([key, param]) => [key, param.parse(from.get(param.name))])
      return Object.fromEntries(values) as Query
    },
    format(query) {
      const to = new URLSearchParams()
      for (const [key, param] of params) {
        const text = param.format(query[key])
        if (text) to.set(param.name, text)
      }
      return to
    },
  }
}

export function textParam(name: string, maxLength: number): QueryParam<string> {
  return {
    name,
    parse: (text) => (text ?? '').slice(0, maxLength),
    format: (text) => (text.trim() ? text : ''),
  }
}

export function choiceParam<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): QueryParam<Choice | undefined> {
  return {
    name,
    parse: (text) => choices.find((choice) => choice === text),
    format: (choice) => choice ?? '',
  }
}

/** A build has no URL, so its pages have the defaults. */
const browserUrl: QueryUrl = {
  read: () => new URLSearchParams(globalThis.location?.search),
  write: writeQuery,
}
