/*
 * Files with known money in random layouts: what is applied is the truth, or the file is asked about. Never a silent
 * difference. RANDOM_FACTOR=10 reads a thousand.
 */
import { expect, test } from 'vitest'
import { questionsBefore } from '#desk/money/import/questions.ts'
import { randomFile } from '#tests/support/random-courier-file.ts'
import { randomFrom, seed, timesFactor } from '#tests/support/random-run.ts'
import { readWhole } from '#tests/support/read-courier-file.ts'

const FILES = 100 * timesFactor

/** Undefined where the money is the truth or the admin is asked. */
async function silentDifference(nth: number): Promise<string | undefined> {
  const { file, courier, truth, says } = randomFile(randomFrom(seed + nth))
  const read = await readWhole(file, courier)
  // A refusal and the choice of columns are questions.
  if (!read.ok) return undefined
  const cash: Record<string, number> = {}
  const total: Record<string, number> = {}
  for (const { trackingNumber = '', money } of read.input.lines) {
    for (const { kind, amount } of money) {
      total[trackingNumber] = (total[trackingNumber] ?? 0) + amount
      if (kind === 'cash') cash[trackingNumber] = (cash[trackingNumber] ?? 0) + amount
    }
  }
  const sum = Object.values(total).reduce((all, one) => all + one, 0)
  const asked = questionsBefore({ net: read.input.net ?? null, sum, rows: [] }, read)
  const isTrue = truth.every(
    (parcel) =>
      (cash[parcel.number] ?? 0) === parcel.cash &&
      (total[parcel.number] ?? 0) === parcel.cash - parcel.costs,
  )
  const known = new Set(truth.map(({ number }) => number))
  const isMore = Object.keys(total).some((number) => !known.has(number))
  if ((isTrue && !isMore) || asked.length > 0) return undefined
  return `seed ${seed + nth}: ${says}\n${JSON.stringify({ truth, cash, total })}`
}

test(`rule 22.53: of ${FILES} random files none has a silent difference`, async () => {
  const differences: string[] = []
  for (let nth = 0; nth < FILES; nth += 1) {
    const difference = await silentDifference(nth)
    if (difference) differences.push(difference)
  }
  expect(differences).toEqual([])
})

test('rule 22.53: random files without a fault are read whole, without a question', async () => {
  const asked: string[] = []
  for (let nth = 0; nth < FILES; nth += 1) {
    const { file, courier, truth, faults, says } = randomFile(randomFrom(seed + nth))
    if (faults > 0) continue
    const read = await readWhole(file, courier)
    if (!read.ok) {
      asked.push(`seed ${seed + nth}: ${says}: ${read.problem}`)
      continue
    }
    const sum = read.input.lines
      .flatMap(({ money }) => money)
      .reduce((all, one) => all + one.amount, 0)
    const expected = truth.reduce((all, { cash, costs }) => all + cash - costs, 0)
    const questions = questionsBefore({ net: read.input.net ?? null, sum, rows: [] }, read)
    if (sum !== expected || questions.length > 0) {
      asked.push(`seed ${seed + nth}: ${says}: ${sum} of ${expected}: ${questions.join(' ')}`)
    }
  }
  expect(asked).toEqual([])
})
