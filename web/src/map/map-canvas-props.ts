import type { MultiPolygon, Polygon } from 'geojson';
import type { ReactNode } from 'react';
import type { BaseLayerName } from './base-layers.ts';
import type { DrawingTools } from './drawing/drawing-tools.ts';
import type { MapPosition } from './map-position.ts';
import type { LngLat, Rectangle } from './places.ts';

/** Pixels of the map that other elements cover, by side. */
export interface MapInsets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Methods of the map for the screen that shows it. */
export interface MapHandle {
  fitBounds(bounds: Rectangle, insets: MapInsets, isAtOnce?: boolean): void;
  flyTo(center: LngLat, zoom: number, insets: MapInsets): void;
  /** The share of the uncovered map that these bounds would fill, as `filledShare` says. */
  filledShare(bounds: Rectangle, zoom: number, insets: MapInsets): number;
  /** Moves the map at once, without an animation. */
  goTo(position: MapPosition, insets: MapInsets): void;
  position(insets: MapInsets): MapPosition;
  /** The bounds of the uncovered part of the map. */
  visibleBounds(insets: MapInsets): Rectangle;
  /** The map's content as a PNG. Rejects if the browser can't make one. */
  picture(): Promise<Blob>;
}

export interface MapCanvasProps {
  /** The map's name for screen readers. */
  label: string;
  initialView: { longitude: number; latitude: number; zoom: number };
  baseLayer: BaseLayerName;
  offeredBaseLayers: readonly BaseLayerName[];
  onBaseLayerChange: (name: BaseLayerName) => void;
  /** If given, an area can be drawn, edited and deleted. */
  drawing?: DrawingTools;
  /** What other elements cover of the map at this moment. Places are centred beside it. */
  insets?: () => MapInsets;
  onReady?: (map: MapHandle) => void;
  /** Is called when a person has moved the map, but not when the handle did. */
  onMove?: ((position: MapPosition) => void) | undefined;
  /** Is called for each frame of such a movement, for what must not be lost when a person leaves. */
  onMoving?: ((position: MapPosition) => void) | undefined;
  /** If given, Shift+Z goes to this zoom at the last place of the mouse. */
  shortcutZoom?: number;
  /** Whether the imagery that the screen lays above the base map is simulated. Default false. */
  isSimulated?: boolean;
  /** If given, the border of a place that was found can be taken, and this is called with it. */
  onBorder?: (border: Polygon | MultiPolygon, name: string) => void;
  /** If given, the search also finds species, and this is called with the scientific name of one. */
  onSpecies?: (scientificName: string) => void;
  /** Groups of the screen's own buttons, which stand above the map's. */
  controls?: ReactNode;
  /** A way past the map's buttons, for keys. */
  skip?: {
    label: string;
    /** The element that receives the focus, or null while it is not there. */
    to: () => HTMLElement | null;
  };
  /** Layers above the base map, bottom first. */
  children?: ReactNode;
}
