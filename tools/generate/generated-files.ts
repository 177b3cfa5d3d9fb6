import { databaseTypes } from './database-types.ts'
import { openScratchDatabase } from './scratch-database.ts'

export interface GeneratedFile {
  /** From the root of the project. */
  path: string
  content: string
}

/** Every file that follows from another one, as it should be now. */
export async function generateFiles(open = openScratchDatabase): Promise<GeneratedFile[]> {
  const database = await open()
  try {
    return [{ path: 'src/api/database.types.ts', content: await databaseTypes(database) }]
  } finally {
    await database.close()
  }
}
