import { choiceSetting, optionalSetting } from './settings.ts'

/** Where businesses are searched. Part of the list in config.ts. */
export const directorySettings = {
  directory: choiceSetting({
    name: 'DIRECTORY',
    default: 'open-data',
    choices: ['open-data', 'google'],
    sentence:
      'Where businesses are searched: the imported open data (no key, no fee, no network), or `google`: Google Places API (New), whose details are kept for 30 days and then asked for again.',
  }),
  googlePlacesApiKey: optionalSetting({
    name: 'GOOGLE_PLACES_API_KEY',
    secret: true,
    sentence:
      'Google Places: the API key, restricted to Places API (New). Google bills every page of 20 results.',
  }),
  googlePlacesUrl: optionalSetting({
    name: 'GOOGLE_PLACES_URL',
    shown: '`https://places.googleapis.com`',
    sentence: 'Google Places: another address of the API, such as a proxy that counts the cost.',
  }),
}
