/*
 * The figures of the evening against an oracle that knows nothing of the database: it keeps what happened in plain
 * objects, and sums them up.
 */
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { randomNumbers } from '#tests/support/random-run.ts'
import { admin, openDatabase, type Row } from '../support/database.ts'
