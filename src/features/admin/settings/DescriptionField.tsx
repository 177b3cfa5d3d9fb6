export function DescriptionField({ defaultValue }: { defaultValue: string }) {
  return (
    <div>
      <label htmlFor="field-description" className="mb-1 block font-medium">
        Description
      </label>
      <textarea
        id="field-description"
        name="description"
        rows={4}
        defaultValue={defaultValue}
        className="block w-full rounded-md border border-edge bg-paper p-3 text-base text-ink"
      />
    </div>
  )
}
