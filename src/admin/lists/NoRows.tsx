/** In place of a list without rows: that nothing was found, or what will come and when. */
export function NoRows({ title, hint }: { title: string; hint?: string }) {
  if (!hint) return <p className="py-6 text-muted">{title}</p>
  return (
    <div className="py-6">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{hint}</p>
    </div>
  )
}
