interface SentencesProps {
  items: readonly string[]
  label?: string
  className?: string
}

/** What is said of rows of a file, which may name any of its cells. */
export function Sentences({ items, label, className = '' }: SentencesProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className={`grid list-disc gap-1 ps-5 ${className}`}>
      {items.map((item) => (
        <li key={item} className="[overflow-wrap:anywhere]">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** How many sentences stand on the page before the others are asked for. */
const MAX_SENTENCES = 4

/** The first sentences, and the others behind their number: `12 more rows`. */
export function FoldedSentences({ items, noun }: { items: readonly string[]; noun: string }) {
  const more = items.slice(MAX_SENTENCES)
  return (
    <>
      <Sentences items={items.slice(0, MAX_SENTENCES)} />
      {more.length > 0 && (
        <details>
          <summary className="min-h-touch cursor-pointer py-2 font-medium">
            {more.length} more {noun}
          </summary>
          <Sentences items={more} />
        </details>
      )}
    </>
  )
}
