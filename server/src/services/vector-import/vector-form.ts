import { limits } from '@refugia/contract/limits.ts';
import { noFile, uploadFaults } from '@refugia/contract/upload.ts';
import type { FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../platform/http/form.ts';

const maxBytes = limits.upload.vectorMaxBytes;

export interface VectorFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads the vector file of a form.
 * @throws {ApiFailure} for a file that is missing, of another type or too large
 */
export async function readVectorForm(request: FastifyRequest): Promise<VectorFile> {
  let file: VectorFile | undefined;
  for await (const part of readFormParts(request, { fileSize: maxBytes, files: 1 })) {
    if (part.type !== 'file') continue;
    // A part may come without a name, whatever the types say.
    const name = part.filename ?? '';
    const [fault] = uploadFaults({ name, size: 0 }, { type: 'vector', maxBytes });
    if (part.fieldname !== 'file' || fault) {
      part.file.resume();
      const sentence = fault ?? 'Send the file in the field "file".';
      throw new ApiFailure(400, 'file_not_allowed', sentence, { file: sentence });
    }
    file = { name, bytes: await readFormFile(part, maxBytes) };
  }
  if (file) return file;
  throw new ApiFailure(400, 'file_missing', noFile.missing, { file: noFile.missing });
}
