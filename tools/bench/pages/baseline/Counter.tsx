import { useState } from 'react'

/** The least that anybody would load React for. */
export function Counter() {
  const [count, setCount] = useState(1)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Quantity {count}
    </button>
  )
}
