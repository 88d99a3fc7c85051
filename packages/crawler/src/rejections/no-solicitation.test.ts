import { expect, test } from 'vitest'
import { refusesAdvertising } from './no-solicitation.ts'

test.each([
  'Der Nutzung der Kontaktdaten zur Übersendung von Werbung wird hiermit ausdrücklich widersprochen.',
  'No unsolicited marketing, please.',
  'Nous nous opposons à toute prospection commerciale non sollicitée.',
  'Toute publicité est interdite à cette adresse.',
  'Queda prohibido el envío de publicidad a esta dirección.',
  'Non autorizziamo l’invio di messaggi pubblicitari.',
  'Não autorizamos o envio de publicidade.',
  'Acquisitie naar aanleiding van deze pagina wordt niet op prijs gesteld.',
])('%s', (notice) => {
  expect(refusesAdvertising(notice)).toBe(true)
})

test.each(['We do marketing for small firms.', 'Werbung, die ankommt.', 'Agence de publicité à Lyon'])(
  'an agency’s trade is not a notice: %s',
  (text) => {
    expect(refusesAdvertising(text)).toBe(false)
  },
)
