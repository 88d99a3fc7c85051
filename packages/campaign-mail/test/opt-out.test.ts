import { expect, test } from 'vitest'
import { asksToUnsubscribe } from '../src/campaign-mail.ts'

test.each([
  'STOP',
  'Stop.',
  'unsubscribe',
  'UNSUBSCRIBE PLEASE',
  'Please remove me from your list',
  'Remove me please',
  'remove',
  'Take me off your list.',
  'Please take us off your mailing list',
  'opt out',
  'Bitte austragen',
  'Abmelden',
  'Bitte löschen Sie mich aus Ihrem Verteiler',
  'Bitte keine weiteren E-Mails',
  'Keine Werbung bitte',
  'désabonnement',
  'Désinscrivez-moi',
  'Merci de me retirer de votre liste',
  'baja',
  'Quiero darme de baja',
  'Por favor, elimíneme de su lista',
  'cancellami',
  'Cancellatemi dalla vostra lista',
  'Uitschrijven',
  'Graag uitschrijven',
  'Verwijder mij uit uw lijst',
  'wypisz',
  'Proszę o wypisanie',
  'Proszę mnie usunąć z listy',
  'Avsluta',
  'Ta bort mig från listan',
  'Afmeld',
  'Fjern mig fra listen',
  'отписаться',
  '配信停止',
  '配信停止お願いします',
  '退订',
  'Stop sending me emails',
  'Stop spamming me',
  'Leave me alone',
  'Do not email me again',
  "Don't contact me again",
  'No more emails please',
  'Unsubscribe me from this list',
  'unsub',
  'Please delete my data',
  'Stop all emails',
])('%j asks for no more mail', (words) => {
  expect(asksToUnsubscribe(words)).toBe(true)
  expect(asksToUnsubscribe(`${words}\n\nBo Lind`)).toBe(true)
})

test.each([
  'Stop by tomorrow',
  'Please stop by our shop at nine',
  'Remove the second oven from the quote please',
  'I will not unsubscribe, I like it',
  'We stop baking at 4pm, come then',
  'Cancel the meeting on Monday please',
  'Nein danke',
  'Not interested',
  'Delete the last line of the offer and we have a deal',
])('%j asks for something else', (words) => {
  expect(asksToUnsubscribe(words)).toBe(false)
})
