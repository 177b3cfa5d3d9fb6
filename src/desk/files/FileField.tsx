import { type ComponentProps, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'

interface Choosing {
  label: string
  onFile: (file: File) => void
}

/** A spreadsheet of this device. */
export function FileField({ label, onFile }: Choosing) {
  return (
    <label className="block min-w-0 max-w-md">
      <span className="mb-1 block font-medium">{label}</span>
      <input
        {...choiceOfFile(onFile)}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper p-2 file:me-3"
      />
    </label>
  )
}

/** A button that opens the choice of a spreadsheet. */
export function FileButton({
  label,
  onFile,
  ...button
}: Choosing & Omit<ComponentProps<typeof Button>, 'children' | 'onClick'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input ref={input} hidden aria-label={label} {...choiceOfFile(onFile)} />
    </>
  )
}

/** The attributes of the input. It is emptied, so that the same file can be chosen again. */
function choiceOfFile(onFile: Choosing['onFile']): ComponentProps<'input'> {
  return {
    type: 'file',
    accept: '.xlsx,.csv,.txt,.xls,text/csv,text/plain',
    onChange: (event) => {
      const [file] = event.currentTarget.files ?? []
      event.currentTarget.value = ''
      if (file) onFile(file)
    },
  }
}
