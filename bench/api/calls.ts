import type { Person } from './people.ts'

/** A call of the browser, with its relative frequency. */
export interface Call {
  name: string
  weight: number
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: (person: Person) => string
  body?: (person: Person, n: number) => object
}

const get = (name: string, weight: number, path: Call['path'] | string): Call => ({
  name,
  weight,
  method: 'GET',
  path: typeof path === 'string' ? () => path : path,
})

/** The screens' calls on the way from search to reply: mostly reads, some changes. */
export const CALLS: Call[] = [
  get('home', 3, '/api/home'),
  get('running jobs', 4, '/api/jobs/running'),
  get('profile', 3, '/api/user/profile'),
  get('usage', 2, '/api/user/usage'),
  get('tables', 3, '/api/business/tables'),
  get('a table', 4, ({ table }) => `/api/business/table/${table}?limit=100`),
  get('prospects', 4, '/api/prospecting/prospects?limit=100'),
  get('prospects, filtered', 2, '/api/prospecting/prospects?limit=100&text=shop1&sort=name'),
  get('campaigns', 3, '/api/campaigns'),
  get('a campaign', 3, ({ campaign }) => `/api/campaigns/${campaign}?recipients=none`),
  get('recipients', 3, ({ campaign }) => `/api/campaigns/${campaign}/recipients?limit=50`),
  get('its days', 2, ({ campaign }) => `/api/campaigns/${campaign}/timeline`),
  get('conversations', 2, '/api/conversations'),
  get('signatures', 1, '/api/email/signatures'),
  {
    name: 'search',
    weight: 1,
    method: 'POST',
    path: () => '/api/business/search',
    body: () => ({ query: 'hotel', location: 'Vaduz' }),
  },
  {
    name: 'add a prospect',
    weight: 2,
    method: 'POST',
    path: () => '/api/prospecting/prospect',
    body: (_, n) => ({ email: `new${n}@added.example`, first_name: 'Ben' }),
  },
  {
    name: 'change a prospect',
    weight: 2,
    method: 'PATCH',
    path: ({ prospect }) => `/api/prospecting/prospect/${prospect}`,
    body: (_, n) => ({ notes: `Called again, ${n}` }),
  },
  {
    name: 'change a campaign',
    weight: 1,
    method: 'PUT',
    path: ({ campaign }) => `/api/campaigns/${campaign}`,
    body: (_, n) => ({ description: `In spring, ${n}` }),
  },
]

const weighted = CALLS.flatMap((call) => Array.from({ length: call.weight }, () => call))

/** A random call, by weight. */
export const randomCall = (): Call => weighted[Math.floor(Math.random() * weighted.length)]!
