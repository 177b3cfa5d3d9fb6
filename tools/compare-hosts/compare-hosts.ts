import { type HostResponse, requestRaw } from './request-raw.ts'

/** Headers that differ between any two servers and do not matter to the site. */
const IGNORED_HEADERS = new Set([
  'accept-ranges',
  'age',
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'vary',
])
const IGNORED_PREFIXES = ['access-control-', 'cache-status', 'netlify-', 'x-nf-']

export interface Comparison {
  alike: number
  differences: string[]
}

/** The first server's value stands before the second's. */
export async function compareHosts(
  [one, other]: [string, string],
  paths: string[],
  { method, ignored = [] }: { method: string; ignored?: string[] },
): Promise<Comparison> {
  const differences: string[] = []
  let alike = 0
  for (const path of paths) {
    const [a, b] = await Promise.all([
      requestRaw(one, path, method),
      requestRaw(other, path, method),
    ])
    const found = differencesBetween(a, b, ignored)
    if (found.length === 0) alike += 1
    differences.push(...found.map((difference) => `${method} ${path}  ${difference}`))
  }
  return { alike, differences }
}

function differencesBetween(a: HostResponse, b: HostResponse, ignored: string[]): string[] {
  const names = [...new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])]
  return [
    difference('status', a.status, b.status),
    difference('body', a.bodyHash, b.bodyHash),
    ...names
      .filter((name) => !isIgnored(name) && !ignored.includes(name))
      .sort()
      .map((name) => difference(name, a.headers[name], b.headers[name])),
  ].filter((found) => found !== undefined)
}

function difference(name: string, a: unknown, b: unknown): string | undefined {
  return a === b ? undefined : `${name}: ${a ?? 'none'} | ${b ?? 'none'}`
}

function isIgnored(name: string): boolean {
  return IGNORED_HEADERS.has(name) || IGNORED_PREFIXES.some((prefix) => name.startsWith(prefix))
}
