import type { ThemedSource } from '../../../ui/themed-picture.tsx';
import areaDark from '../pictures/tutorial-area-dark.avif';
import areaLight from '../pictures/tutorial-area-light.avif';
import datesDark from '../pictures/tutorial-dates-dark.avif';
import datesLight from '../pictures/tutorial-dates-light.avif';
import moreDark from '../pictures/tutorial-more-dark.avif';
import moreLight from '../pictures/tutorial-more-light.avif';
import resultDark from '../pictures/tutorial-result-dark.avif';
import resultLight from '../pictures/tutorial-result-light.avif';
import toolsDark from '../pictures/tutorial-tools-dark.avif';
import toolsLight from '../pictures/tutorial-tools-light.avif';

interface TutorialStep {
  readonly title: string;
  readonly text: string;
  readonly picture: ThemedSource;
  /** The picture's description for screen readers. */
  readonly alt: string;
}

/** Twice as wide as they are shown. */
const size = { width: 832, height: 520 };

/** The pictures are taken of the running screen by `npm run pictures`. */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    title: 'Choose an area',
    text: 'Take the rectangle at the upper right and drag it over the place. Keep it small: Shift+Z zooms in to where the mouse is.',
    picture: { light: areaLight, dark: areaDark, ...size },
    alt: 'A rectangle being drawn on the map, with its perimeter and area beside it',
  },
  {
    title: 'Or bring one',
    text: 'File or species opens a window where you upload a vector file, or find the range or critical habitat of a protected species.',
    picture: { light: moreLight, dark: moreDark, ...size },
    alt: 'The window Add an Area Of Interest with its two searches and the file upload',
  },
  {
    title: 'Shape it',
    text: 'More tools draws polygons and edits the area: drag its corners, add some, take some away. Undo brings back whatever went.',
    picture: { light: toolsLight, dark: toolsDark, ...size },
    alt: 'A polygon on the map with a handle at each corner',
  },
  {
    title: 'Choose two dates and run',
    text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Run starts: it takes a minute or so.',
    picture: { light: datesLight, dark: datesDark, ...size },
    alt: 'The side panel with two dates and the list of scenes under them',
  },
  {
    title: 'Look at what changed',
    text: 'Before, after and change lie on the map. The sliders set how strongly each shows; the panel says how much changed.',
    picture: { light: resultLight, dark: resultDark, ...size },
    alt: 'A result on the map: changed ground outlined, with sliders and figures in the panel',
  },
];
