import {
  Compass,
  Keyboard,
  Layers,
  LocateFixed,
  MapPinOff,
  Maximize,
  Minimize,
  Minus,
  Plus,
  Search,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall } from '../../lib/use-call.ts';
import { useMedia } from '../../lib/use-media.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { lateOverlay } from '../../ui/states/late-part.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import type { MapCanvasProps } from '../map-canvas-props.ts';
import { useEngine, useMapEvents } from '../map-events.ts';
import type { LngLat } from '../places.ts';
import type { Destination } from '../search/map-search.tsx';
import { useLetterKeys, useListedShortcuts } from '../shortcuts/shortcuts.ts';
import { DrawingButtons } from './drawing-buttons.tsx';
import { MapButton, MapToolbar } from './map-button.tsx';
import styles from './map-controls.module.css';

const BaseLayerChooser = lateOverlay(
  async () => (await import('./base-layer-chooser.tsx')).BaseLayerChooser,
);
const MapSearch = lateOverlay(async () => (await import('../search/map-search.tsx')).MapSearch);

const ShortcutsHelp = lateOverlay(
  async () => (await import('../shortcuts/shortcuts-help.tsx')).ShortcutsHelp,
);

/** The keys of the map engine itself. */
const mapKeys = {
  title: 'The map',
  shortcuts: [
    { keys: 'Arrows', does: 'Move the map that has the focus' },
    { keys: '+ and −', does: 'Zoom in and out' },
    { keys: 'Shift+← and →', does: 'Turn the map' },
  ],
};

const narrowScreen = '(width < 40em)';

interface MapControlsProps
  extends Pick<MapCanvasProps, 'baseLayer' | 'offeredBaseLayers' | 'onBaseLayerChange'> {
  className: string;
  before?: ReactNode;
  /** If given, an area can be drawn, edited and deleted. */
  drawing: Omit<ComponentProps<typeof DrawingButtons>, 'children'> | undefined;
  onGo: (destination: Destination) => void;
  onSpecies?: MapCanvasProps['onSpecies'];
  /** If given, the mark of the search result can be removed. */
  onRemoveMark?: (() => void) | undefined;
}

/**
 * The buttons at the map's upper right. Where an area can be drawn, a phone's map has them in one
 * column: "More tools" then opens those that are seldom needed, and those that two fingers replace.
 */
export function MapControls({
  baseLayer,
  offeredBaseLayers,
  onBaseLayerChange,
  drawing,
  className,
  before,
  onGo,
  onSpecies,
  onRemoveMark,
}: MapControlsProps) {
  const isNarrow = useMedia(narrowScreen);
  const isFolded = drawing !== undefined && isNarrow;
  const views = (
    <>
      <BaseLayerButton value={baseLayer} offered={offeredBaseLayers} onChange={onBaseLayerChange} />
      <LocateButton onGo={onGo} />
    </>
  );
  const zoom = <ZoomButtons />;
  return (
    <section
      className={classNames(styles.controls, isFolded && styles.folded, className)}
      aria-label="Map controls"
      data-map-controls
    >
      {before}
      <SearchButton onGo={onGo} onSpecies={onSpecies} onRemoveMark={onRemoveMark} />
      {!isFolded && <MapToolbar label="Zoom">{zoom}</MapToolbar>}
      {drawing && (
        <DrawingButtons {...drawing}>
          {isFolded && views}
          {isFolded && zoom}
        </DrawingButtons>
      )}
      {!isFolded && (
        <MapToolbar label="View">
          {views}
          <span className={styles.roomy}>
            <FullScreenButton />
            <ShortcutsButton />
          </span>
        </MapToolbar>
      )}
    </section>
  );
}

function BaseLayerButton(
  props: Pick<ComponentProps<typeof BaseLayerChooser>, 'value' | 'offered' | 'onChange'>,
) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <MapButton
        ref={button}
        icon={Layers}
        label="Base map"
        isExpanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen && <BaseLayerChooser {...props} beside={button} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SearchButton({
  onGo,
  onSpecies,
  onRemoveMark,
}: Pick<MapControlsProps, 'onGo' | 'onSpecies' | 'onRemoveMark'>) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const focusSearch = () => place.current?.querySelector('button')?.focus();
  const close = () => {
    setIsOpen(false);
    focusSearch();
  };
  useLetterKeys(mapKeys.title, [
    { keys: '/', does: 'Search for a place', run: () => setIsOpen(true) },
  ]);
  return (
    <div className={styles.beside} ref={place}>
      <MapToolbar label="Search">
        <MapButton
          icon={Search}
          label="Search for a place"
          isPressed={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        />
        {onRemoveMark && (
          <MapButton
            icon={MapPinOff}
            label="Remove the mark"
            onPress={() => {
              onRemoveMark();
              focusSearch();
            }}
          />
        )}
      </MapToolbar>
      {isOpen && (
        <div className={styles.search}>
          <MapSearch onGo={onGo} onSpecies={onSpecies} onClose={close} />
        </div>
      )}
    </div>
  );
}

function ZoomButtons() {
  const map = useEngine();
  const [bearing, setBearing] = useState(0);
  useMapEvents(map, { rotate: ({ target }) => setBearing(target.getBearing()) });
  return (
    <>
      <MapButton icon={Plus} label="Zoom in" onPress={() => map?.zoomIn()} />
      <MapButton icon={Minus} label="Zoom out" onPress={() => map?.zoomOut()} />
      {bearing !== 0 && (
        // The needle of this compass points up and to the right while north is up.
        <MapButton
          icon={Compass}
          label="Turn north up"
          rotationDegrees={-bearing - 45}
          onPress={() => map?.resetNorth()}
        />
      )}
    </>
  );
}

function LocateButton({ onGo }: { onGo: (destination: Destination) => void }) {
  const { isPending, run } = useCall((error) => showToast('warning', (error as Error).message));
  return (
    <MapButton
      icon={LocateFixed}
      label="Show where I am"
      isDisabled={isPending}
      onPress={() => run(async () => onGo({ position: await locate(), zoom: 12 }))}
    />
  );
}

/** Shows the whole page in full screen, if the browser can do that. */
function FullScreenButton() {
  const [isFull, setIsFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const read = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () =>
    isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <MapButton
      icon={isFull ? Minimize : Maximize}
      label={isFull ? 'Leave full screen' : 'Full screen'}
      onPress={() => void toggle()}
    />
  );
}

/** Opens the list of keys, as `?` does. */
function ShortcutsButton() {
  const [isOpen, setIsOpen] = useState(false);
  useListedShortcuts(mapKeys);
  useLetterKeys(mapKeys.title, [
    { keys: '?', does: 'Show all keys of this screen', run: () => setIsOpen(true) },
  ]);
  return (
    <>
      <MapButton icon={Keyboard} label="Keyboard shortcuts" onPress={() => setIsOpen(true)} />
      {isOpen && <ShortcutsHelp onClose={() => setIsOpen(false)} />}
    </>
  );
}

const timeoutMilliseconds = 10_000;

/** The position of this device. @throws Error with a sentence for the person */
function locate(): Promise<LngLat> {
  if (!('geolocation' in navigator) || !window.isSecureContext) {
    return Promise.reject(new Error('This browser does not share its location.'));
  }
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.longitude, coords.latitude]),
      ({ code, PERMISSION_DENIED }) =>
        reject(
          new Error(
            code === PERMISSION_DENIED
              ? 'Your location was not shared. Allow it in the browser to see where you are.'
              : 'Your location could not be found. Please try again outdoors.',
          ),
        ),
      { timeout: timeoutMilliseconds, maximumAge: 60_000 },
    );
  });
}
