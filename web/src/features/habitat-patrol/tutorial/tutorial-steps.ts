import type { ThemedSource } from '../../../ui/media/themed-picture.tsx';
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
import type { TutorialStepName } from './tutorial-place.ts';

interface TutorialStep {
  readonly title: string;
  /** The text for a mouse and keys. */
  readonly text: string;
  /** The text for touch screens. It has no picture, which would look like a second map there. */
  readonly touchText: string;
  /** What it speaks of, which the tutorial must not cover on a phone. */
  readonly about: 'map' | 'panel';
  readonly picture: ThemedSource;
  readonly alt: string;
}

/** The pictures are twice as wide as they are shown. */
const size = { width: 832, height: 520 };

/** The steps. `npm run pictures` takes their pictures of the running screen. */
export const tutorialSteps: Readonly<Record<TutorialStepName, TutorialStep>> = {
  area: {
    title: 'Choose an area',
    about: 'map',
    text: 'Take the rectangle at the upper right and drag it over the place. Keep it small: Shift+Z zooms in to where the mouse is.',
    picture: { light: areaLight, dark: areaDark, ...size },
    alt: 'A rectangle being drawn on the map, with its perimeter and area beside it',
    touchText:
      'Tap the rectangle at the upper right, then drag a finger over the place, or tap two corners. Keep it small: pinch to come closer first.',
  },
  more: {
    title: 'Or bring one',
    about: 'panel',
    text: 'File or species opens a window where you upload a vector file, or find the range or critical habitat of a protected species.',
    picture: { light: moreLight, dark: moreDark, ...size },
    alt: 'The window Add an Area Of Interest with its two searches and the file upload',
    touchText:
      'Tap File or species under the map to upload a vector file, or to find the range or critical habitat of a protected species.',
  },
  tools: {
    title: 'Shape it',
    about: 'map',
    text: 'The polygon is below the rectangle. More tools edits the area: drag its corners, add some, take some away. Undo brings back whatever went.',
    picture: { light: toolsLight, dark: toolsDark, ...size },
    alt: 'A polygon on the map with a handle at each corner',
    touchText:
      'The polygon is below the rectangle. The three dots edit the area: move its corners with a finger, and tap a small dot to add one. Undo brings back whatever went.',
  },
  dates: {
    title: 'Choose two dates and run',
    about: 'panel',
    text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Run starts: it takes a minute or so.',
    picture: { light: datesLight, dark: datesDark, ...size },
    alt: 'The side panel with two dates and the list of scenes under them',
    touchText:
      'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Tap Run: it takes a minute or so.',
  },
  result: {
    title: 'Look at what changed',
    about: 'panel',
    text: 'Before, after and change lie on the map. The sliders set how strongly each shows; the panel says how much changed.',
    picture: { light: resultLight, dark: resultDark, ...size },
    alt: 'A result on the map: changed ground outlined, with sliders and figures in the panel',
    touchText:
      'Before, after and change lie on the map; the sheet says how much changed. Draw its upper edge up to see all of it, or down to see more of the map.',
  },
};

export const waitingWords = {
  title: 'The analysis runs',
  text: 'Clear images of both dates are found and compared. The result comes by itself, in a minute or so.',
};
