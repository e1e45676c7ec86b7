import type { IncomingMessage } from 'node:http';
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { ApiFailure } from './failure.ts';

/** The failure for a body that is no form, or has no content type, where a form is expected. */
export function formExpected(): ApiFailure {
  return new ApiFailure(
    415,
    'unsupported_media_type',
    'The request must be sent as a form (Content-Type: multipart/form-data).',
  );
}

/** Errors of busboy have no status of their own. They are the sender's fault, so they become a 400. */
function faultOf(error: FastifyError): Error {
  if (error.code === 'FST_FILES_LIMIT') {
    return new ApiFailure(400, 'too_many_files', 'Send one file at a time.');
  }
  if (error.statusCode !== undefined) return error;
  return new ApiFailure(
    400,
    'form_incomplete',
    'The form did not arrive whole. Please send it again.',
  );
}

/**
 * The parts of a form that was sent as multipart/form-data, as they arrive. A file has to be read,
 * or discarded by `resume()`, before the next part comes. What is left of the form when the reading
 * ends is discarded.
 * @throws {ApiFailure} 415 for any other body, 400 for a form that breaks off or is malformed
 */
export async function* readFormParts(
  request: FastifyRequest,
  limits: FastifyMultipartBaseOptions['limits'],
): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw formExpected();
  try {
    yield* request.parts({ ...(limits && { limits }) });
  } catch (error) {
    throw faultOf(error as FastifyError);
  } finally {
    discardUnread(request.raw);
  }
}

/** Lets a form arrive that was refused, because many senders read the refusal only after it. */
function discardUnread(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

/**
 * Reads a whole file of a form.
 * @throws {ApiFailure} 413 for a file above the limit, 400 for one that breaks off
 */
export async function readFormFile(part: MultipartFile, maxBytes: number): Promise<Buffer> {
  return await part.toBuffer().catch((error: FastifyError) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw faultOf(error);
    const sentence = `Error: File size cannot be larger than ${maxBytes / 1_000_000} MB.`;
    throw new ApiFailure(413, 'too_large', sentence, { [part.fieldname]: sentence });
  });
}
