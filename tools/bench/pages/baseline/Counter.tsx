import { useState } from 'react'

/** The smallest use of React. */
export function Counter() {
  const [count, setCount] = useState(1)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Quantity {count}
    </button>
  )
}
