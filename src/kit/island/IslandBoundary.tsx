import { Component, type ErrorInfo, type ReactNode } from 'react'
import { paths } from '#paths.ts'
import { ReloadNotice } from './ReloadNotice.tsx'

interface Props {
  children: ReactNode
  /** Shown in place of what failed. */
  instead?: ReactNode
}

interface State {
  failed: boolean
}

/** The error boundary of an island: its error is shown and logged, and the rest of the page works. */
export class IslandBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('Unexpected Application Error!', error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      this.props.instead ?? (
        <ReloadNotice title="Unexpected Application Error!">
          Reloading the page usually helps.{!isOfAdmin() && ' Your cart is kept.'}
        </ReloadNotice>
      )
    )
  }
}

/** The admin has no cart. */
function isOfAdmin(): boolean {
  return location.pathname.startsWith(`${paths.admin}/`)
}
