import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import { formatNumbers } from './NumbersPreview.tsx'
import type { NumbersStore, Receivers } from './numbers.store.ts'
import { ScanForm } from './ScanForm.tsx'

interface Props {
  numbers: NumbersStore
  receivers: Receivers
}

/** Collects the pairs of a batch, which are looked at before they are saved. */
export function ScanField({ numbers, receivers }: Props) {
  const scanning = useStore(numbers.$scanning)
  return (
    <ScanForm scanning={scanning} onScan={(text) => numbers.scan(receivers, text)}>
      {scanning.pairs.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => void numbers.reviewScans(receivers)}
        >
          Look at {formatNumbers(scanning.pairs.length)}
        </Button>
      )}
    </ScanForm>
  )
}
