import { expect, test } from 'vitest'
import type { Stage } from '#admin/order/stages.ts'
import { type ListStep, nextStepOf } from './next-step.ts'

const said = (step: ListStep | undefined) => (step?.kind === 'link' ? step.label : step?.kind)

test.each<[Stage | undefined, Stage[], string | undefined]>([
  ['to_confirm', ['to_confirm'], 'Start'],
  ['waiting', [], 'yes'],
  ['waiting', ['waiting', 'to_pack'], 'yes'],
  ['later', ['later'], 'yes'],
  ['held', ['held'], 'resume'],
  ['to_pack', ['to_pack'], 'send'],
  ['needs_number', ['needs_number'], 'Open the parcels'],
  ['to_ship', [], 'Open the parcels'],
  ['to_tell', [], 'Tell customers'],
  ['delivered', ['delivered'], undefined],
  [undefined, ['waiting', 'waiting'], 'yes'],
  [undefined, ['waiting', 'to_pack'], 'send'],
  [undefined, ['to_confirm'], 'send'],
  [undefined, [], 'send'],
])('rule 15.1: the next step of the list of %s with %o ticked is %s', (stage, ticked, step) => {
  expect(
    said(
      nextStepOf(
        stage,
        ticked.map((one) => ({ stage: one })),
      ),
    ),
  ).toBe(step)
})
