import { useEffect } from 'react'

/** Takes a file that is dropped on the page or pasted, and cells that were copied. */
export function useFileDrop(take: (file: File) => void): void {
  useEffect(() => {
    function takeFrom(event: Event, data: DataTransfer | null, text = ''): void {
      const [file] = data?.files ?? []
      if (!file && !text.includes('\n')) return
      event.preventDefault()
      take(file ?? new File([text], 'Pasted cells.csv', { type: 'text/csv' }))
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener(
      'paste',
      (event) => {
        const { clipboardData } = event
        takeFrom(event, clipboardData, clipboardData?.getData('text/plain'))
      },
      { signal },
    )
    document.addEventListener('drop', (event) => takeFrom(event, event.dataTransfer), { signal })
    document.addEventListener(
      'dragover',
      (event) => {
        // Else nothing can be dropped.
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      },
      { signal },
    )
    return () => listening.abort()
  }, [take])
}
