import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { forgetPages } from '#admin/tab-state/return-page.ts'
import { Button } from '#kit/form/Button.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { redirectToLogin } from './session.ts'

/** Ends every session of the login, of this device too. */
export const LogOutEverywhere = staticIsland(() => {
  const [dialog, ask] = useConfirm()
  return (
    <>
      <Button
        className="justify-self-start"
        onClick={() =>
          ask({
            title: 'Log out everywhere?',
            children: <p>This device too. None of them is told of new orders any more.</p>,
            action: 'Log out everywhere',
            onConfirm: () => void logOutEverywhere(),
          })
        }
      >
        Log out everywhere
      </Button>
      {dialog}
    </>
  )
})

async function logOutEverywhere(): Promise<void> {
  try {
    const { signOutEverywhere } = await import('./session.api.ts')
    await signOutEverywhere()
    forgetPages()
    showToastOnNextPage({ title: 'Logged out everywhere' })
    redirectToLogin()
  } catch (error) {
    console.error('Error signing out everywhere', error)
    showToast({
      title: 'Not logged out',
      description: `The sessions could not be ended. ${tryAgain(error)}`,
      tone: 'destructive',
    })
  }
}
