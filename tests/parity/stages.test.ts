/* The stages of orders, on the page and in the database. */
import { expect, test } from 'vitest'
import { ALL_STAGES, STAGES_WITH_WORK } from '#admin/order/stages.ts'
import { openDatabase } from '../support/database.ts'

const { sql } = openDatabase()

test('rule 21.70: both know the same stages, and the same ones begin with the oldest order', async () => {
  const stages = await sql<{ name: string; has_work: boolean }>(
    'select name, has_work from private.stages',
  )
  expect(stages.map(({ name }) => name)).toEqual(ALL_STAGES)
  const withWork = stages.filter(({ has_work }) => has_work)
  expect(withWork.map(({ name }) => name)).toEqual(STAGES_WITH_WORK)
})
