import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'

export interface NamedRoute {
  /** Such as 'tables.create'. */
  name: string
  route: Route
  /** Path parameters in order. */
  params: string[]
}

/** Every route of the contract. */
export const everyRoute: NamedRoute[] = Object.entries(allRoutes).flatMap(([feature, routes]) =>
  Object.entries(routes as Record<string, Route>).map(([name, route]) => ({
    name: `${feature}.${name}`,
    route,
    params: [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param!),
  })),
)

export const accessOf = ({ route }: NamedRoute) => route.access ?? 'user'

/** True if the response goes on for as long as the client stays. */
export const isOpenEnded = ({ name }: NamedRoute) => name === 'live.stream'

/** The kind of object that a path's id names. */
export type Thing =
  | 'table'
  | 'place'
  | 'removal'
  | 'prospect'
  | 'change'
  | 'campaign'
  | 'signature'
  | 'image'
  | 'gathering'
  | 'send'
  | 'import'
  | 'organization'
  | 'member'
  | 'invitation'
  | 'pause'
  | 'message'
  | 'suppression'
  | 'page'
  | 'mail'
  | 'step'
  | 'hold'
  | 'own mailbox'
  | 'conversation change'
  | 'note'
  | 'label'
  | 'answer'
  | 'answer file'
  | 'saved reply'
  | 'mail file'
  | 'provider'

const BY_PARAM: Record<string, Thing> = {
  tableId: 'table',
  placeId: 'place',
  prospectId: 'prospect',
  changeId: 'change',
  removalId: 'removal',
  key: 'image',
  user: 'member',
  invitation: 'invitation',
  stepId: 'step',
  provider: 'provider',
  undo: 'conversation change',
  noteId: 'note',
  labelId: 'label',
  answerId: 'answer',
  fileId: 'answer file',
  replyId: 'saved reply',
  partId: 'mail file',
}

const BY_PATH: [string, Thing][] = [
  ['/api/prospecting/gather/', 'gathering'],
  ['/api/campaigns/jobs/', 'send'],
  ['/api/campaigns/', 'campaign'],
  ['/api/prospecting/prospect/', 'prospect'],
  ['/api/conversations/', 'message'],
  ['/api/imports/', 'import'],
  ['/api/organizations/', 'organization'],
  ['/api/sending/pauses/', 'pause'],
  ['/api/email/signatures/', 'signature'],
  ['/api/suppressions/', 'suppression'],
  ['/api/pay/', 'page'],
  ['/api/mailbox/', 'mail'],
  ['/api/holds/', 'hold'],
  ['/api/mailboxes/', 'own mailbox'],
]

/** Throws for an unknown id, so that new routes of the contract can't go untested. */
export function thingOf({ path }: Route, param: string): Thing {
  const thing = BY_PARAM[param] ?? BY_PATH.find(([start]) => path.startsWith(start))?.[1]
  if (!thing) throw new Error(`Say in contract-routes.ts what ':${param}' of ${path} names`)
  return thing
}
