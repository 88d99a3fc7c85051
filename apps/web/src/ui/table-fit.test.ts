import { expect, test } from 'vitest'
import { remNeeded } from './table-fit.ts'

test('a table needs the room of its columns, its boxes and its buttons, and never less than 40 rem', () => {
  const few = [{ width: '9rem' }, {}]
  expect(remNeeded(few, { hasTicks: false, actionsWidth: undefined })).toBe(40)
  const many = [{}, {}, { width: '24%' }, { width: '8.5rem' }, { width: '8.75rem' }, { width: '7.5rem' }]
  expect(remNeeded(many, { hasTicks: true, actionsWidth: '8.5rem' })).toBe(58.5)
})

test('a width that grows with the table needs its least', () => {
  const growing = [{ width: 'max(14rem, 22cqi)' }, {}, { width: '30rem' }]
  expect(remNeeded(growing, { hasTicks: false, actionsWidth: undefined })).toBe(51.5)
})
