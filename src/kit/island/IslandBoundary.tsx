import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'

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
        <div role="alert" className="flex flex-col items-center gap-4 py-section text-center">
          <h2>Unexpected Application Error!</h2>
          <p className="text-muted">
            Reloading the page usually helps.{!isOfAdmin() && ' Your cart is kept.'}
          </p>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )
    )
  }
}

/** The admin has no cart. */
function isOfAdmin(): boolean {
  return location.pathname.startsWith(`${paths.admin}/`)
}
