// @vitest-environment happy-dom
import { tableMessages } from '@goldpan/contract/tables'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answer, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { BusinessDialog } from './business-dialog.tsx'

const ADD = 'POST /api/business/table/t1/business'
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add Business' })

function open(answer: Answer = {}) {
  const onClose = vi.fn()
  const { sent } = renderScreen(<BusinessDialog tableId="t1" business={null} onClose={onClose} />, {
    [ADD]: answer,
  })
  return { sent, onClose }
}

test('the button waits for a name and an address, and says what is missing', async () => {
  open()
  expect(button().disabled).toBe(true)
  expect(screen.getByText('Name and address are required.')).toBeTruthy()
  await userEvent.type(field(/Name/), 'Corner Bakery')
  await userEvent.type(field(/Address/), ' ')
  await userEvent.tab()
  expect(shownErrors()).toEqual([tableMessages.businessFields])
  await userEvent.type(field(/Address/), '1 High Street')
  expect(shownErrors()).toEqual([])
  expect(button().disabled).toBe(false)
})

test('Enter adds a business; its website gets https:// and its phone is formatted', async () => {
  const { sent, onClose } = open({ body: { place_id: 'x' } })
  await userEvent.type(field(/Name/), 'Corner Bakery')
  await userEvent.type(field(/Website/), 'corner.example')
  await userEvent.type(field(/Phone/), '5559876543')
  await userEvent.type(field(/Address/), '1 High Street{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent[0]?.body).toMatchObject({
    name: 'Corner Bakery',
    website: 'https://corner.example',
    phone: '(555) 987-6543',
  })
})

test('a failure is shown above the form, and nothing typed is lost', async () => {
  const { onClose } = open({ status: 500 })
  await userEvent.type(field(/Name/), 'Corner Bakery')
  await userEvent.type(field(/Address/), '1 High Street')
  await userEvent.click(button())
  expect(await screen.findByText(tableMessages.addFailed)).toBeTruthy()
  expect([field(/Name/).value, field(/Address/).value]).toEqual(['Corner Bakery', '1 High Street'])
  expect(onClose).not.toHaveBeenCalled()
})
