/*
 * src/api/database.types.ts, read from the database itself, in the shape that
 * `supabase gen types typescript` writes it: the type parameter `Database` of supabase-js.
 */
import { openScratchDatabase, type ScratchDatabase } from '../postgres/scratch-database.ts'

export const TYPES_FILE = 'src/api/database.types.ts'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  optional: boolean
  /** Computed by the database: no statement may set it. */
  isGenerated: boolean
}

interface Enum {
  name: string
  labels: string[]
}

interface Argument {
  name: string
  type: string
  optional: boolean
}

interface Relationship {
  table: string
  foreignKeyName: string
  columns: string[]
  referencedRelation: string
  referencedColumns: string[]
}

interface ApiFunction {
  name: string
  arguments: Argument[]
  returns: string
}

/** The content of TYPES_FILE as the migrations define it. */
export async function generateTypes(open = openScratchDatabase): Promise<string> {
  const database = await open()
  try {
    return await databaseTypes(database)
  } finally {
    await database.close()
  }
}

async function databaseTypes(database: ScratchDatabase): Promise<string> {
  const columns = await readColumns(database)
  const relationships = await readRelationships(database)
  const functions = await readFunctions(database)
  const enums = await readEnums(database)
  const tables = [...new Set(columns.map((column) => column.table))]

  return `// Written by \`npm run generate\` from supabase/migrations: change the schema there.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // Tells supabase-js which responses to expect.
  __InternalSupabase: {
    PostgrestVersion: '12'
  }
  public: {
    Tables: {
${tables.map((table) => tableType(ofTable(columns, table), ofTable(relationships, table))).join('\n')}
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
${functions.map(functionType).join('\n')}
    }
    Enums: {
${enums.map(enumType).join('\n')}
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
`
}

async function readColumns(database: ScratchDatabase): Promise<Column[]> {
  const { rows } = await database.query<Column>(`
    select
      relation.relname as table,
      attribute.attname as name,
      case when kind.typtype = 'e' then 'enum ' else '' end || format_type(attribute.atttypid, null)
        as type,
      not attribute.attnotnull as nullable,
      (attribute.atthasdef or attribute.attidentity <> '' or not attribute.attnotnull) as optional,
      attribute.attgenerated <> '' as "isGenerated"
    from pg_attribute as attribute
    join pg_class as relation on relation.oid = attribute.attrelid
    join pg_type as kind on kind.oid = attribute.atttypid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and attribute.attnum > 0 and not attribute.attisdropped
    order by relation.relname, attribute.attname
  `)
  return rows
}

/** Foreign keys between tables of the API. None is unique. */
async function readRelationships(database: ScratchDatabase): Promise<Relationship[]> {
  const { rows } = await database.query<Relationship>(`
    select
      relation.relname as table,
      conname as "foreignKeyName",
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns,
      referenced.relname as "referencedRelation",
      array(select attname::text from pg_attribute where attrelid = confrelid and attnum = any (confkey))
        as "referencedColumns"
    from pg_constraint
    join pg_class as relation on relation.oid = conrelid
    join pg_class as referenced on referenced.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by conname
  `)
  return rows
}

async function readEnums(database: ScratchDatabase): Promise<Enum[]> {
  const { rows } = await database.query<Enum>(`
    select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
    from pg_type join pg_enum on enumtypid = pg_type.oid
    where typnamespace = 'public'::regnamespace
    group by typname order by typname
  `)
  return rows
}

async function readFunctions(database: ScratchDatabase): Promise<ApiFunction[]> {
  const { rows } = await database.query<ApiFunction>(`
    select
      proname as name,
      coalesce((
        select json_agg(json_build_object(
          'name', proargnames[position],
          'type', format_type(argument, null),
          'optional', position > pronargs - pronargdefaults
        ) order by position)
        from unnest(proargtypes::oid[]) with ordinality as listed (argument, position)
      ), '[]') as arguments,
      format_type(prorettype, null) as returns
    from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    order by proname
  `)
  return rows
}

function ofTable<Row extends { table: string }>(rows: Row[], table: string): Row[] {
  return rows.filter((row) => row.table === table)
}

function tableType(columns: Column[], relationships: Relationship[]): string {
  const lines = (columnType: (column: Column) => string) =>
    columns.map((column) => `          ${column.name}${columnType(column)}`).join('\n')
  const read = ({ type, nullable }: Column) => toTypeScript(type) + (nullable ? ' | null' : '')
  const written = (column: Column) => (column.isGenerated ? 'never' : read(column))

  return `      ${columns[0]?.table}: {
        Row: {
${lines((column) => `: ${read(column)}`)}
        }
        Insert: {
${lines((column) => `${column.optional ? '?' : ''}: ${written(column)}`)}
        }
        Update: {
${lines((column) => `?: ${written(column)}`)}
        }
        Relationships: [${relationships.map(relationshipType).join('')}]
      }`
}

function relationshipType(relationship: Relationship): string {
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return `
          {
            foreignKeyName: '${relationship.foreignKeyName}'
            columns: ${list(relationship.columns)}
            isOneToOne: false
            referencedRelation: '${relationship.referencedRelation}'
            referencedColumns: ${list(relationship.referencedColumns)}
          },
        `
}

function functionType({ name, arguments: listed, returns }: ApiFunction): string {
  const given = listed.map(
    (argument) => `${argument.name}${argument.optional ? '?' : ''}: ${toTypeScript(argument.type)}`,
  )
  const args = given.length > 0 ? `{ ${given.join('; ')} }` : 'never'
  return `      ${name}: { Args: ${args}; Returns: ${toTypeScript(returns)} }`
}

function enumType({ name, labels }: Enum): string {
  return `      ${name}: ${labels.map((label) => `'${label}'`).join(' | ')}`
}

/** As JSON brings it. A type without a line here is a reason to add one, not to guess. */
function toTypeScript(type: string): string {
  if (type.startsWith('enum ')) return `Database['public']['Enums']['${type.slice(5)}']`
  switch (type) {
    case 'text':
    case 'uuid':
    case 'date':
    case 'timestamp with time zone':
      return 'string'
    case 'integer':
    case 'bigint':
    case 'numeric':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'json':
    case 'jsonb':
      return 'Json'
    default:
      throw new Error(`tools/generate/database-types.ts knows no TypeScript for ${type}: add it`)
  }
}
