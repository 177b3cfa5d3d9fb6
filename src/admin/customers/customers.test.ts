import { expect, test } from 'vitest'
import { madeUpEmail } from './customers.ts'

test('rule 16.3: an e-mail made from a name can receive nothing', () => {
  expect(madeUpEmail('Ayesha  Khan')).toBe('ayesha.khan@customers.invalid')
  expect(madeUpEmail('عائشہ خان')).toBe('عائشہ.خان@customers.invalid')
})
