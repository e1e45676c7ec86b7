import { limits } from '@refugia/contract/limits.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanding } from '../../../lib/use-landing.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import { fromLeafletZoom } from '../../../map/leaflet-zoom.ts';
import frame from '../../../map/map-frame.module.css';
import { latePart } from '../../../ui/states/late-part.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { CommentPins } from '../comments/comment-pins.tsx';
import { DrawingControls, UndoControls } from '../drawing/drawing-controls.tsx';
import { featureData } from '../drawing/feature-data.ts';
import { FeatureLayers } from '../drawing/feature-layers.tsx';
import { FeaturePointer } from '../drawing/feature-pointer.tsx';
import { useLateTools } from '../drawing/late-tools.ts';
import { ToolInHand } from '../drawing/tool-in-hand.tsx';
import { useMapEditing } from '../drawing/use-map-editing.ts';
import { useUndoSteps } from '../drawing/use-undo-steps.ts';
import { MapOverlays } from '../layers/map-overlays.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import { loadDraftProposal } from '../proposals/load-draft-proposal.ts';
import { ReviewLayers, reviewLayerIds } from '../proposals/review-layers.tsx';
import { useReview } from '../proposals/use-review.ts';
import { canPropose, isOwner, type MapState } from '../state/map-state.ts';
import { MapToolsProvider } from '../workspace/map-tools.ts';
import { useVectorLayers } from '../workspace/use-vector-layers.ts';
import { DroppedFile } from './dropped-file.tsx';
import { MapPanel } from './map-panel.tsx';
import styles from './map-screen.module.css';
import { PlacePicker } from './place-picker.tsx';
import { PresenceMarks } from './presence-marks.tsx';
import { useMapCamera } from './use-map-camera.ts';
import { useSavedView } from './use-saved-view.ts';
import { useThumbnail } from './use-thumbnail.ts';

const TiledFeatures = latePart(
  async () => (await import('../tiles/tiled-features.tsx')).TiledFeatures,
  { failure: 'toast' },
);

const offeredBaseLayers: readonly BaseLayerName[] = ['outdoors', 'satellite', 'light', 'dark'];

interface MapWorkspaceProps {
  client: MapClient;
  state: MapState;
}

/** The screen of an open map: its panel, its features, and the tools that change them. */
export function MapWorkspace({ client, state }: MapWorkspaceProps) {
  const whole = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  useLanding(whole, (screen) => screen.querySelector<HTMLElement>('canvas.maplibregl-canvas'));
  useLanding(dock, placeInPanel);
  const camera = useMapCamera(dock);
  const editing = useMapEditing(client, state);
  const review = useReview(client, state, camera.tools.fitBounds);
  const layers = useVectorLayers();
  const [isOpen, setIsOpen] = useState(true);
  const [leftOut, setLeftOut] = useState(0);
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  const { map, proposals } = state;
  const baseLayer = useBaseLayer(map.base_layer);
  const canDraw = canPropose(state) && map.is_vector_drawing_controls_enabled;
  useLateTools(canDraw, isOwner(state) ? null : loadDraftProposal);
  const undo = useUndoSteps({
    client,
    isOwner: isOwner(state),
    isDrawing: editing.tool !== null && editing.tool !== 'vertices',
    isSaving: state.pending.length > 0,
    onConflict: review.setConflict,
  });
  const { chosenId } = editing;
  const selectedId = editing.selected?.id ?? null;
  const editedId = editing.tool === 'vertices' ? selectedId : null;
  const data = useMemo(
    () => featureData({ features: editing.features, layers, proposals, editedId }),
    [editing.features, layers, proposals, editedId],
  );
  const savedView = useSavedView(client, state);
  const takePicture = useThumbnail(client, state);
  const tools = useMemo(
    () => ({ ...camera.tools, selectedId, select: editing.select }),
    [camera.tools, selectedId, editing.select],
  );
  const tellPointer = useCallback(
    (place: [number, number] | null) => client.tellPresence(place, chosenId),
    [client, chosenId],
  );
  useEffect(() => client.tellPresence(null, chosenId), [client, chosenId]);

  return (
    <MapToolsProvider value={tools}>
      <div
        ref={whole}
        className={classNames(frame.screen, styles.screen, editing.tool !== null && frame.drawing)}
      >
        <h1 className={utilities.announced}>{map.name}</h1>
        <DroppedFile screen={whole} />
        <div className={frame.stage}>
          <MapView
            label={`Map ${map.name}`}
            initialView={viewOf(state)}
            baseLayer={baseLayer.shown}
            offeredBaseLayers={offeredBaseLayers}
            onBaseLayerChange={baseLayer.show}
            onReady={camera.onReady}
            onMove={savedView.onMove}
            onMoving={savedView.onMoving}
            insets={camera.insets}
            skip={{
              label: 'Skip to the panel',
              to: () => dock.current && placeInPanel(dock.current),
            }}
            controls={
              canDraw ? (
                <DrawingControls editing={editing} undo={undo} onBarPlace={setBarPlace} />
              ) : (
                undo && <UndoControls undo={undo} />
              )
            }
          >
            {state.tileNews && (
              <TiledFeatures
                client={client}
                state={state}
                news={state.tileNews}
                onLeftOut={setLeftOut}
              />
            )}
            <FeatureLayers data={data} selectedId={selectedId} />
            <ReviewLayers data={review.shapes} />
            <FeaturePointer
              isActive={editing.tool === null && camera.picking === null}
              onSelect={editing.select}
              proposalLayerIds={reviewLayerIds}
              onProposal={review.queue.show}
            />
            {camera.picking && <PlacePicker onPick={camera.picking} />}
            <MapOverlays />
            <CommentPins />
            <PresenceMarks people={state.people} onPointer={tellPointer} onIdle={takePicture} />
            {canDraw && editing.tool !== null && (
              <ToolInHand editing={editing} barPlace={barPlace} />
            )}
          </MapView>
        </div>
        <div className={classNames(frame.dock, styles.dock, !isOpen && frame.folded)} ref={dock}>
          <MapPanel
            state={state}
            editing={editing}
            review={review}
            leftOut={leftOut}
            isOpen={isOpen}
            onToggle={setIsOpen}
          />
        </div>
      </div>
    </MapToolsProvider>
  );
}

/**
 * The element of the panel that takes the focus: what was added last, else the choice of sections,
 * else the button that folds the panel.
 */
function placeInPanel(panel: HTMLElement): HTMLElement | null {
  return (
    panel.querySelector<HTMLElement>('[data-landing]') ??
    panel.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ??
    panel.querySelector<HTMLElement>('button[aria-expanded]')
  );
}

/** The specification stores the centre as [latitude, longitude]. */
function viewOf({ map }: MapState) {
  const fallback = limits.collaborativeMapper.defaultCenter;
  const [latitude = fallback.latitude, longitude = fallback.longitude] = JSON.parse(
    map.center,
  ) as number[];
  return { latitude, longitude, zoom: fromLeafletZoom(map.zoom) };
}

/**
 * The base map that is saved with the map, until this person chooses another one for this screen.
 */
function useBaseLayer(saved: MapState['map']['base_layer']) {
  const named: BaseLayerName = saved === 'satellite' ? 'satellite' : 'outdoors';
  const [chosen, setChosen] = useState<{ from: BaseLayerName; name: BaseLayerName } | null>(null);
  const shown = chosen?.from === named ? chosen.name : named;
  return { shown, show: (name: BaseLayerName) => setChosen({ from: named, name }) };
}
