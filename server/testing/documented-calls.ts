import { type ApiError, apiErrorSchema } from '@refugia/contract/errors.ts';
import { expect } from 'vitest';
import type { ZodType } from 'zod';
import type { App } from '../src/platform/http/api.ts';
import type { JsonSchema } from './payloads.ts';

interface Operation {
  readonly parameters?: readonly {
    in: string;
    name: string;
    required?: boolean;
    schema: JsonSchema;
  }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, unknown>;
}

export interface DocumentedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly operation: Operation;
}

/** The document's calls below the given addresses, new ones included. */
export async function documentedCalls(app: App, paths: RegExp): Promise<DocumentedCall[]> {
  const document = (await app.inject('/api/openapi.json')).json();
  return Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .filter(([path]) => paths.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as DocumentedCall['method'],
        path,
        operation,
      })),
    );
}

/** The parameters of a call's query as an object with these properties. */
export function querySchemaOf({ operation: { parameters = [] } }: DocumentedCall): JsonSchema {
  const inQuery = parameters.filter((each) => each.in === 'query');
  return {
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

export function bodySchemaOf({ operation }: DocumentedCall): JsonSchema {
  return operation.requestBody?.content['application/json']?.schema ?? {};
}

/** What schemas and JavaScript say, and no sentence for a person may. */
export const wordsOfPrograms =
  /must be (record|tuple|undefined|null|never)|Invalid input|expected \w+, received|\bzod\b|\bNaN\b|\[object Object\]|Unrecognized key/i;

/** Statuses of refusals that any call may get before it is handled. */
const generalRefusals = ['400', '413', '414', '415'];

/**
 * Checks a reply against the document: it is not a 500, and a failure has a sentence for a person
 * and a word for programs.
 */
export function expectDocumented(
  { method, path, operation }: DocumentedCall,
  reply: { statusCode: number; body: string; json(): unknown },
  failureSchema: ZodType<ApiError> = apiErrorSchema.strict(),
): void {
  const { statusCode, body } = reply;
  const answered = `${method} ${path}: ${statusCode} ${body.slice(0, 1_000)}`;
  expect(statusCode, answered).not.toBe(500);
  expect([...Object.keys(operation.responses), ...generalRefusals], answered).toContain(
    `${statusCode}`,
  );
  if (statusCode < 400) return;
  const failure = failureSchema.parse(reply.json());
  expect(failure.error).toMatch(/\S/);
  const sentences = [failure.error, ...Object.values(failure.fields ?? {})].join('\n');
  expect(sentences, answered).not.toMatch(wordsOfPrograms);
  expect(failure.code).toMatch(/^[a-z_]+$/);
}

/** A registered route, such as GET `/tiles/value/data/:id/:z/:x/:y.bin`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Lists the routes of an app below some addresses, including hidden ones. HEAD is left out where
 * GET exists, because both are one route.
 */
export function routesOf(app: App, below: RegExp): Route[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods = ''] =
        /^(.*?)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      if (indent === undefined) return [];
      parts.length = indent.length / 4;
      parts.push(part);
      const path = parts.join('');
      const all = methods.split(', ').filter((method) => method !== '');
      return all
        .filter((method) => method !== 'HEAD' || !all.includes('GET'))
        .map((method) => ({ method, path }));
    })
    .filter(({ path }) => below.test(path));
}

/** Whether a route answers a call. The query in the call's address is ignored. */
export function answers({ method, path }: Route, call: { method: string; url: string }): boolean {
  const [address = ''] = call.url.split('?');
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`);
  return method === call.method && pattern.test(address);
}
