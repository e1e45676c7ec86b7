import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lets the parameters of the map calls stand in the query or in the JSON body. The specification
 * names most of them without saying which of the two it means, as in "DELETE /manage". A parameter
 * in the place that the API document names takes precedence. Forms are not concerned.
 */
export function acceptEitherPlace(app: App): void {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    const { url, schema } = request.routeOptions;
    if (!url?.startsWith('/api/rrm/')) return;
    const query = isObject(request.query) ? request.query : {};
    const body = isObject(request.body) ? request.body : {};
    const isBodyMissing = request.body === undefined || request.body === null;
    const mayFillBody = isObject(request.body) || (isBodyMissing && !request.isMultipart());
    if (schema?.body && mayFillBody && Object.keys(query).length > 0) {
      request.body = { ...query, ...body };
    }
    if (schema?.querystring) request.query = { ...body, ...query };
  });
}
