import type { ChangeKind, Severity } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import {
  changeInnerAlpha,
  changePalette,
  patchName,
  unobservedColour,
} from '@refugia/engine/render/change-palette.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import { useId } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { formatShare } from '../format.ts';
import styles from './change-legend.module.css';

type LegendClass = ChangeKind | Severity | 'changed' | 'unobserved' | 'unchanged';

const [red, green, blue, alpha] = unobservedColour;
const hatch = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
/** The lines over what was not observed, as a CSS image for the legend and for printed pictures. */
export const unobservedHatching = `repeating-linear-gradient(135deg, ${hatch} 0 2px, transparent 2px 6px)`;

/** A small square that looks like a class on the map: a translucent fill with a firm outline. */
export function KindSwatch({ of }: { of: LegendClass }) {
  return <span className={styles.swatch} style={styleOf(of)} aria-hidden="true" />;
}

interface PatchKindProps {
  patch: Pick<RunPatch, 'kind' | 'severity'>;
  /** Whether the map tells classes of change apart by colour. */
  isColoured: boolean;
}

/** What a patch became, in words, beside its colour on the map. */
export function PatchKind({ patch: { kind, severity }, isColoured }: PatchKindProps) {
  return (
    <span className={styles.kind}>
      {isColoured && <KindSwatch of={severity ?? kind} />}
      {patchName(kind, severity)}
    </span>
  );
}

function styleOf(of: LegendClass) {
  switch (of) {
    case 'unchanged':
      return { backgroundColor: 'transparent' };
    case 'unobserved':
      return { backgroundImage: unobservedHatching };
    default: {
      const colour = hexOfColour(changePalette[of].colour);
      const share = `${Math.round((changeInnerAlpha / 255) * 100)}%`;
      return {
        boxShadow: `inset 0 0 0 2px ${colour}`,
        backgroundColor: `color-mix(in srgb, ${colour} ${share}, transparent)`,
      };
    }
  }
}

type ClassedResult = Pick<RunResult, 'kinds_on_map' | 'statistics'>;

/** Whether the change image has a colour for each class of change. */
export function hasClassColours({ kinds_on_map, statistics }: ClassedResult): boolean {
  return kinds_on_map === true || statistics.severities !== undefined;
}

/**
 * The classes of change on the change image: severities with the most severe first, or kinds with
 * the largest first, or one class where the image does not distinguish any.
 */
export function changeClasses({ kinds_on_map, statistics }: ClassedResult): readonly LegendClass[] {
  if (statistics.severities) return statistics.severities.map(({ severity }) => severity);
  return kinds_on_map ? statistics.kinds.map(({ kind }) => kind) : ['changed'];
}

interface KindFilterProps {
  result: RunResult;
  hidden: readonly ChangeKind[];
  onChange: (hidden: ChangeKind[]) => void;
}

/**
 * The change image's legend beside the map, with sizes and shares of the area. Only kinds of change
 * can be hidden.
 */
export function KindFilter({ result, hidden, onChange }: KindFilterProps) {
  const titleId = useId();
  const { kinds, severities, area_hectares, clear_hectares, changed_hectares } = result.statistics;
  const unobserved = Math.max(0, area_hectares - clear_hectares);
  const unchanged = Math.max(0, clear_hectares - changed_hectares);
  return (
    <section className={styles.filter} aria-labelledby={titleId}>
      <div className={styles.title}>
        <h3 id={titleId}>Change on the map</h3>
        {hidden.length > 0 && <TextButton onPress={() => onChange([])}>Show all</TextButton>}
        <span className={styles.measures}>Size · {shareNames.ofArea}</span>
      </div>
      <ul className={styles.classes}>
        {result.kinds_on_map
          ? kinds.map(({ kind, hectares, patch_count }) => {
              const isHidden = hidden.includes(kind);
              return (
                <li key={kind} className={classNames(styles.class, isHidden && styles.hidden)}>
                  <span className={styles.name}>
                    <Checkbox
                      isSelected={!isHidden}
                      onChange={(isShown) =>
                        onChange(
                          isShown ? hidden.filter((other) => other !== kind) : [...hidden, kind],
                        )
                      }
                    >
                      <span className={styles.kind}>
                        <KindSwatch of={kind} />
                        <span>
                          {changePalette[kind].name}
                          <span className={styles.patches}>{patchesText(patch_count)}</span>
                        </span>
                      </span>
                    </Checkbox>
                  </span>
                  <Figures hectares={hectares} total={area_hectares} />
                </li>
              );
            })
          : (severities ?? [{ severity: 'changed' as const, hectares: changed_hectares }]).map(
              ({ severity, hectares }) => (
                <Fixed key={severity} of={severity} hectares={hectares} total={area_hectares} />
              ),
            )}
        <Fixed of="unchanged" hectares={unchanged} total={area_hectares} />
        <Fixed of="unobserved" hectares={unobserved} total={area_hectares} />
      </ul>
    </section>
  );
}

export function patchesText(count: number): string {
  return count === 1 ? '1 patch' : `${count.toLocaleString('en-US')} patches`;
}

interface FixedProps {
  of: Severity | Extract<LegendClass, 'changed' | 'unchanged' | 'unobserved'>;
  hectares: number;
  total: number;
}

/** A class that can't be hidden. */
function Fixed({ of, hectares, total }: FixedProps) {
  return (
    <li className={classNames(styles.class, styles.fixed)}>
      <span className={classNames(styles.name, styles.kind)}>
        <KindSwatch of={of} />
        {changePalette[of].name}
      </span>
      <Figures hectares={hectares} total={total} />
    </li>
  );
}

function Figures({ hectares, total }: { hectares: number; total: number }) {
  return (
    <>
      <span className={styles.hectares}>
        <AreaSize hectares={hectares} />
      </span>
      <span className={styles.share}>{formatShare(total === 0 ? 0 : hectares / total)}</span>
    </>
  );
}

/** A legend of the change image without controls, for a report. */
export function ChangeLegend({ result }: { result: RunResult }) {
  return (
    <ul className={styles.row} aria-label="Legend of the change image">
      {changeClasses(result).map((name) => (
        <Entry key={name} of={name} name={changePalette[name].name} />
      ))}
      <Entry of="unobserved" name="Not observed (cloud or shadow on one date)" />
      <Entry of="unchanged" name="Unchanged" />
    </ul>
  );
}

function Entry({ of, name }: { of: LegendClass; name: string }) {
  return (
    <li className={styles.entry}>
      <KindSwatch of={of} />
      {name}
    </li>
  );
}

/**
 * The names of shares, each with the whole that it is a share of. Every shown share has one of
 * them.
 */
export const shareNames = {
  /** Of the whole area of interest, seen or not. */
  ofArea: 'Share of the area',
  /** Of the part of it that was clear on both dates. */
  ofClear: 'Share of what was clear',
} as const;
