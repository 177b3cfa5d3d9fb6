import { expect, test } from 'vitest'
import { csv, read } from '#tests/support/read-courier-file.ts'
import { questionsBefore, untilKnown } from './questions.ts'

test.each([
  ['states', 'CN,Status\n7790001,Gone fishing', false],
  ['states, and amounts to collect', 'CN,Status,COD\n7790001,Gone fishing,1500', false],
  ['states and payments', 'CN,Status,Amount Paid\n7790001,Gone fishing,1500', true],
])(
  'rule 22.53: in a file of %s, what an unknown word leaves out is said as it is',
  async (_, text, hasMoney) => {
    const file = await read(csv(text), 'postex')
    expect(untilKnown(file.unknownWords)).toBe(
      `Until then their rows change nothing${hasMoney ? ' and bring no money' : ''}.`,
    )
    expect(questionsBefore({ net: file.net ?? null, sum: 0, rows: [] }, file)).toEqual(
      hasMoney ? ['“Gone fishing” is not answered: the money of 1 row is left out.'] : [],
    )
  },
)
