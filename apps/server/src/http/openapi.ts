import { kindOfParam, type Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document, generated from the routes. */
export function describeApi(publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const [feature, routes] of Object.entries(allRoutes))
    for (const [name, route] of Object.entries(routes as Record<string, Route>)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(feature, name, route) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Goldpan',
      version: '1',
      description: 'The API of the Goldpan web application. Sessions are cookies.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'goldpan_session' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: { message: { type: 'string' }, code: { type: 'string' } },
}

function describeRoute(feature: string, name: string, route: Route): JsonSchema {
  const body = bodyOf(route)
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: route.summary ?? name,
    ...(route.access === 'public' || route.access === 'local'
      ? { security: [] }
      : { security: [{ session: [] }] }),
    parameters: [...pathParameters(route.path), ...queryParameters(route)],
    ...(body ? { requestBody: { content: body } } : {}),
    responses: {
      ...answerOf(route),
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const pathParameters = (path: string): JsonSchema[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: kindOfParam(name!) === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))

function queryParameters(route: Route): JsonSchema[] {
  if (!route.query) return []
  const { properties = {}, required = [] } = toSchema(route.query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function bodyOf(route: Route): JsonSchema | null {
  if (route.upload)
    return {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { [route.upload.field]: { type: 'string', format: 'binary' } },
        },
      },
    }
  return route.body ? { 'application/json': { schema: toSchema(route.body, 'input') } } : null
}

function answerOf(route: Route): JsonSchema {
  if (route.answer === 'nothing') return { 204: { description: 'Done' } }
  if (route.answer === 'file') return { 200: { description: 'File' } }
  return {
    200: {
      description: 'Success',
      content: { 'application/json': { schema: toSchema(route.answer, 'output') } },
    },
  }
}

export function bindOpenApi(server: FastifyInstance, publicUrl: () => string): void {
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(describeApi(publicUrl())),
  )
}
