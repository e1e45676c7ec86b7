import { currentAccountSchema } from '@refugia/contract/account/account.ts';
import {
  type PhotoCrop,
  photoCropSchema,
  photoQuerySchema,
} from '@refugia/contract/account/profile.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure, notAuthenticated } from '../../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../../platform/http/form.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { type AccountContext, forAccounts, withoutToken } from '../context.ts';
import { describeAccount } from '../describe.ts';
import { changeAccount } from '../queries.ts';
import { makePhoto } from './photo.ts';
import { keepPhoto, readPhoto, removeLeftPhotos, storePhoto } from './photo-store.ts';

const { photoMaxBytes } = limits.account;
const formLimits = { fileSize: photoMaxBytes, files: 1, fields: 8, fieldSize: 1000, parts: 9 };
/** One day, because a removed photo must not stay in caches for long. */
const photoCaching = 'public, max-age=86400, immutable';

interface PhotoForm {
  readonly file: Buffer;
  readonly crop: PhotoCrop | undefined;
}

function readCrop(fields: Record<string, unknown>): PhotoCrop | undefined {
  const names = Object.keys(photoCropSchema.shape);
  if (!names.some((name) => name in fields)) return undefined;
  const parsed = photoCropSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const sentence = `${names.join(', ')} must be three whole numbers: a square of the picture, in its pixels.`;
  throw new ApiFailure(400, 'photo_crop', sentence);
}

/** @throws {ApiFailure} 400 or 413 for a form without one file that may be uploaded */
async function readForm(request: FastifyRequest): Promise<PhotoForm> {
  let file: Buffer | undefined;
  const fields: Record<string, unknown> = {};
  for await (const part of readFormParts(request, formLimits)) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === 'file') file = await readFormFile(part, photoMaxBytes);
    else part.file.resume();
  }
  if (!file?.length) {
    const sentence = messages.profile.noFileSelected;
    throw new ApiFailure(400, 'photo_missing', sentence, { file: sentence });
  }
  return { file, crop: readCrop(fields) };
}

/** Stores the photo, assigns it to the account and removes the former one. */
async function replacePhoto(
  { platform, orm }: AccountContext,
  accountId: number,
  webp: Uint8Array,
): Promise<Account> {
  const photo = await storePhoto(platform, webp);
  const changed = await orm.transaction(async (transaction) => {
    const after = await changeAccount(transaction, accountId, { photo });
    if (after) await keepPhoto(transaction, photo);
    return after;
  });
  if (!changed) throw notAuthenticated();
  await removeLeftPhotos(platform);
  return changed;
}

/** Registers the routes that upload one's own photo and serve everybody's photos. */
export function registerPhotos(app: App, context: AccountContext): void {
  const { platform, allow, isTester } = context;
  const { sessions, storage } = platform;

  app.post(
    '/api/accounts/useraccount',
    {
      ...forAccounts('Upload your own profile photo', {
        description:
          'A form (multipart/form-data) with the field "file": a JPEG, PNG or WebP picture of at most 1,000,000 bytes. The fields cropX, cropY and cropSize choose the square that is kept.',
        consumes: ['multipart/form-data'],
        querystring: photoQuerySchema,
        response: { 200: currentAccountSchema, ...errorReplies(400, 401, 403, 413, 415, 429) },
      }),
      // The check runs before the file arrives, so that nobody sends a file in vain.
      onRequest: async (request) => {
        await sessions.require(request);
      },
    },
    async (request, reply) => {
      const account = await sessions.require(request);
      const { username = account.username } = request.query;
      if (username !== account.username) {
        throw new ApiFailure(403, 'not_your_profile', 'You can change your own profile only.');
      }
      await allow.uploadPhoto(request, reply, String(account.id));
      const { file, crop } = await readForm(request);
      const changed = await replacePhoto(context, account.id, await makePhoto(file, crop));
      return describeAccount(changed, isTester(changed.username));
    },
  );

  app.get(
    '/media/photos/:file',
    withoutToken('A profile photo', {
      params: z.object({ file: z.string().max(64) }),
      response: { 200: binaryReply('A square WebP picture.', 'image/webp'), 404: apiErrorSchema },
    }),
    async (request, reply) => {
      const photo = await readPhoto(storage, `photos/${request.params.file}`);
      if (!photo) throw new ApiFailure(404, 'photo_not_found', 'There is no such photo.');
      return reply.header('cache-control', photoCaching).type('image/webp').send(photo);
    },
  );
}
