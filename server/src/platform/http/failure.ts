import type { ApiError } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';

/** A reply that tells a caller what is wrong; thrown anywhere inside a request. */
export class ApiFailure extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly fields: ApiError['fields'];
  /** Further fields of the reply. */
  readonly details: Readonly<Record<string, unknown>> = {};

  /**
   * @param statusCode 4xx or 5xx
   * @param code a stable word for programs
   * @param message a sentence for a person
   * @param fields the form fields at fault, with a sentence each
   */
  constructor(statusCode: number, code: string, message: string, fields?: ApiError['fields']) {
    super(message);
    this.name = 'ApiFailure';
    this.statusCode = statusCode;
    this.code = code;
    this.fields = fields;
  }
}

/** The failure for an address at which there is nothing, for this caller at least. */
export function notFound(): ApiFailure {
  return new ApiFailure(404, 'not_found', messages.notFound);
}

/** The failure for callers who are not logged in, or no longer. */
export function notAuthenticated(): ApiFailure {
  return new ApiFailure(401, 'not_authenticated', messages.notAuthenticated);
}
