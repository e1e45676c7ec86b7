import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Heading, Text } from '../../../ui/typography.tsx';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import { fetchSpeciesList } from '../patrol/species-api.ts';
import type { SpeciesPick } from '../state/patrol-state.ts';
import styles from './add-area-modal.module.css';
import { areaUpload } from './area-upload.ts';
import { SpeciesSearch } from './species-search.tsx';

interface AddAreaModalProps {
  controller: PatrolController;
  /** A file that was dropped on the screen. */
  dropped: File | null;
  onClose: () => void;
}

/** An area from elsewhere: a species' range, its critical habitat, or a file. */
export function AddAreaModal({ controller, dropped, onClose }: AddAreaModalProps) {
  const { data: species, isError } = useQuery({
    queryKey: ['changedetection', 'species'],
    queryFn: fetchSpeciesList,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [fault, setFault] = useState<string | null>(null);
  const pickSpecies = (pick: SpeciesPick) => {
    onClose();
    controller.dispatch({ type: 'species-picked', pick });
  };
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
            onPick={pickSpecies}
          />
          <SpeciesSearch
            type="critical_habitat"
            label="Species critical habitat"
            description="Places designated as essential for a listed species."
            button="Show habitat"
            species={isError ? [] : species}
            onPick={pickSpecies}
          />
        </section>
        <section className={styles.part}>
          <Heading level={3} look={4}>
            Your own file
          </Heading>
          <Text number={2} tone="soft">
            GeoJSON (named .json), KML, KMZ, or a zip with a Shapefile (.shp, .dbf, .shx, .prj).
            Polygons become the area; points and lines are left out, and you are told.
          </Text>
          <FileUpload
            // Another file that is dropped takes the place of the one before.
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
