import type { Multipart, MultipartFile } from '@fastify/multipart';
import { limits } from '@refugia/contract/limits.ts';
import { noFile } from '@refugia/contract/upload.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import type { FastifyRequest } from 'fastify';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormParts } from '../../../platform/http/form.ts';
import { endSilence } from '../../../platform/http/slow-requests.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { silenceMilliseconds, type Uploads } from '../../../platform/uploads/uploads.ts';

const { rasterMaxBytes } = limits.valueMapper;
/** The largest number of bytes that a form adds to its file. */
const formBytes = 10_000;

/** The largest possible size in bytes of the file in a form. */
function mostBytes({ headers }: FastifyRequest): number {
  const whole = Number(headers['content-length'] ?? rasterMaxBytes);
  return whole > rasterMaxBytes && whole <= rasterMaxBytes + formBytes ? rasterMaxBytes : whole;
}

const isFile = (part: Multipart): part is MultipartFile => part.type === 'file';

function tooLarge(): ApiFailure {
  const sentence = `Error: File size cannot be larger than ${rasterMaxBytes / 1_000_000} MB.`;
  return new ApiFailure(413, 'too_large', sentence, { file: sentence });
}

/**
 * Stores the file of a form as it arrives. A file that does not arrive completely is removed.
 * @returns the id of the raster
 */
export async function uploadByForm(
  uploads: Uploads,
  request: FastifyRequest,
  { account, dataLayerId }: { account: Account; dataLayerId: number },
): Promise<number> {
  endSilence(request.raw, silenceMilliseconds);
  for await (const part of readFormParts(request, { fileSize: rasterMaxBytes, files: 1 })) {
    if (!isFile(part)) continue;
    if (part.fieldname !== 'file') break;
    const upload = await uploads.begin(account, valueMapperRasterPurpose, {
      target: String(dataLayerId),
      // A part may come without a name, although the types do not allow for that.
      filename: part.filename ?? '',
      size: mostBytes(request),
    });
    try {
      const stored = await uploads.append(upload, part.file);
      if (part.file.truncated) throw tooLarge();
      return (await uploads.complete(await uploads.settleSize(stored))) as number;
    } catch (error) {
      await uploads.remove(upload);
      throw error;
    }
  }
  throw new ApiFailure(400, 'file_missing', noFile.missing, { file: noFile.missing });
}
