import { STATUS_CODES } from 'node:http';
import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/** What @fastify/swagger writes where a reply's schema describes nothing. */
const noDescription = 'Default Response';

interface Operation {
  readonly responses?: Record<string, { description?: string }>;
}

interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

/** Each schema comes twice, as input and as output; one that nothing refers to only confuses. */
function dropUnusedSchemas(document: ApiDocument): void {
  const schemas = document.components?.schemas ?? {};
  const unused = Object.keys(schemas).filter((name) => {
    const { [name]: _, ...others } = schemas;
    return !JSON.stringify([document.paths, others]).includes(`"#/components/schemas/${name}"`);
  });
  for (const name of unused) delete schemas[name];
  // One that only an unused one referred to is unused now.
  if (unused.length > 0) dropUnusedSchemas(document);
}

function describeReplies(document: ApiDocument): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  for (const { responses = {} } of operations) {
    for (const [status, reply] of Object.entries(responses)) {
      if (reply.description === noDescription) reply.description = STATUS_CODES[status] ?? '';
    }
  }
}

/** What every form with a file takes; further fields are told in the route's description. */
const formBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/**
 * For @fastify/swagger: a route. Forms are read part by part and have no schema that Fastify checks, so
 * their body is described here.
 */
export const describeRoute: SwaggerTransform = (route) => {
  const described = jsonSchemaTransform(route as Parameters<typeof jsonSchemaTransform>[0]);
  if (!route.schema?.consumes?.includes('multipart/form-data')) return described;
  return { ...described, schema: { ...described.schema, body: formBody } };
};

/** For @fastify/swagger: the whole document, with its schemas by name and every reply described. */
export const finishApiDocument: SwaggerTransformObject = (parts) => {
  const document = jsonSchemaTransformObject(parts);
  dropUnusedSchemas(document as ApiDocument);
  describeReplies(document as ApiDocument);
  return document;
};
