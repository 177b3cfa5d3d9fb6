import { Button, type ButtonVariant } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { clearFilter } from './filter.store.ts'

interface ClearFiltersProps {
  variant: ButtonVariant
  className?: string
  children: string
  /** Gets the focus where the button leaves the page with the filter. */
  onCleared?: () => void
}

/** Before hydration it is a form that leads to the catalogue without a filter. */
export function ClearFilters({ children, onCleared, ...button }: ClearFiltersProps) {
  return (
    <form
      action={paths.products}
      onSubmit={(event) => {
        event.preventDefault()
        clearFilter()
        onCleared?.()
      }}
    >
      <Button {...button} suppressHydrationWarning type="submit">
        {children}
      </Button>
    </form>
  )
}
