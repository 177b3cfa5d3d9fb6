import type { ComponentProps } from 'react'

interface FileFieldProps extends Pick<ComponentProps<'input'>, 'aria-describedby'> {
  className?: string
  label: string
  onFile: (file: File) => void
}

/** A spreadsheet of this device. The same file can be chosen again. */
export function FileField({ label, onFile, className = 'max-w-md', ...input }: FileFieldProps) {
  return (
    <label className={`block min-w-0 ${className}`}>
      <span className="mb-1 block font-medium">{label}</span>
      <input
        {...input}
        type="file"
        accept=".xlsx,.csv,.txt,.xls,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper p-2 file:me-3"
      />
    </label>
  )
}
