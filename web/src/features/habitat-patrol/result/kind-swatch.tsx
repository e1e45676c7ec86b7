import type { ChangeKind, Severity } from '@refugia/contract/habitat-patrol/runs.ts';
import { changeInnerAlpha, unobservedColour } from '@refugia/engine/render/change-drawing.ts';
import { changePalette, hexColour } from '@refugia/engine/render/change-palette.ts';
import styles from './kind-swatch.module.css';

/** A class of the change image that a legend names. */
export type LegendClass = ChangeKind | Severity | 'changed' | 'unobserved' | 'unchanged';

const [red, green, blue, alpha] = unobservedColour;
const hatch = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
/** The lines over what was not observed, as a CSS image for the legend and for printed pictures. */
export const unobservedHatching = `repeating-linear-gradient(135deg, ${hatch} 0 2px, transparent 2px 6px)`;

/** A small square that looks like a class on the map: a translucent fill with a firm outline. */
export function KindSwatch({ of }: { of: LegendClass }) {
  return <span className={styles.swatch} style={look(of)} aria-hidden="true" />;
}

function look(of: LegendClass) {
  switch (of) {
    case 'unchanged':
      return { backgroundColor: 'transparent' };
    case 'unobserved':
      return { backgroundImage: unobservedHatching };
    default: {
      const colour = hexColour(changePalette[of].colour);
      const share = `${Math.round((changeInnerAlpha / 255) * 100)}%`;
      return {
        boxShadow: `inset 0 0 0 2px ${colour}`,
        backgroundColor: `color-mix(in srgb, ${colour} ${share}, transparent)`,
      };
    }
  }
}
