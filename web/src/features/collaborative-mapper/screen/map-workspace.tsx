import { limits } from '@refugia/contract/limits.ts';
import { acceptedEndings } from '@refugia/contract/upload.ts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isDarkTheme } from '../../../lib/theme.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { useTouch } from '../../../lib/use-touch.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { useEngine, useMapEvents, usePageKeys } from '../../../map/map-events.ts';
import frame from '../../../map/map-frame.module.css';
import { fromLeafletZoom } from '../../../map/map-position.ts';
import type { LngLat } from '../../../map/places.ts';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { CommentPins } from '../comments/comment-pins.tsx';
import { DrawingControls, UndoControls } from '../drawing/drawing-controls.tsx';
import { featureData, heldStatus } from '../drawing/feature-data.ts';
import {
  ChosenLayer,
  ClusteredFeatures,
  clusteredPrefix,
  FeatureLayers,
  layerPrefixes,
} from '../drawing/feature-layers.tsx';
import { FeaturePointer } from '../drawing/feature-pointer.tsx';
import { useLateTools } from '../drawing/late-tools.ts';
import { shapePaint } from '../drawing/shape-paint.ts';
import { ToolInHand } from '../drawing/tool-in-hand.tsx';
import { type MapEditing, useMapEditing } from '../drawing/use-map-editing.ts';
import { useUndoSteps } from '../drawing/use-undo-steps.ts';
import { MapOverlays } from '../layers/overlays.tsx';
import { ReviewLayers, reviewLayerIds } from '../proposals/review-layers.tsx';
import { type Review, useReview } from '../proposals/use-review.ts';
import type { MapState } from '../state/map-state.ts';
import { PointIcons } from '../styling/point-icons.tsx';
import { chosenFeatures } from '../workspace/chosen-features.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { MapToolsProvider, useOpenMap } from '../workspace/open-map.ts';
import { LinkedSubject } from './linked-subject.ts';
import { loadDraftProposal, MapPanel } from './map-panel.tsx';
import styles from './map-screen.module.css';
import { PresenceMarks } from './presence-marks.tsx';
import { Thumbnail } from './thumbnail.ts';
import { useDrawnInSight, useMapCamera, useSavedView } from './use-map-camera.ts';

const TiledFeatures = lateOverlay(
  async () => (await import('../tiles/tiled-features.tsx')).TiledFeatures,
);

const offeredBaseLayers: readonly BaseLayerName[] = ['outdoors', 'satellite', 'light', 'dark'];

/** The screen of an open map: its panel, its features, and the tools that change them. */
export function MapWorkspace() {
  const { client, state, map, isOwner, canPropose } = useOpenMap();
  const whole = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  useLanding(whole, (screen) => screen.querySelector<HTMLElement>('canvas.maplibregl-canvas'));
  useLanding(dock, placeInPanel);
  const camera = useMapCamera(dock);
  const savedView = useSavedView();
  const editing = useMapEditing();
  const { chosenId, select } = editing;
  useDrawnInSight(editing.drawn, camera.tools);
  useEffect(() => () => chosenFeatures.clear(), []);
  useEffect(() => client.tellPresence(null, chosenId), [client, chosenId]);
  const review = useReview(camera.tools.fitBounds);
  const [isOpen, setIsOpen] = useState(true);
  const [leftOut, setLeftOut] = useState(0);
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  const baseLayer = useBaseLayer(map.base_layer);
  const canDraw = canPropose && map.is_vector_drawing_controls_enabled;
  useLateTools(canDraw, isOwner ? null : loadDraftProposal);
  const undo = useUndoSteps({
    isDrawing: editing.tool !== null && editing.tool !== 'vertices',
    onConflict: review.setConflict,
  });
  return (
    <MapToolsProvider value={{ ...camera.tools, select }}>
      <div
        ref={whole}
        className={classNames(frame.screen, styles.screen, editing.tool !== null && frame.drawing)}
      >
        <h1 className={utilities.announced}>{map.name}</h1>
        <DroppedFile screen={whole} />
        <div className={frame.stage}>
          <MapView
            {...savedView}
            label={`Map ${map.name}`}
            initialView={viewOf(state)}
            baseLayer={baseLayer.shown}
            offeredBaseLayers={offeredBaseLayers}
            onBaseLayerChange={baseLayer.show}
            onReady={camera.onReady}
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
            <MapContent
              {...{ editing, review, picking: camera.picking }}
              barPlace={canDraw ? barPlace : undefined}
              onLeftOut={setLeftOut}
            />
          </MapView>
        </div>
        <div className={classNames(frame.dock, styles.dock, !isOpen && frame.folded)} ref={dock}>
          <MapPanel {...{ editing, review, leftOut, isOpen, onToggle: setIsOpen }} />
        </div>
      </div>
    </MapToolsProvider>
  );
}

interface MapContentProps {
  editing: MapEditing;
  review: Review;
  picking: ReturnType<typeof useMapCamera>['picking'];
  /** Undefined for people who may not draw. */
  barPlace: HTMLElement | null | undefined;
  onLeftOut: (count: number) => void;
}

/** What lies on the base map, the lowest first. */
function MapContent({ editing, review, picking, barPlace, onLeftOut }: MapContentProps) {
  const { proposals, tileNews } = useOpenMap().state;
  const layers = useShownLayers();
  const { features, tool } = editing;
  const selectedId = editing.selected?.id ?? null;
  const editedId = tool === 'vertices' ? selectedId : null;
  const { filter } = useMapFilter();
  const { single, clustered } = useMemo(
    () => featureData({ features, layers, proposals, selectedId, editedId, filter }),
    [features, layers, proposals, selectedId, editedId, filter],
  );
  const paint = useMemo(() => shapePaint(layers, heldStatus(selectedId)), [layers, selectedId]);
  const prefixes = useMemo(
    () => [...Object.values(layerPrefixes), ...[...clustered.keys()].map(clusteredPrefix)],
    [clustered],
  );
  return (
    <>
      {tileNews && <TiledFeatures news={tileNews} clustered={clustered} onLeftOut={onLeftOut} />}
      <FeatureLayers data={single} paint={paint} />
      {!tileNews &&
        [...clustered].map(([id, points]) => (
          <ClusteredFeatures key={id} layerId={id} data={points} paint={paint} />
        ))}
      <PointIcons />
      <ChosenLayer />
      <ReviewLayers data={review.shapes} />
      <FeaturePointer
        isActive={tool === null && picking === null}
        onSelect={editing.select}
        prefixes={prefixes}
        proposalLayerIds={reviewLayerIds}
        onProposal={review.queue.show}
      />
      {picking && <PlacePicker onPick={picking} />}
      <MapOverlays />
      <CommentPins />
      <PresenceMarks chosenId={editing.chosenId} />
      <Thumbnail />
      <LinkedSubject review={review} />
      {barPlace !== undefined && tool !== null && (
        // After a shape the tool begins anew.
        <ToolInHand key={editing.drawnCount} editing={editing} barPlace={barPlace} />
      )}
    </>
  );
}

/** Where the focus goes: to what came up last, the choice of sections, or the folding button. */
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
  const center: number[] = JSON.parse(map.center);
  const [latitude = fallback.latitude, longitude = fallback.longitude] = center;
  return { latitude, longitude, zoom: fromLeafletZoom(map.zoom) };
}

/** The saved base map, or one by the theme, until this person chooses another for this screen. */
function useBaseLayer(saved: MapState['map']['base_layer']) {
  const [byTheme] = useState<BaseLayerName>(() => (isDarkTheme() ? 'dark' : 'outdoors'));
  const named = saved === 'satellite' ? saved : byTheme;
  const [chosen, setChosen] = useState<{ from: BaseLayerName; name: BaseLayerName } | null>(null);
  const shown = chosen?.from === named ? chosen.name : named;
  return { shown, show: (name: BaseLayerName) => setChosen({ from: named, name }) };
}

/** Picks a place by a click, or by the space bar the middle of the map. Escape cancels. */
function PlacePicker({ onPick }: { onPick: (place: LngLat | null) => void }) {
  const map = useEngine();
  const isByTouch = useTouch();
  useEffect(() => {
    if (!map) return;
    const canvas = map.getCanvas();
    // A person who asked by keyboard continues by keyboard, and only the map hears its keys.
    if (document.activeElement?.matches(':focus-visible')) canvas.focus();
    canvas.style.cursor = 'crosshair';
    return () => {
      canvas.style.cursor = '';
    };
  }, [map]);
  useMapEvents(map, { click: ({ lngLat }) => onPick([lngLat.lng, lngLat.lat]) });
  usePageKeys((event) => {
    if (!map) return;
    const { lng, lat } = map.getCenter();
    if (event.key === 'Escape') onPick(null);
    else if (event.key === ' ' && event.target === map.getCanvas()) onPick([lng, lat]);
    else return;
    event.preventDefault();
  });
  if (!map) return null;
  return (
    <>
      <p role="status" className={styles.picking}>
        {isByTouch
          ? 'Tap a place on the map.'
          : 'Click a place on the map, or press the space bar for its middle. Escape gives up.'}
      </p>
      <Crosshair map={map} keyText="Space picks this place" />
    </>
  );
}

const LayerTaskView = lateOverlay(
  async () => (await import('../layers/layer-task-view.tsx')).LayerTaskView,
);

/** Offers to upload a file that was dropped on the map's screen as a layer. */
function DroppedFile({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const { canPropose } = useOpenMap();
  const [file, setFile] = useState<File | null>(null);
  useFileDrop({
    within: screen,
    onDrop: (dropped) => {
      if (canPropose) setFile(dropped);
      else showToast('warning', 'Only the owner and the collaborators of this map add layers.');
    },
  });
  if (file === null) return null;
  return (
    <LayerTaskView
      task={{ kind: 'upload', type: isRaster(file) ? 'raster' : 'vector', file }}
      onClose={() => setFile(null)}
    />
  );
}

function isRaster({ name }: File): boolean {
  return acceptedEndings('raster').some((ending) => name.toLowerCase().endsWith(ending));
}
