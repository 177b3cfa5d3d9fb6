/* The names and comments of a source file, as the test of the glossary reads them. */
import ts from 'typescript'

/** Names that a file declares, its comments, and the titles of its tests. Other strings are left out. */
export function wordings(file: string, text: string): string[] {
  if (/\.(ts|tsx|mjs)$/.test(file)) return fromScript(file, text)
  if (file.endsWith('.astro')) return fromAstro(text)
  if (file.endsWith('.css')) return matches(text, /\/\*.*?\*\//gs)
  if (file.endsWith('.sql')) return fromSql(text)
  throw new Error(`${file}: no parser for its comments`)
}

function fromScript(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, string>()
  const read = new Set<number>()
  visit(source)
  return [...found.values()]

  function visit(node: ts.Node): void {
    if (node.kind === ts.SyntaxKind.JsxText) return
    for (const range of commentsBefore(node)) found.set(range.pos, text.slice(range.pos, range.end))
    if (isDeclaredName(node)) found.set(node.getStart(), node.text)
    const title = titleOf(node)
    if (title) found.set(title.getStart(), title.getText())
    for (const child of node.getChildren(source)) visit(child)
  }

  /** An expression, its first part and the token that this begins with have one start. */
  function commentsBefore({ pos }: ts.Node): ts.CommentRange[] {
    if (read.has(pos)) return []
    read.add(pos)
    return [
      ...(ts.getLeadingCommentRanges(text, pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, pos) ?? []),
    ]
  }
}

/** Uses of a name, imports included, are left out: they repeat a declaration. */
function isDeclaredName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node) || !('name' in node.parent) || node.parent.name !== node) return false
  if (ts.isImportSpecifier(node.parent)) return node.parent.propertyName !== undefined
  const uses = [ts.isPropertyAccessExpression, ts.isJsxAttribute, ts.isMetaProperty]
  return !uses.some((isUse) => isUse(node.parent))
}

/** The title in `test('…')`, `it.each(…)('…')` and `describe('…')`. */
function titleOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node)) return undefined
  let callee: ts.Node = node.expression
  while (!ts.isIdentifier(callee)) {
    const inner = ts.isTaggedTemplateExpression(callee) ? callee.tag : expressionOf(callee)
    if (!inner) return undefined
    callee = inner
  }
  const [title] = node.arguments
  return ['test', 'it', 'describe'].includes(callee.text) && title && ts.isStringLiteralLike(title)
    ? title
    : undefined
}

function expressionOf(node: ts.Node): ts.Node | undefined {
  return ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)
    ? node.expression
    : undefined
}

/** The front matter and the scripts are TypeScript; elsewhere only comments count. */
function fromAstro(text: string): string[] {
  const scripts = text.matchAll(/^---\n(.*?)^---$|<script\b[^>]*>\n(.*?)<\/script>/gms)
  const codes = Array.from(scripts, ([, fields, code = '']) => fields ?? code)
  const markup = codes.reduce((rest, code) => rest.replace(code, ''), text)
  return [
    ...codes.flatMap((code) => fromScript('script.ts', code)),
    ...matches(markup, /\/\*.*?\*\/|<!--.*?-->/gs),
  ]
}

/** Comments, also those of `comment on`, and all names; the bodies of functions are code. */
function fromSql(text: string): string[] {
  const tokens =
    /comment on [^';]*? is\s+('(?:[^']|'')*')|--[^\n]*|\/\*.*?\*\/|e?'(?:[^']|'')*'|[a-z_][a-z_0-9]*/gis
  return matches(text, tokens).filter((token) => !/^e?'/i.test(token))
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([found]) => found)
}
