import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '#kit/form/Button.tsx'

interface Props {
  children: ReactNode
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
      <div role="alert" className="flex flex-col items-center gap-4 py-section text-center">
        <h2>Unexpected Application Error!</h2>
        <p className="text-muted">Reloading the page usually helps. Your cart is kept.</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    )
  }
}
