/* A database with all migrations for one test file: a copy on the server that all files of a run share. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connectTo, type ScratchDatabase } from '#tools/postgres/scratch-database.ts'

/** It is deleted when it is closed. */
export async function openTemplateDatabase(): Promise<ScratchDatabase & { name: string }> {
  const connection = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = await connectTo({ ...connection, database: 'template1' })
  // The log of each page costs more than a copy of the files, even of the 512 sequences that count clients.
  await server.exec(`create database ${name} template postgres strategy file_copy`)
  const { close, ...database } = await connectTo({ ...connection, database: name })
  await database.exec(mutationSql)
  return {
    ...database,
    name,
    async close() {
      await close()
      await server.exec(`drop database ${name} with (force)`)
      await server.close()
    },
  }
}

/** SQL of a mutation test (tools/mutation-tests), or nothing. */
const mutationSql = process.env['MUTATION_SQL'] ?? ''
