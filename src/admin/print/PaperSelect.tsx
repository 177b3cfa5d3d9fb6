import { useStore } from '@nanostores/react'
import { Select } from '#kit/form/Select.tsx'
import { $paper, PAPERS, type Paper, setPaper } from './paper.store.ts'

/** The paper of packing slips. Stands beside a button that prints them. */
export function PaperSelect() {
  return (
    <Select
      label="Paper"
      isInline
      selectClass="grow basis-32"
      value={useStore($paper)}
      options={Object.entries(PAPERS).map(([paper, label]) => ({ value: paper as Paper, label }))}
      onChange={setPaper}
    />
  )
}
