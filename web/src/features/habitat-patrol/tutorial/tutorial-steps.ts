import area from '../pictures/tutorial-area.avif';
import dates from '../pictures/tutorial-dates.avif';
import more from '../pictures/tutorial-more.avif';
import result from '../pictures/tutorial-result.avif';
import tools from '../pictures/tutorial-tools.avif';

interface TutorialStep {
  readonly title: string;
  readonly text: string;
  readonly picture: string;
  /** What the picture shows, for those who can't see it. */
  readonly alt: string;
}

/** The pictures are taken of the running screen by `npm run pictures`. */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    title: 'Choose an area',
    text: 'Take the rectangle at the upper right and drag it over the place. Keep it small: Shift+Z zooms in to where the mouse is.',
    picture: area,
    alt: 'A rectangle being drawn on the map, with its perimeter and area beside it',
  },
  {
    title: 'Or bring one',
    text: 'File or species opens a window where you upload a vector file, or find the range or critical habitat of a protected species.',
    picture: more,
    alt: 'The window Add an Area Of Interest with its two searches and the file upload',
  },
  {
    title: 'Shape it',
    text: 'More tools draws polygons and edits the area: drag its corners, add some, take some away. Undo brings back whatever went.',
    picture: tools,
    alt: 'A polygon on the map with a handle at each corner',
  },
  {
    title: 'Choose two dates and run',
    text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Run starts: it takes a minute or so.',
    picture: dates,
    alt: 'The side panel with two dates and the list of scenes under them',
  },
  {
    title: 'Look at what changed',
    text: 'Before, after and change lie on the map. The sliders set how strongly each shows; the panel says how much changed.',
    picture: result,
    alt: 'A result on the map: changed ground outlined, with sliders and figures in the panel',
  },
];
