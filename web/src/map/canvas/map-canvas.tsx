import 'maplibre-gl/dist/maplibre-gl.css';
import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import {
  AttributionControl,
  Map as MapLibre,
  type MapRef,
  ScaleControl,
} from '@vis.gl/react-maplibre';
import type { LngLat, Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { styleUrl } from '../base-layers.ts';
import { MapControls } from '../controls/map-controls.tsx';
import { KeyboardHint, MapStatus, SkipLink } from '../controls/map-status.tsx';
import { CornerHandles } from '../drawing/corner-handles.tsx';
import { Crosshair, finishKeyText } from '../drawing/crosshair.tsx';
import type { DrawingTools } from '../drawing/drawing-tools.ts';
import { Sketch, SketchAbove } from '../drawing/sketch.tsx';
import { type Drawing, useDrawing } from '../drawing/use-drawing.ts';
import { filledShare } from '../filled-share.ts';
import { isWriting } from '../is-writing.ts';
import type { MapCanvasProps, MapHandle, MapInsets } from '../map-canvas-props.ts';
import { useMapEvents, usePageKeys } from '../map-events.ts';
import { useNamesOverPictures } from '../names-over-pictures.ts';
import { pictureOf } from '../overlays/picture-of.ts';
import { FoundPlace } from '../search/found-place.tsx';
import type { Destination } from '../search/map-search.tsx';
import { useListedShortcuts } from '../shortcuts/shortcuts.ts';
import styles from './map-view.module.css';
import { absoluteRequest } from './map-worker.ts';
import { useTileRepair } from './tile-failures.ts';
import { uncovered } from './use-camera.ts';
import { ownMove, positionOf, useMoves } from './use-moves.ts';
import { useIsSimulatedInView, useStyleMetadata } from './use-style-metadata.ts';

/** Only `MapView` loads this file, because all code that needs the map engine is loaded with it. */
export default function MapCanvas(props: MapCanvasProps) {
  const { label, initialView, baseLayer, drawing: tools, insets, onReady, children } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [mark, setMark] = useState<Destination | null>(null);
  const hintId = useId();

  const engine = map?.getMap();
  const metadata = useStyleMetadata(engine);
  const isBaseSimulated = useIsSimulatedInView(engine, metadata);
  useTileRepair(engine);
  useNamesOverPictures(engine);
  useFoldedCredits(engine);
  useCreditsLast(engine);
  useZoomShortcut(engine, props.shortcutZoom);
  const coveredNow = insets ?? (() => uncovered);
  useMoves(engine, coveredNow, props);
  const drawing = useDrawing(engine, tools);

  const ready = useCallback(
    (next: MapRef | null) => {
      setMap(next);
      if (next) onReady?.(handleOf(next, ownMove));
    },
    [onReady],
  );
  const go = (destination: Destination) => {
    setMark(destination);
    if (!map) return;
    const { position, zoom, bounds } = destination;
    const covered = coveredNow();
    if (bounds) handleOf(map).fitBounds(bounds, covered);
    else handleOf(map).flyTo(position, zoom, covered);
  };

  return (
    <MapLibre
      ref={ready}
      initialViewState={initialView}
      mapStyle={styleUrl(baseLayer)}
      styleDiffing={false}
      transformRequest={absoluteRequest}
      locale={{ 'Map.Title': label }}
      attributionControl={false}
      pitchWithRotate={false}
      maxPitch={0}
      minZoom={1.5}
      maxZoom={18}
      renderWorldCopies
      // Each frame of a fade draws the whole map again, and this is motion, too.
      fadeDuration={matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300}
      // Failed tiles are requested again, so nothing is logged here.
      onError={() => {}}
    >
      <AttributionControl position="bottom-right" />
      <ScaleControl position="bottom-right" maxWidth={110} />
      {children}
      {tools && !tools.isAbove && (
        <Sketch drawing={drawing} maxPerimeterMeters={tools.maxPerimeterMeters} />
      )}
      {tools?.isAbove && <SketchAbove drawing={drawing} />}
      {mark && <FoundPlace place={mark} onBorder={props.onBorder} onTaken={() => setMark(null)} />}
      {engine && tools && <DrawingHandles map={engine} tools={tools} drawing={drawing} />}
      {props.skip && <SkipLink {...props.skip} />}
      <KeyboardHint id={hintId} map={engine} />
      <MapStatus simulated={props.isSimulated ? 'imagery' : isBaseSimulated ? 'base map' : null} />
      <MapControls
        className={styles.controls}
        before={props.controls}
        baseLayer={baseLayer}
        offeredBaseLayers={props.offeredBaseLayers}
        onBaseLayerChange={props.onBaseLayerChange}
        drawing={tools && { tools, drawing }}
        onGo={go}
        onSpecies={props.onSpecies}
        onRemoveMark={mark ? () => setMark(null) : undefined}
      />
    </MapLibre>
  );
}

interface DrawingHandlesProps {
  map: MapLibreMap;
  tools: DrawingTools;
  drawing: Drawing;
}

/** What the keyboard and the pointer move while an area is drawn or edited. */
function DrawingHandles({ map, tools, drawing }: DrawingHandlesProps) {
  const { tool, area, onEdit } = tools;
  if (tool === 'edit') {
    return (
      area && <CornerHandles map={map} area={area} onDraft={drawing.setDraft} onEdit={onEdit} />
    );
  }
  if (!tool) return null;
  const canFinish = tool === 'rectangle' && drawing.shape;
  return <Crosshair map={map} keyText={canFinish ? finishKeyText : undefined} />;
}

/** Moves the credits to the end of the Tab order, which goes through their links one by one. */
function useCreditsLast(map: MapLibreMap | undefined): void {
  useEffect(() => {
    const container = map?.getContainer();
    const credits = container?.querySelector('.maplibregl-control-container');
    if (credits) container?.append(credits);
  }, [map]);
}

/** This is an offset because the map would keep a padding for every later movement. */
function offsetOf({ top, right, bottom, left }: MapInsets): [number, number] {
  return [(left - right) / 2, (top - bottom) / 2];
}

const flightMilliseconds = 1_600;
/** Margins around fitted bounds in rem, wider where badges and columns of buttons are. */
const marginRem = { top: 4.5, right: 7, bottom: 3, left: 3 };
/** The largest share of the map's width or height that a margin takes on a small map. */
const marginShare = { top: 0.16, right: 0.17, bottom: 0.08, left: 0.05 };

/** @param move event data for the movements that the handle makes */
function handleOf(map: MapRef, move: Partial<typeof ownMove> = {}): MapHandle {
  return {
    fitBounds([west, south, east, north], insets, isAtOnce = false) {
      const { clientWidth, clientHeight } = map.getContainer();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const margin = (side: keyof MapInsets, length: number) =>
        insets[side] + Math.min(marginRem[side] * rem, marginShare[side] * length);
      map.fitBounds(
        [
          [west, south],
          [east, north],
        ],
        {
          padding: {
            top: margin('top', clientHeight),
            right: margin('right', clientWidth),
            bottom: margin('bottom', clientHeight),
            left: margin('left', clientWidth),
          },
          maxZoom: 13,
          duration: isAtOnce ? 0 : flightMilliseconds,
        },
        move,
      );
    },
    flyTo([longitude, latitude], zoom, insets) {
      const offset = offsetOf(insets);
      const center: [number, number] = [longitude, latitude];
      map.flyTo({ center, zoom, offset, duration: flightMilliseconds }, move);
    },
    filledShare(bounds, zoom, { top, right, bottom, left }) {
      const { clientWidth, clientHeight } = map.getContainer();
      const view = { width: clientWidth - left - right, height: clientHeight - top - bottom };
      return filledShare(bounds, zoom, view);
    },
    goTo({ longitude, latitude, zoom, bearingDegrees }, insets) {
      const center: [number, number] = [longitude, latitude];
      map.easeTo(
        { center, zoom, bearing: bearingDegrees, offset: offsetOf(insets), duration: 0 },
        move,
      );
    },
    position: (insets) => positionOf(map.getMap(), insets),
    visibleBounds(insets) {
      const { clientWidth, clientHeight } = map.getContainer();
      const [left, right] = [insets.left, clientWidth - insets.right];
      const [top, bottom] = [insets.top, clientHeight - insets.bottom];
      // All four corners are needed because the map may be rotated.
      const corners = [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ];
      return boundsOf(corners.map(([x, y]) => map.unproject([x, y]).toArray()));
    },
    picture: () => pictureOf(map.getMap(), { isCredited: true }),
  };
}

/** Up to this width the map engine itself folds the credits when the map is dragged. */
const narrowPixels = 640;

/** Folds the credits to their button on a narrow map, and where they would take several lines. */
function useFoldedCredits(map: MapLibreMap | undefined): void {
  useEffect(() => {
    if (!map) return;
    const control = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
    const words = control?.querySelector('.maplibregl-ctrl-attrib-inner');
    if (!control || !words) return;
    const arrange = () => {
      control.classList.remove('maplibregl-compact', 'maplibregl-compact-show');
      const isNarrow = map.getCanvasContainer().offsetWidth <= narrowPixels;
      if (isNarrow || !isOneLine(words)) control.classList.add('maplibregl-compact');
    };
    const watcher = new MutationObserver(arrange);
    watcher.observe(words, { childList: true });
    map.on('resize', arrange);
    arrange();
    void document.fonts.ready.then(arrange);
    return () => {
      watcher.disconnect();
      map.off('resize', arrange);
    };
  }, [map]);
}

function isOneLine(words: Element): boolean {
  const lineHeight = Number.parseFloat(getComputedStyle(words).lineHeight);
  return words.getBoundingClientRect().height < 1.5 * lineHeight;
}

const zoomKeys = {
  title: 'The map',
  shortcuts: [{ keys: 'Shift+Z', does: 'Zoom to the scale of a result, at the mouse' }],
};

/**
 * Shift+Z goes to the given zoom at the last place of the mouse over the map, or at the map's
 * centre.
 * @param zoom without it there is no shortcut
 */
function useZoomShortcut(map: MapLibreMap | undefined, zoom: number | undefined): void {
  const last = useRef<LngLat | null>(null);
  const wanted = zoom === undefined ? undefined : map;
  useListedShortcuts(wanted ? zoomKeys : null);
  useMapEvents(wanted, {
    mousemove: ({ lngLat }) => {
      last.current = lngLat;
    },
  });
  usePageKeys((event) => {
    const isShortcut =
      event.key.toLowerCase() === 'z' &&
      event.shiftKey &&
      !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isShortcut || isWriting(event)) return;
    wanted?.flyTo({ center: last.current ?? wanted.getCenter(), zoom });
  });
}
