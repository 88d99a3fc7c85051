import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

const routes = Object.values(allRoutes)
  .flatMap((feature) => Object.values(feature as Record<string, Route>))
  // A literal path goes before one with parameters.
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length)

/**
 * The answer of an account that has nothing, with `given` filled in: lists are empty, what may be null is null, numbers
 * are 0. So a test states only what it is about, and the contract the rest.
 */
export function sampleAnswer(method: string, pathname: string, given?: unknown): unknown {
  const answer = findRoute(method, pathname)?.answer
  return answer === undefined || typeof answer === 'string' ? given : complete(answer, given)
}

function findRoute(method: string, pathname: string): Route | undefined {
  const parts = pathname.split('/')
  const fits = (path: string) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part[0] === ':' || part === parts[at])
  }
  return routes.find((route) => route.method === method && fits(route.path))
}

function complete(schema: $ZodType, given: unknown): unknown {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      if (given !== undefined && !isObject(given)) return given
      const own = given as Record<string, unknown> | undefined
      const parts = Object.entries(def.shape).map(([name, part]) => [name, complete(part, own?.[name])])
      return { ...own, ...Object.fromEntries(parts) }
    }
    case 'array':
      return Array.isArray(given) ? given.map((one) => complete(def.element, one)) : (given ?? [])
    case 'nullable':
      return given === undefined || given === null ? null : complete(def.innerType, given)
    case 'optional':
      return given === undefined ? undefined : complete(def.innerType, given)
    case 'default':
      return complete(def.innerType, given)
    case 'pipe':
      return complete(def.out, given)
    default:
      return given === undefined ? leastOf(def) : given
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

function leastOf(def: $ZodTypes['_zod']['def']): unknown {
  switch (def.type) {
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'union':
      return complete(def.options[0]!, undefined)
    case 'record':
      return {}
    default:
      throw new Error(`No sample of a ${def.type}: give one in the test`)
  }
}
