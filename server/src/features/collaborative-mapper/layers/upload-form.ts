import { mapIdSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  acceptedEndings,
  noFile,
  type UploadType,
  uploadFaults,
  uploadTypes,
} from '@refugia/contract/upload.ts';
import type { FastifyRequest } from 'fastify';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../../platform/http/form.ts';

const maxBytes: Record<UploadType, number> = {
  vector: limits.upload.vectorMaxBytes,
  raster: limits.collaborativeMapper.rasterMaxBytes,
  picture: limits.collaborativeMapper.rasterMaxBytes,
};

/** An uploaded file that becomes a layer. */
export interface UploadedFile {
  readonly type: UploadType;
  readonly name: string;
  readonly bytes: Buffer;
}

function typeOf(name: string): UploadType {
  const ending = (type: UploadType) =>
    acceptedEndings(type).some((each) => name.toLowerCase().endsWith(each));
  const type = (['vector', 'raster', 'picture'] as const).find(ending);
  if (type) return type;
  const endings = [...uploadTypes.vector, ...uploadTypes.raster, ...uploadTypes.picture];
  // "must must" stands in the specification.
  const sentence = `Error: File must must be of type ${endings.join(', ')}.`;
  throw new ApiFailure(400, 'file_not_allowed', sentence, { file: sentence });
}

/**
 * Reads the form of an upload. The map's id may stand in the query instead.
 * @param admit is called when the map's id is known and before the file is read, so that nobody
 * uploads a file in vain
 * @throws {ApiFailure} 400 and 413 for a form without one file that may be uploaded; whatever
 * `admit` throws
 */
export async function readUploadForm<Admission>(
  request: FastifyRequest,
  admit: (mapId: number) => Promise<Admission>,
): Promise<{ admission: Admission; file: UploadedFile }> {
  const { id } = request.query as { readonly id?: unknown };
  let admission = id === undefined ? undefined : await admit(parseMapId(id));
  let file: UploadedFile | undefined;
  const largest = Math.max(...Object.values(maxBytes));
  for await (const part of readFormParts(request, { fileSize: largest, files: 1 })) {
    if (part.type === 'field') {
      if (part.fieldname === 'id') admission = await admit(parseMapId(part.value));
      continue;
    }
    if (part.fieldname !== 'file') {
      part.file.resume();
      throw missingFile();
    }
    const name = part.filename ?? '';
    const type = typeOf(name);
    const bytes = await readFormFile(part, maxBytes[type]);
    const [fault] = uploadFaults({ name, size: bytes.length }, { type, maxBytes: maxBytes[type] });
    if (fault) throw new ApiFailure(413, 'too_large', fault, { file: fault });
    file = { type, name, bytes };
  }
  if (!file) throw missingFile();
  if (file.bytes.length === 0)
    throw new ApiFailure(400, 'file_missing', noFile.empty, { file: noFile.empty });
  if (admission === undefined) {
    throw new ApiFailure(400, 'invalid', '"id" is required.', { id: messages.required });
  }
  return { admission, file };
}

function parseMapId(value: unknown): number {
  const parsed = mapIdSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentence = 'This must be the number of a map.';
  throw new ApiFailure(400, 'invalid', sentence, { id: sentence });
}

function missingFile(): ApiFailure {
  return new ApiFailure(400, 'file_missing', noFile.missing, { file: noFile.missing });
}
