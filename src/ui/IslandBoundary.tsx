import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  children: ReactNode
}

interface State {
  failed: boolean
}

/** Wraps every island: a fault in one leaves the rest of the page alone, and is said and logged. */
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
      <div role="alert">
        <EmptyState
          title="Unexpected Application Error!"
          hint="Reloading the page usually helps. Your cart is kept."
        >
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </div>
    )
  }
}
