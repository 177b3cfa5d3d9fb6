import { type ComponentProps, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: string
  onFile: (file: File) => void
}

/** A button that opens the choice of a spreadsheet. The same file can be chosen again. */
export function FileButton({ label, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        aria-label={label}
        type="file"
        accept=".xlsx,.csv,.txt,.xls,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
