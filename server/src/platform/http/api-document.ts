import { STATUS_CODES } from 'node:http';
import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { mergeQueryChoices } from './query-choices.ts';

/** What @fastify/swagger writes where a reply's schema describes nothing. */
const noDescription = 'Default Response';

interface Operation {
  readonly responses?: Record<string, { description?: string }>;
}

interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

/** Removes schemas that no call leads to: the generator writes each twice, as input and as output. */
function dropUnusedSchemas(document: ApiDocument): void {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    const text = JSON.stringify(part) ?? '';
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(document.paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** Every write may find the disk full. */
function describeFullDisk(document: ApiDocument): void {
  const schema = { $ref: '#/components/schemas/ApiError' };
  const reply = { description: noDescription, content: { 'application/json': { schema } } };
  for (const path of Object.values(document.paths ?? {})) {
    for (const [method, { responses = {} }] of Object.entries(path)) {
      const canSucceed = Object.keys(responses).some((status) => status < '400');
      if (method !== 'get' && canSucceed) responses['507'] ??= { ...reply };
    }
  }
}

function describeReplies(document: ApiDocument): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  for (const { responses = {} } of operations) {
    for (const [status, reply] of Object.entries(responses)) {
      if (reply.description === noDescription) reply.description = STATUS_CODES[status] ?? '';
    }
  }
}

/** The body of every form with a file. Further fields are described at the route. */
const formBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/**
 * Describes one route for @fastify/swagger. Forms are read part by part, without a schema that
 * Fastify could check, so their body is described here.
 */
export const describeRoute: SwaggerTransform = (route) => {
  const transformed = jsonSchemaTransform(route as Parameters<typeof jsonSchemaTransform>[0]);
  const { querystring } = transformed.schema as { querystring?: object };
  const described = querystring
    ? {
        ...transformed,
        schema: { ...transformed.schema, querystring: mergeQueryChoices(querystring) },
      }
    : transformed;
  if (!route.schema?.consumes?.includes('multipart/form-data')) return described;
  return { ...described, schema: { ...described.schema, body: formBody } };
};

/**
 * Completes the document for @fastify/swagger: schemas get their names, and every reply gets a
 * description.
 */
export const finishApiDocument: SwaggerTransformObject = (parts) => {
  const document = jsonSchemaTransformObject(parts);
  dropUnusedSchemas(document as ApiDocument);
  describeFullDisk(document as ApiDocument);
  describeReplies(document as ApiDocument);
  return document;
};
