import ts from 'typescript'

/** A type as data: an object type by its members, any other by its text. */
export type Shape = string | { [name: string]: Shape }

/** The tables and functions of `Database['public']` in a file of generated types. */
export function apiShape(source: string): Shape {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest)
  const database = file.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'Database')
  const shape = database && shapeOf(database.type, file)
  if (typeof shape !== 'object' || typeof shape['public'] !== 'object') {
    throw new Error(`There is no Database['public'] in: ${source.slice(0, 200)}`)
  }
  const { Tables = '', Functions = '' } = shape['public']
  return { Tables, Functions }
}

function shapeOf(type: ts.TypeNode, file: ts.SourceFile): Shape {
  if (!ts.isTypeLiteralNode(type)) return plainText(type.getText(file))
  const members = type.members.filter(ts.isPropertySignature).flatMap((member) => {
    const { name, questionToken, type: of } = member
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return []
    // The CLI's own: the shop has no computed columns.
    if (name.text === 'ComputedFields' || !of) return []
    return [[name.text + (questionToken ? '?' : ''), shapeOf(of, file)]]
  })
  return Object.fromEntries(members)
}

/** Two types of the same meaning have the same text. */
function plainText(type: string): string {
  return type
    .replace(/\s+/g, '')
    .replaceAll('"', "'")
    .replaceAll(',]', ']')
    .replace('NonNullable<Json>', 'Json')
    .replace('Record<PropertyKey,never>', 'never')
}
