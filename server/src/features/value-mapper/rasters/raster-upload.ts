import type { Multipart, MultipartFile } from '@fastify/multipart';
import { limits } from '@refugia/contract/limits.ts';
import { noFile, uploadFaults } from '@refugia/contract/upload.ts';
import { valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { rowIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../../platform/database/database.ts';
import { valueRaster } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormParts } from '../../../platform/http/form.ts';
import { endSilence } from '../../../platform/http/slow-requests.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { UploadPurpose } from '../../../platform/uploads/upload-purpose.ts';
import { silenceMilliseconds, type Uploads } from '../../../platform/uploads/uploads.ts';
import { notFound, requireLayer } from '../access.ts';
import { lockLayer, nameAfterFile } from '../layers/queries.ts';
import { beginWork, type ProcessingQueues } from '../processing/work.ts';
import { findRasterOfLayer, storedBytesOf } from '../stored/stored-queries.ts';

const { rasterMaxBytes } = limits.valueMapper;
/** A TIFF has a header of 8 bytes and a directory. */
const smallestBytes = 26;

/** The first bytes of TIFF and BigTIFF, in both byte orders. */
const tiffStarts = ['49492a00', '4d4d002a', '49492b00', '4d4d002b'];

function refuseFile(statusCode: number, code: string, sentence: string): ApiFailure {
  return new ApiFailure(statusCode, code, sentence, { file: sentence });
}

function judgeStart(start: Uint8Array): void {
  const signature = Buffer.from(start.subarray(0, 4)).toString('hex');
  if (tiffStarts.includes(signature)) return;
  throw refuseFile(
    415,
    'not_a_tiff',
    'This file is no TIFF: its first bytes say something else. Please choose a GeoTIFF.',
  );
}

function requireLength(size: number): void {
  if (size >= smallestBytes) return;
  throw refuseFile(400, 'empty', 'This file is empty, or too short to be a GeoTIFF.');
}

/** The purpose of uploads that are rasters for data layers of the Value Mapper. */
export function rasterUploads(queues: ProcessingQueues, quotaBytes: number): UploadPurpose {
  return {
    name: valueMapperRasterPurpose,
    maxBytes: rasterMaxBytes,
    quotaBytes,
    storedBytes: storedBytesOf,
    judgeStart,
    async check(orm, account, { target, filename, size }) {
      const layerId = rowIdSchema.safeParse(target);
      if (!layerId.success) throw notFound();
      const layer = await requireLayer(orm, account, layerId.data);
      const [fault] = uploadFaults({ name: filename, size: 0 }, { type: 'raster' });
      if (fault) throw refuseFile(415, 'wrong_type', fault);
      requireLength(size);
      await requireNoRaster(orm, layer.id);
    },
    async complete(transaction, { accountId, target, filename, size, folder }) {
      // The size of a form's file is not known before all of it has arrived.
      requireLength(size);
      const layerId = Number(target);
      await lockLayer(transaction, layerId);
      await requireNoRaster(transaction, layerId);
      await nameAfterFile(transaction, layerId, filename);
      const isFormer = and(eq(valueRaster.layerId, layerId), eq(valueRaster.state, 'failed'));
      await transaction.delete(valueRaster).where(isFormer);
      const file = { layerId, fileName: filename, fileBytes: size, originalFolder: folder };
      const { id } = await beginWork(transaction, queues, {
        kind: 'raster',
        group: String(accountId),
        add: (begun) =>
          transaction
            .insert(valueRaster)
            .values({ ...file, ...begun })
            .returning(),
      });
      return id;
    },
  };
}

/** @throws {ApiFailure} 409 for a layer with a raster that has not failed */
async function requireNoRaster(orm: Queryable, layerId: number): Promise<void> {
  const raster = await findRasterOfLayer(orm, layerId);
  if (!raster || raster.state === 'failed') return;
  const sentence = 'This data layer has a raster already. Please add another data layer.';
  throw new ApiFailure(409, 'raster_exists', sentence);
}

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
  return refuseFile(413, 'too_large', sentence);
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
      return (await uploads.complete(await uploads.setFinalSize(stored))) as number;
    } catch (error) {
      await uploads.remove(upload);
      throw error;
    }
  }
  throw refuseFile(400, 'file_missing', noFile.missing);
}
