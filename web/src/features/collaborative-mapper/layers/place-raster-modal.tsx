import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { SaveModal } from '../calls/save-modal.tsx';
import { boxInView, boxOfRaster } from '../state/raster-box.ts';
import { useMapAction } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';

interface PlaceRasterModalProps {
  raster: RasterLayer;
  onClose: () => void;
}

const edges = ['West', 'South', 'East', 'North'] as const;

/** Asks where a raster lies: by its edges in degrees, or in the middle of the map's present view. */
export function PlaceRasterModal({ raster, onClose }: PlaceRasterModalProps) {
  const { call } = useOpenMap();
  const { fitBounds, visibleBounds } = useMapTools();
  const view = visibleBounds();
  const [texts, setTexts] = useState<readonly string[]>(
    () => raster.coordinates?.trim().split(/\s+/) ?? ['', '', '', ''],
  );
  const coordinates = texts.map((text) => text.trim()).join(' ');
  const body = { id: raster.id, coordinates };
  const placing = useMapAction({
    act: () => call('/api/rrm/raster_place', { method: 'PUT', body }),
    failure: 'The place was not saved. Please try again.',
    changes: ['rasters'],
    onDone: () => {
      const box = boxOfRaster({ coordinates });
      if (box !== null) fitBounds(box);
      onClose();
    },
  });
  const isWhole = texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  return (
    <SaveModal
      title={`Place ${raster.map_layer}`}
      saving={placing}
      isDisabled={!isWhole}
      onClose={onClose}
    >
      <Text number={2} tone="soft">
        The edges of the picture, in degrees of longitude and latitude.
      </Text>
      {edges.map((edge, index) => (
        <TextField
          key={edge}
          label={edge}
          value={texts[index] ?? ''}
          onChange={(text) => setTexts(texts.with(index, text))}
        />
      ))}
      {view !== null && (
        <PanelButton
          onPress={() => setTexts(boxInView(view, raster).map((degrees) => degrees.toFixed(5)))}
        >
          Take the middle of the map
        </PanelButton>
      )}
    </SaveModal>
  );
}
