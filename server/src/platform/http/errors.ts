import type { ApiError } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isAccountGone, isDatabaseAway } from '../database/unavailable.ts';
import { codeOf } from '../thrown.ts';
import type { App } from './api.ts';
import { isDiskFull } from './disk-full.ts';
import { ApiFailure, notAuthenticated } from './failure.ts';
import { formExpected } from './form.ts';
import { readAway } from './read-away.ts';
import { bareHeaders } from './refused-connection.ts';
import { sentenceOf, withFieldName } from './sentences.ts';

/** Fastify's own refusals, as a word for programs and a sentence for a person. */
const refusals: Record<number, readonly [code: string, error: string]> = {
  400: ['bad_request', 'The request could not be understood: check its form and its JSON.'],
  404: ['not_found', messages.notFound],
  413: ['too_large', 'The request is too large.'],
  414: ['address_too_long', 'The address is too long.'],
  415: [
    'unsupported_media_type',
    'The request must be sent as JSON (Content-Type: application/json).',
  ],
  429: ['too_many_requests', 'Too many requests. Please wait a moment and try again.'],
};

const databaseAway: ApiError = {
  error: 'The service can not be reached at this moment. Please try again shortly.',
  code: 'unavailable',
};
const outageRetrySeconds = 5;
const outageLogMilliseconds = 10_000;

const serverFault: ApiError = { error: messages.somethingWentWrong, code: 'server_error' };

type ValidationIssue = { keyword: string; instancePath: string; message?: string };

/** The form's fields, each with the first sentence about it, without issues about the whole form. */
function namedFields(issues: readonly ValidationIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const [, name, ...within] = instancePath.split('/');
    if (!name || !message || name in fields) continue;
    // A sentence about a part says which one it is.
    fields[name] =
      within.length === 0 ? message : withFieldName([name, ...within].join('.'), message);
  }
  return fields;
}

/** A parameter that is repeated in an address arrives as a list, of which zod's sentence would speak. */
function markRepeated(fields: Record<string, string>, query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (name in fields && Array.isArray(value)) fields[name] = 'This must be given once.';
  }
}

/**
 * The parameters of an address, each with the first sentence about it. A parameter can be JSON
 * text, and its sentence then names the member that it is about.
 */
function namedParameters(issues: readonly ValidationIssue[]): Record<string, string> {
  return namedFields(
    issues.map((issue) => {
      const member = issue.instancePath.split('/').slice(2).at(-1);
      if (!member || !issue.message) return issue;
      return { ...issue, message: withFieldName(member, issue.message) };
    }),
  );
}

/** The sentence of a rule about the whole body, or about a body that is missing. */
function sentenceAboutWhole(issues: readonly ValidationIssue[]): string {
  const rule = issues.find(
    ({ keyword, instancePath }) => keyword === 'custom' && instancePath === '/',
  );
  return (
    rule?.message ??
    'The request needs a JSON object as its body; the API document names its fields.'
  );
}

/** PostgreSQL can't store the zero character in a text, so no stored text contains one. */
function isTextNotStorable(error: Error): boolean {
  const code = codeOf(error.cause ?? error);
  return code === '22021' || code === '22P05';
}

function statusOf(error: FastifyError): number {
  if (isTextNotStorable(error)) return 400;
  // The address points outside of a folder of static files.
  return error.statusCode === 403 ? 404 : (error.statusCode ?? 500);
}

function describe(error: FastifyError, query?: unknown): { statusCode: number; body: ApiError } {
  // The account was deleted after the request had been authenticated.
  if (isAccountGone(error)) return describe(notAuthenticated());
  if (error instanceof ApiFailure) {
    const { statusCode, code, message, fields, details } = error;
    return { statusCode, body: { error: message, code, ...(fields && { fields }), ...details } };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isAddress = error.validationContext === 'querystring';
    const fields = (isAddress ? namedParameters : namedFields)(error.validation);
    if (isAddress) markRepeated(fields, query);
    const sentence = leadingSentence(fields, isAddress) ?? sentenceAboutWhole(error.validation);
    return { statusCode: 400, body: { error: sentence, code: 'invalid', fields } };
  }
  const statusCode = statusOf(error);
  if (statusCode < 400 || statusCode >= 500) return { statusCode: 500, body: serverFault };
  const [code, message] = refusals[statusCode] ?? refusals[400];
  return { statusCode, body: { error: message, code } };
}

/**
 * The sentence about the first field. In a form that about a missing field stands beside it, word for
 * word as specified.
 */
function leadingSentence(fields: Record<string, string>, isAddress: boolean): string | undefined {
  const [first] = Object.entries(fields);
  if (!first || (!isAddress && first[1] === messages.required)) return first?.[1];
  return withFieldName(...first);
}

/** For Fastify's `frameworkErrors`: an address that can't be decoded is refused before any route. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { statusCode, body } = describe(error);
  reply.code(statusCode).headers(bareHeaders).send(body);
}

/** Logs an outage at intervals, instead of once for each request that it affects. */
function createOutageLog(sentence: string) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (log: FastifyBaseLogger, error: Error) => {
    unlogged++;
    if (Date.now() - loggedAt < outageLogMilliseconds) return;
    log.error({ err: error, requests: unlogged }, sentence);
    loggedAt = Date.now();
    unlogged = 0;
  };
}

/** Answers every failure as `{ error, code, fields }`. Internal errors are logged and never shown. */
export function registerErrors(app: App): void {
  z.config({ customError: sentenceOf });
  const logOutage = createOutageLog('the database does not answer');
  const logFullDisk = createOutageLog('no room left');
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await readAway(request.raw);
    const takesForm = request.routeOptions.schema?.consumes?.includes('multipart/form-data');
    const isOfNoType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
    const failure = takesForm && isOfNoType ? formExpected() : error;
    if (isDatabaseAway(error)) {
      logOutage(request.log, error);
      return reply.code(503).header('retry-after', outageRetrySeconds).send(databaseAway);
    }
    if (isDiskFull(error)) {
      logFullDisk(request.log, error);
      return reply.code(507).send({ error: messages.diskFull, code: 'disk_full' });
    }
    const { statusCode, body } = describe(failure, request.query);
    if (statusCode >= 500 && !(error instanceof ApiFailure)) request.log.error({ err: error });
    return reply.code(statusCode).send(body);
  });
}
