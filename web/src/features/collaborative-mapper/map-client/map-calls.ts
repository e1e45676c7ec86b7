import type { MapFeatureList } from '@refugia/contract/collaborative-mapper/features.ts';
import type { UndoState } from '@refugia/contract/collaborative-mapper/history.ts';
import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type {
  Applied,
  OperationList,
  OperationsRequest,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type {
  Decided,
  DecisionRequest,
  MapProposal,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import type { PendingEdit } from '../state/map-state.ts';
import { changeRequests } from '../state/pending-edits.ts';

const base = '/api/rrm';

/** The calls of the map client to the server. */
export function mapCalls(call: CallApi, mapId: number) {
  const query = { id: mapId };
  return {
    map: (signal: AbortSignal) => call<CollaborativeMap>(`${base}/map_requests`, { query, signal }),
    features: (signal: AbortSignal, some: { feature?: string; limit?: number } = {}) =>
      call<MapFeatureList>(`${base}/features`, { query: { ...query, ...some }, signal }),
    proposals: (signal: AbortSignal) => call<MapProposal[]>(`${base}/proposals`, { query, signal }),
    operations: (since: number, signal: AbortSignal) =>
      call<OperationList>(`${base}/operations`, { query: { ...query, since }, signal }),
    undoState: (signal?: AbortSignal) => call<UndoState>(`${base}/undoredo`, { query, signal }),

    apply: ({ id, changes }: PendingEdit, resolutions?: readonly Resolution[]) =>
      call<Applied>(`${base}/operations`, {
        method: 'POST',
        body: {
          mapID: mapId,
          client_operation_id: id,
          changes: changeRequests(changes),
          ...(resolutions && { resolutions: [...resolutions] }),
        } satisfies OperationsRequest,
      }),
    propose: ({ id, changes, note }: PendingEdit) =>
      call<MapProposal>(`${base}/proposals`, {
        method: 'POST',
        body: {
          type: 'changes',
          mapID: mapId,
          changes: changeRequests(changes),
          note,
          proposalID: id,
        },
      }),
    withdraw: (id: string) =>
      call<{ id: string }>(`${base}/proposals`, { method: 'DELETE', query: { id } }),
    decide: (request: DecisionRequest) =>
      call<Decided>(`${base}/manage`, { method: 'PUT', body: request }),
    step: (action: 'undo' | 'redo', id: string, resolutions?: readonly Resolution[]) =>
      call<Applied>(`${base}/undoredo`, {
        method: 'POST',
        body: { mapID: mapId, action, client_operation_id: id, resolutions },
      }),
    sendThumbnail: (picture: Blob, seq: number) => {
      const body = new FormData();
      body.set('mapID', String(mapId));
      body.set('seq', String(seq));
      body.set('image_data', picture, 'thumbnail.png');
      return call<{ thumbnail: string }>(`${base}/upload`, { method: 'PUT', body });
    },
  };
}

export type MapCalls = ReturnType<typeof mapCalls>;
