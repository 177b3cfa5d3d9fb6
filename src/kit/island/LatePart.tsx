import { type ReactNode, Suspense } from 'react'
import { IslandBoundary } from './IslandBoundary.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'

interface LatePartProps {
  /** Made by `React.lazy`. */
  children: ReactNode
  /** Until its code has come. */
  waiting?: ReactNode
  /** Where its code does not come. Browsers remember that a file is missing, so only a reload tries again. */
  missing?: ReactNode
}

/** Around a part of an island whose code is fetched when the part is shown. */
export function LatePart({ children, waiting, missing = <PartMissing /> }: LatePartProps) {
  return (
    <IslandBoundary instead={missing}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </IslandBoundary>
  )
}

function PartMissing() {
  return (
    <ReloadNotice title="This part could not be loaded">
      The connection may be weak. Reloading the page usually helps.
    </ReloadNotice>
  )
}
