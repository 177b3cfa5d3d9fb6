/* The stages of orders, on the page and in the database. */
import { expect, test } from 'vitest'
import { ALL_STAGES, STAGES_WITH_WORK } from '#admin/order/stages.ts'
import { openDatabase } from '../support/database.ts'

const { sql } = openDatabase()

test('rule 21.70: both know the same stages, and the same ones begin with the oldest order', async () => {
  const rows = await sql<{ stage: string; isKnown: boolean }>(
    `select stage, private.statuses_of_stage(stage) is not null as "isKnown"
     from unnest($1::text[]) as stage`,
    [[...ALL_STAGES, 'no_stage']],
  )
  expect(rows.filter(({ isKnown }) => !isKnown).map(({ stage }) => stage)).toEqual(['no_stage'])
  const [row] = await sql('select private.stages_with_work() as stages')
  expect(row).toEqual({ stages: STAGES_WITH_WORK })
})
