import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  Map as MapLibre,
  type MapRef,
  ScaleControl,
} from '@vis.gl/react-maplibre';
import { setMaxParallelImageRequests, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { type BaseLayerName, styleUrl } from './base-layers.ts';
import { CornerHandles } from './drawing/corner-handles.tsx';
import { Crosshair } from './drawing/crosshair.tsx';
import type { DrawingTools } from './drawing/drawing-tools.ts';
import type { Rectangle } from './drawing/rectangle-tool.ts';
import { Sketch } from './drawing/sketch.tsx';
import { useDrawing } from './drawing/use-drawing.ts';
import { KeyboardHint } from './keyboard-hint.tsx';
import { MapControls } from './map-controls.tsx';
import type { MapPosition } from './map-position.ts';
import type { Destination } from './map-search.tsx';
import { MapStatus } from './map-status.tsx';
import styles from './map-view.module.css';
import { PlaceMark } from './place-mark.tsx';
import { useFoldedCredits } from './use-folded-credits.ts';
import { ownMove, positionOf, useMoves } from './use-moves.ts';
import { useProviderWatch } from './use-provider-watch.ts';
import { useIsSimulatedInView, useStyleMetadata } from './use-style-metadata.ts';
import { useTileRepair } from './use-tile-repair.ts';
import { useZoomShortcut } from './use-zoom-shortcut.ts';

// A file of our own build: the content security policy allows no worker from elsewhere.
setWorkerUrl(workerUrl);
// Pictures may take their time at the server: a browser has six connections to it, and a run that is
// started must not wait for them.
setMaxParallelImageRequests(3);

/** Pixels of the map that something else covers. */
export interface MapInsets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** What a screen may ask of the map that it shows. */
export interface MapHandle {
  fitBounds(bounds: Rectangle, insets: MapInsets): void;
  flyTo(center: readonly [number, number], zoom: number, insets: MapInsets): void;
  /** At once, without a flight. */
  goTo(position: MapPosition, insets: MapInsets): void;
  position(insets: MapInsets): MapPosition;
  /** What is in view and not covered. */
  visibleBounds(insets: MapInsets): Rectangle;
}

export interface MapCanvasProps {
  /** Names the map to those who can't see it. */
  label: string;
  initialView: { longitude: number; latitude: number; zoom: number };
  baseLayer: BaseLayerName;
  /** Which base maps can be chosen. */
  offeredBaseLayers: readonly BaseLayerName[];
  onBaseLayerChange: (name: BaseLayerName) => void;
  /** With it, an area can be drawn, edited and deleted. */
  drawing?: DrawingTools;
  /** What something else covers of the map at this moment: the map centres places beside it. */
  insets?: () => MapInsets;
  onReady?: (map: MapHandle) => void;
  /** Told where a person has moved the map; what is asked by the handle is not told. */
  onMove?: (position: MapPosition) => void;
  /** With it, Shift+Z goes to this zoom where the mouse was last. */
  shortcutZoom?: number;
  /** Layers above the base map, bottom first. */
  children?: ReactNode;
}

const uncovered = (): MapInsets => ({ top: 0, right: 0, bottom: 0, left: 0 });

/** Loaded by `MapView` only: everything that needs the map engine hangs on this file. */
export default function MapCanvas(props: MapCanvasProps) {
  const { label, initialView, baseLayer, drawing: tools, insets, onReady, children } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [lostProvider, setLostProvider] = useState<string | null>(null);
  const [mark, setMark] = useState<Destination | null>(null);
  const hintId = useId();

  const engine = map?.getMap();
  const metadata = useStyleMetadata(engine);
  const isSimulated = useIsSimulatedInView(engine, metadata);
  useProviderWatch(engine, metadata, setLostProvider);
  useTileRepair(engine);
  useFoldedCredits(engine);
  useZoomShortcut(engine, props.shortcutZoom);
  useMoves(engine, insets ?? uncovered, props.onMove);
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
    if (map) handleOf(map).flyTo(destination.position, destination.zoom, (insets ?? uncovered)());
  };

  return (
    <MapLibre
      ref={ready}
      initialViewState={initialView}
      mapStyle={styleUrl(baseLayer, lostProvider !== null)}
      styleDiffing={false}
      transformRequest={absoluteRequest}
      locale={{ 'Map.Title': label }}
      attributionControl={false}
      pitchWithRotate={false}
      maxPitch={0}
      minZoom={1.5}
      maxZoom={18}
      renderWorldCopies
      // Tiles that fail are asked for again, and a lost provider is told of: no words in the console.
      onError={() => {}}
    >
      <AttributionControl position="bottom-right" />
      <ScaleControl position="bottom-right" maxWidth={110} />
      {children}
      {tools && <Sketch drawing={drawing} maxPerimeterMeters={tools.maxPerimeterMeters} />}
      {mark && <PlaceMark position={mark.position} />}
      {engine && (tools?.tool === 'polygon' || tools?.tool === 'rectangle') && (
        <Crosshair map={engine} />
      )}
      {engine && tools?.tool === 'edit' && tools.area && (
        <CornerHandles
          map={engine}
          area={tools.area}
          onDraft={drawing.setDraft}
          onEdit={tools.onEdit}
        />
      )}
      <KeyboardHint id={hintId} map={engine} />
      <MapStatus
        isSimulated={isSimulated}
        lostProvider={lostProvider}
        onRetry={() => setLostProvider(null)}
      />
      <MapControls
        className={styles.controls!}
        baseLayer={baseLayer}
        offeredBaseLayers={props.offeredBaseLayers}
        onBaseLayerChange={props.onBaseLayerChange}
        drawing={tools && { tools, drawing }}
        onGo={go}
        onRemoveMark={mark ? () => setMark(null) : undefined}
      />
    </MapLibre>
  );
}

/** Styles name addresses of the host that served them; the map's workers need them whole. */
function absoluteRequest(url: string) {
  return { url: new URL(url, window.location.href).href };
}

/** An offset, not a padding: the map would keep a padding for every later movement. */
function offsetOf({ top, right, bottom, left }: MapInsets): [number, number] {
  return [(left - right) / 2, (top - bottom) / 2];
}

const flightMilliseconds = 1_600;
/** Room between what is fitted and the edge of what is visible; buttons and badges stand above and right. */
const marginPixels = { top: 72, right: 96, bottom: 48, left: 48 };

/** @param move what the map's events say of the movements that are asked for here */
function handleOf(map: MapRef, move: Partial<typeof ownMove> = {}): MapHandle {
  return {
    fitBounds([west, south, east, north], insets) {
      map.fitBounds(
        [
          [west, south],
          [east, north],
        ],
        {
          padding: {
            top: insets.top + marginPixels.top,
            right: insets.right + marginPixels.right,
            bottom: insets.bottom + marginPixels.bottom,
            left: insets.left + marginPixels.left,
          },
          maxZoom: 13,
          duration: flightMilliseconds,
        },
        move,
      );
    },
    flyTo([longitude, latitude], zoom, insets) {
      const offset = offsetOf(insets);
      const center: [number, number] = [longitude, latitude];
      map.flyTo({ center, zoom, offset, duration: flightMilliseconds }, move);
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
      // All four corners: the map may be turned.
      const corners = [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ].map((corner) => map.unproject(corner as [number, number]));
      const longitudes = corners.map(({ lng }) => lng);
      const latitudes = corners.map(({ lat }) => lat);
      return [
        Math.min(...longitudes),
        Math.min(...latitudes),
        Math.max(...longitudes),
        Math.max(...latitudes),
      ];
    },
  };
}
