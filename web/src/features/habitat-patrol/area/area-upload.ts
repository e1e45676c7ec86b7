import { AreaError } from '@refugia/contract/area.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { ImportedArea, RefusedFile } from '@refugia/contract/vector-import.ts';
import { isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { asOneArea } from '../patrol/one-area.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';

interface UploadTask {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/**
 * Makes the function that uploads a file, whose polygons become the area. It rejects when they
 * can't.
 * @param onFault is called with the reason for a refused file, and with null for a new try
 */
export function areaUpload(controller: PatrolController, onFault: (fault: string | null) => void) {
  return async (form: FormData, task: UploadTask): Promise<void> => {
    const file = form.get('file') as File;
    onFault(null);
    try {
      const { geometries, name, skipped, notes } = await callApi<ImportedArea>(
        '/api/changedetection/aoi',
        { method: 'POST', body: form, ...task },
      );
      const origin = { kind: 'upload', fileName: file.name, name, skipped, notes } as const;
      controller.dispatch({ type: 'area-picked', area: asOneArea(geometries), origin });
    } catch (error) {
      if (!isAbort(error)) onFault(sentenceOf(error));
      throw error;
    }
  };
}

function sentenceOf(error: unknown): string {
  const { vectorFileUnprocessable } = messages.habitatPatrol;
  if (error instanceof AreaError) return `${vectorFileUnprocessable} ${error.message}`;
  if (!(error instanceof RequestRefusedError)) return vectorFileUnprocessable;
  const { reason } = error.body as RefusedFile;
  return reason === undefined ? error.message : `${error.message} ${reason}`;
}
