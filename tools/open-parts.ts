/**
 * Opens something that has several parts. `close()` closes the parts, the last opened first; so does an
 * error while they are opened. Called twice, it has nothing left to do.
 */
export async function openParts<Opened extends object>(
  open: (onClose: (close: () => unknown) => void) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }
  try {
    return { ...(await open((closer) => closers.push(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}
