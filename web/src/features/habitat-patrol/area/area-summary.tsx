import { expectedMinutes } from '@refugia/contract/habitat-patrol/run-minutes.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import {
  areaSquareMeters,
  extentSquareKilometers,
  perimeterMeters,
} from '@refugia/engine/geo/measures.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import {
  FileCheck,
  ListChecks,
  type LucideIcon,
  SquareDashed,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { Group } from 'react-aria-components';
import { landingPlace } from '../../../lib/use-landing.ts';
import { cornersOf } from '../../../map/drawing/area-edit.ts';
import { maxEditableCorners } from '../../../map/drawing/drawing-tools.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { ImportReport } from '../../../ui/files/import-report.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { formatKilometers } from '../format.ts';
import { useController } from '../patrol/use-controller.ts';
import { SavePlace, savePlaceIcon } from '../places/save-place.tsx';
import { areaNameOf } from '../state/analysis-request.ts';
import type { AreaOrigin, Interest, SpeciesPick } from '../state/patrol-state.ts';
import styles from '../views.module.css';

const { habitatPatrol: constants } = limits;

/** From this size on, pixels hide most of what people look for. */
const coarseMeters = 160;

const CountiesModal = lateOverlay(async () => (await import('./counties-modal.tsx')).CountiesModal);

interface AreaSummaryProps {
  interest: Interest;
  onEdit: () => void;
}

/** Describes the area of interest: its origin, its size, and what was left out of a file. */
export function AreaSummary({ interest: { area, origin }, onEdit }: AreaSummaryProps) {
  const { dispatch } = useController();
  // The editing handles do not work across the antimeridian.
  const isAcross = areaBounds(area)[2] > 180;
  const wordsId = useId();
  const canEdit = cornersOf(area).length <= maxEditableCorners && !isAcross;
  return (
    <>
      {origin.kind === 'species' && <AreaSpecies origin={origin} />}
      <Group className={styles.areaSummary} aria-labelledby={wordsId} {...landingPlace}>
        <span className={styles.areaIcon}>
          <Icon of={iconOf(origin)} />
        </span>
        <div className={styles.areaWords} id={wordsId}>
          <Text number={2}>{titleOf(origin)}</Text>
          <SideNote>
            <AreaSize hectares={areaSquareMeters(area) / 10_000} isLarge />, perimeter{' '}
            {formatKilometers(perimeterMeters(area))}
          </SideNote>
        </div>
        <div className={styles.areaButtons}>
          <SavePlace
            area={area}
            name={areaNameOf(origin) ?? ''}
            trigger={(open) => (
              <AreaButton icon={savePlaceIcon} label="Save as place" onPress={open} />
            )}
          />
          {canEdit && <AreaButton icon={SquarePen} label="Edit this area" onPress={onEdit} />}
          <AreaButton
            icon={Trash2}
            label="Remove this area"
            onPress={() => dispatch({ type: 'area-removed' })}
          />
        </div>
      </Group>
      <SizeNote area={area} />
      <CountiesOf area={area} />
      {origin.kind === 'upload' && (
        <ImportReport skipped={origin.skipped} notes={origin.notes} target="the area" />
      )}
    </>
  );
}

function AreaButton(props: { icon: LucideIcon; label: string; onPress: () => void }) {
  return <IconButton {...props} tip={props.label} placement="bottom" />;
}

function SizeNote({ area }: Pick<Interest, 'area'>) {
  const pixelMeters = expectedPixelMeters(area);
  if (pixelMeters === null) {
    return (
      <Notice type="warning">
        This area is too large for one run: the rectangle around it measures{' '}
        <SquareKilometers of={extentSquareKilometers(area)} />, and{' '}
        <SquareKilometers of={constants.maxExtentSquareKilometers} /> can be compared at once. Draw
        the part to look at, or upload it.
      </Notice>
    );
  }
  const { finestMeters } = constants.workPixels;
  const duration = durationOf(area);
  if (pixelMeters === finestMeters) {
    // The parts of a scattered area are composed one by one.
    return duration === null ? null : (
      <SideNote>The parts of this area lie far apart.{duration}</SideNote>
    );
  }
  if (pixelMeters < coarseMeters) {
    return (
      <SideNote>
        A large area: it will be compared in pixels of {pixelMeters} m instead of {finestMeters} m.
        A smaller one shows finer change.
        {duration}
      </SideNote>
    );
  }
  return (
    <Notice type="warning">
      A very large area: it will be compared in pixels of {pixelMeters} m instead of {finestMeters}{' '}
      m, in which most fields, clearings and buildings are lost. Draw a part of it to see them.
      {duration}
    </Notice>
  );
}

/** Offers to look at some counties of an area that is too large for the finest pixels. */
function CountiesOf({ area }: Pick<Interest, 'area'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (expectedPixelMeters(area) === constants.workPixels.finestMeters) return null;
  return (
    <div>
      <PanelButton icon={ListChecks} onPress={() => setIsOpen(true)}>
        Choose counties of it
      </PanelButton>
      {isOpen && <CountiesModal area={area} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function durationOf(area: Interest['area']): string | null {
  const minutes = expectedMinutes(area);
  if (minutes === null) return null;
  const about = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return ` A run takes about ${about}, longer over a slow line.`;
}

function SquareKilometers({ of }: { of: number }) {
  return <AreaSize hectares={of * 100} isLarge />;
}

function iconOf({ kind }: AreaOrigin): LucideIcon {
  return kind === 'upload' ? FileCheck : SquareDashed;
}

function titleOf(origin: AreaOrigin): string {
  if (origin.kind === 'upload') return origin.fileName;
  if (origin.kind === 'species') {
    return origin.pick.type === 'species_range' ? 'Species range' : 'Critical habitat';
  }
  return 'name' in origin ? origin.name : 'Area ready';
}

type SpeciesOrigin = Extract<AreaOrigin, { kind: 'species' }>;

/** Shows the species of the area, with its scientific name only until the rest has loaded. */
export function AreaSpecies({ origin }: { origin: SpeciesOrigin }) {
  const { pick, info, notes } = origin;
  return (
    <SpeciesPanel
      commonName={info?.commonName ?? ''}
      scientificName={info?.scientificName ?? pick.scientificName}
      imageUrl={info?.imageUrl ?? null}
      notes={notes}
    />
  );
}

export function FetchingArea({ pick }: { pick: SpeciesPick }) {
  const { dispatch } = useController();
  const what = pick.type === 'species_range' ? 'range' : 'critical habitat';
  return (
    <div className={styles.fetching}>
      <Spinner label={`Fetching the ${what} of ${pick.scientificName}`} showLabel />
      <TextButton onPress={() => dispatch({ type: 'area-removed' })}>Cancel</TextButton>
    </div>
  );
}
