import campaignDark from './campaign-dark.webp'
import campaignLight from './campaign-light.webp'
import gatherDark from './gather-dark.webp'
import gatherLight from './gather-light.webp'
import searchDark from './search-dark.webp'
import searchLight from './search-light.webp'
import sendDark from './send-dark.webp'
import sendLight from './send-light.webp'

export interface GuidePicture {
  light: string
  dark: string
  alt: string
}

/** Each step's screen in both themes, 640 by 400 pixels; made anew by `npm run screens`. */
export const guidePictures = {
  search: { light: searchLight, dark: searchDark, alt: 'Search with a list of hotels, all of them selected' },
  gather: { light: gatherLight, dark: gatherDark, alt: 'A saved table with the people found for a bakery' },
  campaign: { light: campaignLight, dark: campaignDark, alt: 'The form in which a campaign is described' },
  send: { light: sendLight, dark: sendDark, alt: 'A sent campaign with its opens and answers' },
} satisfies Record<string, GuidePicture>
