import { limits } from '@refugia/contract/limits.ts';
import { membersOf } from '@refugia/contract/members.ts';
import { messages } from '@refugia/contract/messages.ts';
import { noFile } from '@refugia/contract/upload.ts';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../../platform/database/database.ts';
import { collaborativeMap } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../../platform/http/form.ts';
import { newId } from '../../../platform/new-id.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  keepStoredFolder,
  noteRemovedFolder,
  removeLeftFolders,
  storeSmallFile,
} from '../../../platform/storage/removed-folders.ts';
import { createPictureDecoder } from '../../../services/pictures/picture-decoder.ts';
import { isPicture } from '../../../services/pictures/picture-signature.ts';
import { updateMap } from '../maps/map-queries.ts';

const { thumbnailMaxBytes, thumbnailPixels } = limits.collaborativeMapper;
const fileName = 'thumbnail.webp';
const decode = createPictureDecoder({ pixels: 50_000_000, seconds: 10 });
/** The largest picture as a `data:` address: base64 needs a third more characters than bytes. */
const maxTextCharacters = Math.ceil((thumbnailMaxBytes * 4) / 3) + 100;

function unusable(): ApiFailure {
  return new ApiFailure(422, 'image_unprocessable', messages.collaborativeMapper.imageUploadFailed);
}

/** Decodes a `data:` address, which is how a canvas gives its picture. */
function bytesOfDataUrl(text: string): Buffer {
  const base64 = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(text)?.[1];
  if (base64 === undefined) throw unusable();
  return Buffer.from(base64, 'base64');
}

export interface ThumbnailForm {
  readonly mapId: number | undefined;
  /** The last operation that the picture shows. */
  readonly seq: number | undefined;
  readonly picture: Buffer;
  readonly type: string | undefined;
}

/**
 * Reads a form with a map's id and a picture. The picture is a file, or the `data:` address of a
 * canvas. The id may stand in the query instead.
 * @param fields the names of the form's fields
 * @throws {ApiFailure} 400, 413 and 422
 */
export async function readThumbnailForm(
  request: FastifyRequest,
  fields: { readonly id: string; readonly pictures: readonly string[] },
): Promise<ThumbnailForm> {
  const inQuery = membersOf(request.query)[fields.id];
  let mapId = inQuery === undefined ? undefined : Number(inQuery);
  let seq: number | undefined;
  let type: string | undefined;
  let picture: Buffer | undefined;
  const formLimits = { fileSize: thumbnailMaxBytes, files: 1, fieldSize: maxTextCharacters };
  for await (const part of readFormParts(request, formLimits)) {
    if (part.type === 'file') {
      if (fields.pictures.includes(part.fieldname)) {
        picture = await readFormFile(part, thumbnailMaxBytes);
      } else part.file.resume();
    } else if (part.fieldname === fields.id) mapId = Number(part.value);
    else if (part.fieldname === 'seq') seq = Number(part.value);
    else if (part.fieldname === 'type') type = String(part.value);
    else if (fields.pictures.includes(part.fieldname)) picture = bytesOfDataUrl(String(part.value));
  }
  if (!picture?.length) {
    const [field = 'file'] = fields.pictures;
    const sentence = picture ? noFile.empty : noFile.missing;
    throw new ApiFailure(400, 'file_missing', sentence, { [field]: sentence });
  }
  if (seq !== undefined && !(Number.isSafeInteger(seq) && seq >= 0)) {
    const sentence = 'This must be a number of the map’s log.';
    throw new ApiFailure(400, 'invalid', sentence, { seq: sentence });
  }
  return { mapId, seq, picture, type };
}

/**
 * Makes a picture into a small WebP without metadata.
 * @throws {ApiFailure} 422 when the bytes are not a picture that can be decoded
 */
export async function makeThumbnail(picture: Buffer): Promise<Uint8Array> {
  if (!isPicture(picture)) throw unusable();
  const { width, height } = thumbnailPixels;
  const webp = await decode(
    picture,
    (each) => each.resize(width, height, { fit: 'cover' }).webp({ quality: 80 }),
    unusable,
  );
  return webp.bytes;
}

/**
 * Stores a map's thumbnail under a name that is never used again, and replaces the former one.
 * @param about.thumbnailSeq the last operation that the picture shows
 * @returns the folder's name
 */
export async function replaceThumbnail(
  platform: Pick<Platform, 'database' | 'storage' | 'log'>,
  mapId: number,
  webp: Uint8Array,
  about: { readonly thumbnailSeq?: number } = {},
): Promise<string> {
  const folder = `map-thumbnails/t${newId()}`;
  await storeSmallFile(platform, folder, { name: fileName, bytes: webp });
  await platform.database.orm.transaction(async (transaction) => {
    const former = await lockThumbnail(transaction, mapId);
    if (former) await noteRemovedFolder(transaction, former);
    // If the map was deleted meanwhile, its new picture stays noted for removal.
    if (await updateMap(transaction, mapId, { ...about, thumbnail: folder })) {
      await keepStoredFolder(transaction, folder);
    }
  });
  await removeLeftFolders(platform).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'removing pictures of maps'),
  );
  return folder;
}

async function lockThumbnail(transaction: Transaction, mapId: number) {
  const [map] = await transaction
    .select({ thumbnail: collaborativeMap.thumbnail })
    .from(collaborativeMap)
    .where(eq(collaborativeMap.id, mapId))
    .for('update');
  return map?.thumbnail;
}

/** Reads a stored thumbnail. Undefined when its folder is gone. */
export function readThumbnail(
  { storage }: Pick<Platform, 'storage'>,
  folder: string,
): Promise<Uint8Array | undefined> {
  return storage.read(folder, fileName);
}
