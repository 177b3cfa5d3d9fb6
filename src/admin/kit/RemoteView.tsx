import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import { LoadProblem } from './LoadProblem.tsx'

interface RemoteViewProps<Value> {
  remote: Pick<RemoteStore<Value>, '$remote' | 'load'>
  /** What is loaded, as in "Loading orders...". */
  name: string
  /** Says that a newer value is requested while the last one is on screen. */
  showsReload?: boolean
  /** Whether the page has a filled button beside what is loaded, so that Retry is none. */
  isBeside?: boolean
  /** Above the words, until it is loaded. */
  heading?: ReactNode
  /** Below them. */
  outline?: ReactNode
  children: (value: Value) => ReactNode
}

/**
 * Remote data on screen: that it loads, that it could not be loaded, or what it is. Where it could not
 * be loaded again, that stands above the last value.
 */
export function RemoteView<Value>({
  remote: { $remote, load },
  name,
  showsReload = false,
  isBeside = false,
  heading,
  outline,
  children,
}: RemoteViewProps<Value>) {
  const remote = useStore($remote)
  const isReady = remote.state === 'ready'
  const isReloading = isReady && showsReload && remote.isLoading
  return (
    <div className="relative" data-loading={remote.state === 'loading' || undefined}>
      {!isReady && heading}
      {/* While the last value is on screen, the words stand in the space above it. */}
      <p role="status" className={`text-muted ${isReady ? 'absolute bottom-full' : ''}`}>
        {(remote.state === 'loading' || isReloading) && `Loading ${name}...`}
      </p>
      {remote.state === 'loading' && outline}
      {(remote.state === 'failed' || (isReady && remote.isStale)) && (
        <div className={isReady ? 'mb-6' : ''}>
          <LoadProblem
            title={`The ${name} could not be ${isReady ? 'refreshed' : 'loaded'}.`}
            error={remote.error}
            onRetry={() => void load()}
            // The last value may have its own.
            isBeside={isBeside || isReady}
          />
        </div>
      )}
      {isReady && (
        <div aria-busy={isReloading} className="aria-busy:opacity-60">
          {children(remote.value)}
        </div>
      )}
    </div>
  )
}
