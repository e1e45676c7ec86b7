import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';

/** Up to this width the map engine itself folds the credits when the map is dragged. */
const narrowPixels = 640;

/** Folds the credits to their button on a narrow map, and where they would take several lines. */
export function useFoldedCredits(map: MapLibreMap | undefined): void {
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
