import { expect, test } from 'vitest'
import { loginErrorText } from './login-errors.ts'

const shown = (message: string) => loginErrorText(new Error(message))

test('a wrong password is named (ACC-09)', () => {
  expect(shown('Login failed: Incorrect password')).toBe(
    'The password you entered is incorrect. Please try again.',
  )
})

test('an unknown address offers to sign up (ACC-10)', () => {
  expect(shown('There is no account with this email address')).toBe(
    'No account found with this email address. Need an account? Sign up now.',
  )
})

test('an unconfirmed address is asked to verify (ACC-11)', () => {
  expect(shown('Please verify your email address before logging in')).toBe(
    'Please verify your email address before logging in.',
  )
})

test('too many tries are told to wait (ACC-12)', () => {
  expect(shown('Login failed: too many requests')).toBe('Too many login attempts. Please try again later.')
})

test('a network that fails is named (ACC-13)', () => {
  expect(shown('Network error: the server could not be reached.')).toBe(
    'Unable to connect to the server. Please check your internet connection.',
  )
})

test('anything else is unexpected (ACC-14)', () => {
  expect(shown('boom')).toBe('An unexpected error occurred. Please try again.')
  expect(loginErrorText(undefined)).toBe('An unexpected error occurred. Please try again.')
})
