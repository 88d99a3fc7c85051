import type { QueryClient } from '@tanstack/react-query'
import { campaignQuery, signaturesQuery, timelineQuery } from './campaigns.queries.ts'
import { FIRST_PAGE, recipientsQuery } from './recipients/recipients.queries.ts'
import { templateQuery } from './template/template.queries.ts'

/** What the parts of a campaign's page will ask for is asked at once, not only when each of them is drawn. */
export function askAhead(client: QueryClient, id: string): void {
  void client.prefetchQuery(campaignQuery(id))
  void client.prefetchQuery(recipientsQuery(id, FIRST_PAGE))
  void client.prefetchQuery(templateQuery(id))
  void client.prefetchQuery(timelineQuery(id))
  void client.prefetchQuery(signaturesQuery)
}
