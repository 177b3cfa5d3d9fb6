import type { ReactNode } from 'react'
import { showToast } from '#kit/toast/toast.store.ts'

export interface CopyButtonProps {
  /** What is copied, in the words of the toast. */
  name: string
  text: string
  /** Looks like a link without it. */
  className?: string
  children: ReactNode
}

export function CopyButton({
  name,
  text,
  className = 'touch-link font-semibold',
  children,
}: CopyButtonProps) {
  return (
    <button
      type="button"
      data-no-print
      onClick={() => void copyText(name, text)}
      className={className}
    >
      {children}
    </button>
  )
}

/** Browsers refuse without HTTPS or permission. */
async function copyText(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: `${name} copied`, description: `${name} copied to clipboard` })
  } catch {
    showToast({
      title: 'Could not copy',
      description: `Please copy by hand: ${text}`,
      tone: 'destructive',
    })
  }
}
