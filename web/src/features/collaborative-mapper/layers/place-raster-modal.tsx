import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { placeRaster } from '../calls/rasters.ts';
import styles from './layers.module.css';
import { boxInView } from './raster-box.ts';

interface PlaceRasterModalProps extends MapAccess {
  raster: RasterLayer;
  /** The bounds of the map's view (west, south, east, north), or null before the map has loaded. */
  view: readonly [number, number, number, number] | null;
  onClose: () => void;
  onPlaced: (box: readonly [number, number, number, number]) => void;
}

const edges = ['West', 'South', 'East', 'North'] as const;

/**
 * Asks where a picture lies: by its edges in degrees, or in the middle of the map's present view.
 */
export function PlaceRasterModal(props: PlaceRasterModalProps) {
  const { call, map, raster, view, onClose, onPlaced } = props;
  const queries = useQueryClient();
  const [texts, setTexts] = useState<readonly string[]>(
    () => raster.coordinates?.trim().split(/\s+/) ?? ['', '', '', ''],
  );
  const placing = useMutation({
    mutationFn: () => placeRaster(call, raster.id, texts.map((text) => text.trim()).join(' ')),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: mapKeys.rasters(map.id) });
      const [west = 0, south = 0, east = 0, north = 0] = texts.map(Number);
      onPlaced([west, south, east, north]);
      onClose();
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The place was not saved. Please try again.')),
  });
  const isWhole = texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  return (
    <Modal
      title={`Place ${raster.map_layer}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button
            isDisabled={!isWhole}
            isPending={placing.isPending}
            onPress={() => placing.mutate()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
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
          <Button
            kind="secondary"
            size="sm"
            onPress={() => setTexts(boxInView(view, raster).map((degrees) => degrees.toFixed(5)))}
          >
            Take the middle of the map
          </Button>
        )}
      </div>
    </Modal>
  );
}
