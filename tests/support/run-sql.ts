/** Runs a statement and returns its rows. */
export type RunSql = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
