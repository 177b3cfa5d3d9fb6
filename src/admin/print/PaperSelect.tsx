import { useStore } from '@nanostores/react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { $paper, PAPERS, setPaper } from './paper.store.ts'

/** The paper of packing slips. Stands beside a button that prints them. */
export function PaperSelect() {
  return (
    <Select
      label="Paper"
      isInline
      selectClass="grow basis-32"
      value={useStore($paper)}
      options={optionsOf(PAPERS)}
      onChange={setPaper}
    />
  )
}
