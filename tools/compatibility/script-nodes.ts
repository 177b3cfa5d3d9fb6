/* The nodes of a script, and what their names are. */
import type { ESTree } from 'vite'

/** A node of any kind. */
export type AnyNode = ESTree.Node & Record<string, unknown>

interface Visit {
  node: AnyNode
  parent: AnyNode | undefined
  /** Of the node in its parent. */
  key: string
}

export function* walk(node: AnyNode, parent?: AnyNode, key = ''): Generator<Visit> {
  yield { node, parent, key }
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') yield* walk(child, node, name)
  }
}

/** The text of a string literal, or of a template without expressions. */
export function textOf(node: AnyNode | ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** `b` in `a.b`, `a['b']` and `a?.b`. */
export function memberName({ property, computed }: ESTree.MemberExpression): string {
  return computed ? (textOf(property) ?? '') : nameOf(property)
}

export function nameOf(node: ESTree.Node): string {
  return node.type === 'Identifier' ? node.name : (textOf(node) ?? '')
}

/** Whether a member is defined here: `this.b = 1`, or `A.prototype.b ??= …` for older browsers. */
export function isAdded(
  node: ESTree.MemberExpression,
  parent: AnyNode | undefined,
  key: string,
): boolean {
  if (parent?.type !== 'AssignmentExpression' || key !== 'left') return false
  return node.object.type === 'ThisExpression' || parent.operator === '??='
}

const DECLARING: Record<string, string[]> = {
  VariableDeclarator: ['id'],
  CatchClause: ['param'],
  ArrayPattern: ['elements'],
  AssignmentPattern: ['left'],
  RestElement: ['argument'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
}

/** Whether an identifier names something that the script declares. */
export function isDeclaration(parent: AnyNode | undefined, key: string): boolean {
  if (!parent) return false
  if (/Function|Class/.test(parent.type)) return key === 'id' || key === 'params'
  return DECLARING[parent.type]?.includes(key) ?? false
}

const NAMING: Record<string, string[]> = {
  MemberExpression: ['property'],
  Property: ['key'],
  MethodDefinition: ['key'],
  PropertyDefinition: ['key'],
  ExportSpecifier: ['exported'],
  ImportSpecifier: ['imported'],
  MetaProperty: ['meta', 'property'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
}

/** Whether an identifier is neither a declaration nor the name of a member. */
export function isReference(parent: AnyNode | undefined, key: string): boolean {
  if (!parent) return false
  return Boolean(parent['computed']) || !NAMING[parent.type]?.includes(key)
}
