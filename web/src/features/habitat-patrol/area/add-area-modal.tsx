import { AreaError } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { SpeciesAreaType } from '@refugia/contract/species-kinds.ts';
import type { ImportedArea } from '@refugia/contract/vector-import.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { fetchSpeciesList } from '../../../lib/species-list.ts';
import { FileUpload, type UploadTask } from '../../../ui/files/file-upload.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SpeciesSearch } from '../../../ui/species/species-search.tsx';
import { PartHeading, SideNote } from '../../../ui/style/typography.tsx';
import { asOneArea } from '../patrol/one-area.ts';
import { useController } from '../patrol/use-controller.ts';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from './add-area-modal.module.css';
import { FetchingArea } from './area-summary.tsx';

interface AddAreaModalProps {
  state: PatrolState;
  /** A file that was dropped on the screen. */
  dropped: File | null;
  onClose: () => void;
}

/** A dialog for an area from another source: a species' range, its critical habitat, or a file. */
export function AddAreaModal({ state, dropped, onClose }: AddAreaModalProps) {
  const { dispatch } = useController();
  const { data: species, isError } = useQuery({
    queryKey: ['changedetection', 'species'],
    queryFn: fetchSpeciesList,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [fault, setFault] = useState<string | null>(null);
  const pickSpecies = useSpeciesPick(state, onClose);

  async function upload(body: FormData, { file, ...task }: UploadTask): Promise<void> {
    setFault(null);
    try {
      const { geometries, name, skipped, notes } = await callApi<ImportedArea>(
        '/api/changedetection/aoi',
        { method: 'POST', body, ...task },
      );
      const origin = { kind: 'upload', fileName: file.name, name, skipped, notes } as const;
      dispatch({ type: 'area-picked', area: asOneArea(geometries), origin });
    } catch (error) {
      if (!isAbort(error)) setFault(sentenceOf(error));
      throw error;
    }
  }

  return (
    <Modal title="Add an Area Of Interest" onClose={onClose} size="wide">
      <div className={styles.parts}>
        <section className={styles.part}>
          <PartHeading level={3}>Species</PartHeading>
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
          {state.phase === 'fetching' && <FetchingArea pick={state.pick} />}
        </section>
        <section className={styles.part}>
          <PartHeading level={3}>Your own file</PartHeading>
          <SideNote number={2}>
            GeoJSON (.json or .geojson), KML, KMZ, or a zip with a Shapefile (.shp, .dbf, .shx,
            .prj). Polygons become the area; points and lines are left out, and you are told.
          </SideNote>
          <FileUpload
            // A newly dropped file replaces the former one.
            key={dropped === null ? '' : `${dropped.name} ${dropped.lastModified}`}
            initialFile={dropped}
            label="Vector file"
            type="vector"
            maxBytes={limits.upload.vectorMaxBytes}
            onUpload={upload}
            fault={fault}
            onContinue={onClose}
          />
        </section>
      </div>
    </Modal>
  );
}

/**
 * Picks a species and closes the dialog once its area has loaded. Otherwise the dialog stays open
 * for another try.
 */
function useSpeciesPick(
  state: PatrolState,
  onClose: () => void,
): (type: SpeciesAreaType) => (scientificName: string) => void {
  const { dispatch } = useController();
  const [isPicked, setIsPicked] = useState(false);
  const isFound = state.phase === 'ready' && state.origin.kind === 'species';
  useEffect(() => {
    if (isPicked && isFound) onClose();
  }, [isPicked, isFound, onClose]);
  return (type) => (scientificName) => {
    dispatch({ type: 'species-picked', pick: { type, scientificName } });
    setIsPicked(true);
  };
}

function sentenceOf(error: unknown): string {
  const { vectorFileUnprocessable } = messages.habitatPatrol;
  if (error instanceof AreaError) return `${vectorFileUnprocessable} ${error.message}`;
  return error instanceof RequestRefusedError ? error.withReason() : vectorFileUnprocessable;
}
