import { useStore } from '@nanostores/react'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import type { StatementActs } from './statement-acts.store.ts'
import type { Statement } from './statements.ts'

export interface InBankProps {
  statement: Statement
  acts: StatementActs
}

/** The tick changes once the database has it. A file of states alone moved no money. */
export function InBank({ statement, acts }: InBankProps) {
  const isSaving = useStore(acts.$ticked) === statement.id
  if (statement.sum === 0 && !statement.net) return null
  return (
    <Checkbox
      checked={statement.inBankAt !== null}
      aria-disabled={isSaving}
      aria-describedby={`statement-${statement.id}`}
      onChange={() => void acts.tick(statement)}
      labelClass={`inline-flex ${isSaving ? 'opacity-60' : ''}`}
    >
      In the bank
    </Checkbox>
  )
}
