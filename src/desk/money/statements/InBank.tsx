import { useStore } from '@nanostores/react'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import type { StatementActs } from './statement-acts.store.ts'
import { hasMoney, type Statement } from './statements.ts'

export interface InBankProps {
  statement: Statement
  acts: StatementActs
}

/** The tick changes once the database has it. A file of states has none. */
export function InBank({ statement, acts }: InBankProps) {
  const isSaving = useStore(acts.$ticked) === statement.id
  if (!hasMoney(statement)) return null
  return (
    <Checkbox
      checked={statement.inBankAt !== null}
      aria-disabled={isSaving}
      aria-describedby={`statement-${statement.id}`}
      onChange={() => void acts.tick(statement)}
      labelClass={`inline-flex ${isSaving ? 'opacity-60' : ''}`}
    >
      {IN_MY_BANK}
    </Checkbox>
  )
}
