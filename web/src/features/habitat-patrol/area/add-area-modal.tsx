import { limits } from '@refugia/contract/limits.ts';
import type { SpeciesAreaType } from '@refugia/contract/species.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchSpeciesList } from '../../../lib/species-list.ts';
import { FileUpload } from '../../../ui/files/file-upload.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SpeciesSearch } from '../../../ui/species/species-search.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from './add-area-modal.module.css';
import { areaUpload } from './area-upload.ts';
import { FetchingArea } from './fetching-area.tsx';

interface AddAreaModalProps {
  state: PatrolState;
  controller: PatrolController;
  /** A file that was dropped on the screen. */
  dropped: File | null;
  onClose: () => void;
}

/** A dialog for an area from another source: a species' range, its critical habitat, or a file. */
export function AddAreaModal({ state, controller, dropped, onClose }: AddAreaModalProps) {
  const { data: species, isError } = useQuery({
    queryKey: ['changedetection', 'species'],
    queryFn: fetchSpeciesList,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [fault, setFault] = useState<string | null>(null);
  const pickSpecies = useSpeciesPick(state, controller, onClose);
  return (
    <Modal title="Add an Area Of Interest" isOpen onClose={onClose} size="wide">
      <div className={styles.parts}>
        <section className={styles.part}>
          <Heading level={3} look={4}>
            Species
          </Heading>
          {isError && (
            <Notice type="error">
              The list of species could not be loaded. Close this and open it again to try anew.
            </Notice>
          )}
          <SpeciesSearch
            type="species_range"
            label="Species range"
            description="Counties where a listed species is known or believed to occur."
            button="Show range"
            species={isError ? [] : species}
            onPick={pickSpecies('species_range')}
          />
          <SpeciesSearch
            type="critical_habitat"
            label="Species critical habitat"
            description="Places designated as essential for a listed species."
            button="Show habitat"
            species={isError ? [] : species}
            onPick={pickSpecies('critical_habitat')}
          />
          {state.phase === 'fetching' && (
            <FetchingArea
              pick={state.pick}
              onCancel={() => controller.dispatch({ type: 'area-removed' })}
            />
          )}
        </section>
        <section className={styles.part}>
          <Heading level={3} look={4}>
            Your own file
          </Heading>
          <Text number={2} tone="soft">
            GeoJSON (.json or .geojson), KML, KMZ, or a zip with a Shapefile (.shp, .dbf, .shx,
            .prj). Polygons become the area; points and lines are left out, and you are told.
          </Text>
          <FileUpload
            // A newly dropped file replaces the former one.
            key={dropped === null ? '' : `${dropped.name} ${dropped.lastModified}`}
            initialFile={dropped}
            label="Vector file"
            type="vector"
            maxBytes={limits.upload.vectorMaxBytes}
            onUpload={areaUpload(controller, setFault)}
            fault={fault}
            onContinue={onClose}
          />
        </section>
      </div>
    </Modal>
  );
}

/**
 * Picks a species and closes the dialog once its area has loaded. If no area was found or the
 * service did not answer, the dialog stays open for another try.
 */
function useSpeciesPick(
  state: PatrolState,
  controller: PatrolController,
  onClose: () => void,
): (type: SpeciesAreaType) => (scientificName: string) => void {
  const [isPicked, setIsPicked] = useState(false);
  const isFound = state.phase === 'ready' && state.origin.kind === 'species';
  useEffect(() => {
    if (isPicked && isFound) onClose();
  }, [isPicked, isFound, onClose]);
  return (type) => (scientificName) => {
    controller.dispatch({ type: 'species-picked', pick: { type, scientificName } });
    setIsPicked(true);
  };
}
