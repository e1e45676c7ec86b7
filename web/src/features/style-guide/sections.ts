import type { GuideSection } from './sample.tsx';
import { actionSections } from './sections/actions.tsx';
import { choiceSections } from './sections/choices.tsx';
import { dataSections } from './sections/data.tsx';
import { layoutSections } from './sections/layout.tsx';
import { mediaSections } from './sections/media.tsx';
import { overlaySections } from './sections/overlays.tsx';
import { siteSections } from './sections/site.tsx';
import { stateSections } from './sections/states.tsx';
import { styleSections } from './sections/style.tsx';
import { textFieldSections } from './sections/text-fields.tsx';

/** All sections, in the order of their names. */
export const sections: readonly GuideSection[] = [
  ...actionSections,
  ...choiceSections,
  ...dataSections,
  ...layoutSections,
  ...mediaSections,
  ...overlaySections,
  ...siteSections,
  ...stateSections,
  ...styleSections,
  ...textFieldSections,
].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
