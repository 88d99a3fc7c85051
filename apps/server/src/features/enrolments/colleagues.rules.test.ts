import { expect, test } from 'vitest'
import { colleagueDomain } from './colleagues.rules.ts'

test.each(
  [
    'gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.nl yahoo.com yahoo.com.br icloud.com me.com',
    'aol.com gmx.de gmx.at gmx.ch web.de t-online.de freenet.de posteo.de vodafone.de aon.at bluewin.ch adon.li',
    'orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it pec.it telefonica.net terra.es sapo.pt uol.com.br',
    'ziggo.nl kpnmail.nl telenet.be wp.pl onet.pl poczta.onet.pl op.pl seznam.cz proton.me tuta.com Gmail.com',
  ].flatMap((line) => line.split(' ')),
)('people at %s are no colleagues (FOLLOW-15)', (domain) => {
  expect(colleagueDomain(`bo@${domain}`)).toBeNull()
})

test('people at the domain of a business are colleagues, however it is written (FOLLOW-15)', () => {
  expect(['bo@Bakery.example', 'eve@bakery.example'].map(colleagueDomain)).toEqual([
    'bakery.example',
    'bakery.example',
  ])
  expect(colleagueDomain('info@baeckerei-gmail.de')).toBe('baeckerei-gmail.de')
  expect(colleagueDomain('office@bakery.co.uk')).toBe('bakery.co.uk')
  expect(colleagueDomain('no address')).toBeNull()
})
