import { useEffect, useState } from 'react'

/** Takes a file that is dropped on the page or pasted, and cells that were copied. Returns whether one is over it. */
export function useFileDrop(take: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('paste', (event) => paste(event, take), { signal })
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      },
      { signal },
    )
    document.addEventListener('dragleave', () => setIsOver(false), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        const [file] = event.dataTransfer?.files ?? []
        setIsOver(false)
        if (!file) return
        event.preventDefault()
        take(file)
      },
      { signal },
    )
    return () => listening.abort()
  }, [take])
  return isOver
}

function paste(event: ClipboardEvent, take: (file: File) => void): void {
  const [file] = event.clipboardData?.files ?? []
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (!file && !text.includes('\n')) return
  event.preventDefault()
  take(file ?? new File([text], 'Pasted cells.csv', { type: 'text/csv' }))
}
