import { useStore } from '@nanostores/react'
import { $paper, PAPERS, type Paper, setPaper } from './paper.store.ts'

/** The paper of packing slips. Stands beside a button that prints them. */
export function PaperSelect() {
  return (
    <label className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="font-medium">Paper</span>
      <select
        value={useStore($paper)}
        onChange={(event) => setPaper(event.currentTarget.value as Paper)}
        className="block min-h-touch min-w-0 grow basis-32 rounded-md border border-edge bg-paper px-3 text-base text-ink"
      >
        {Object.entries(PAPERS).map(([paper, label]) => (
          <option key={paper} value={paper}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
