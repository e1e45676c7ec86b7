import {
  Download,
  GitPullRequestArrow,
  History,
  Layers,
  MessagesSquare,
  PawPrint,
  ShieldCheck,
  Split,
  Users,
} from 'lucide-react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { type Milestone, Timeline } from '../../../ui/data/timeline.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { PageSection, Points } from '../../../ui/layout/page-section.tsx';
import { BetaPromo } from '../../../ui/site/beta-promo.tsx';
import styles from './review-drawing.module.css';

/** Collaborative Mapper's landing page, which describes the app and links to it. */
export function HomePage() {
  return (
    <>
      <Hero
        title="Build one map, with everyone who knows the land"
        lead="Invite whoever knows a corner of it. They propose what to add, move or take away; you see both versions on the map and decide. Nobody’s work is lost."
        actions={
          <>
            <ButtonLink href="/apps/collaborativemapper/dashboard" size="lg" kind="onDeep">
              Open App
            </ButtonLink>
            <ButtonLink href="#timeline" size="lg" kind="quietOnDeep">
              What comes next
            </ButtonLink>
          </>
        }
        picture={<ReviewDrawing />}
      />
      <PageSection
        title="Many propose, one decides"
        lead="The person who answers for a map keeps the last word, and everybody else can still contribute directly on it."
      >
        <Points points={deciding} />
      </PageSection>
      <PageSection
        title="Work on it together"
        lead="At the same time or months apart, with a good connection or a poor one."
        isBand
      >
        <Points points={together} />
      </PageSection>
      <BetaPromo title="Help to test it">
        Beta testers try new parts first and tell us what gets in their way: in surveys, in talks,
        or with their own maps and their own team.
      </BetaPromo>
      <PageSection
        title="Your data in, your data out"
        lead="A map starts with what is there already, and ends up where it is needed."
      >
        <Points points={data} />
      </PageSection>
      <PageSection
        id="timeline"
        title="Timeline"
        lead="How the app has grown, and where it goes."
        isBand
      >
        <Timeline milestones={milestones} />
      </PageSection>
    </>
  );
}

const deciding = [
  {
    icon: GitPullRequestArrow,
    title: 'Everyone proposes',
    text: 'A collaborator draws, moves or deletes, and adds a note that says why. It becomes a proposal on the map, in green or red, until the owner has decided.',
  },
  {
    icon: Split,
    title: 'Both versions side by side',
    text: 'Before and after lie on the map together: which corners moved, which were added, which values changed. Accept the whole of it, or the part that is right.',
  },
  {
    icon: ShieldCheck,
    title: 'Nothing is overwritten',
    text: 'Two people changed the same shape? Edits that do not touch are merged, corner by corner. Where they contradict each other, you see all versions and choose.',
  },
];

const together = [
  {
    icon: Users,
    title: 'See who is there',
    text: 'Names and pointers of those who have the map open, and what each of them is working on. A shared link brings in people who have no account.',
  },
  {
    icon: MessagesSquare,
    title: 'Talk where it matters',
    text: 'Comments on the map, on a shape, on a picture. Mention somebody, and they are told by mail.',
  },
  {
    icon: History,
    title: 'Go back, step by step',
    text: 'Who changed what, and when. Undo and redo survive a reload, and a single change can be taken back while later ones stay.',
  },
];

const data = [
  {
    icon: Layers,
    title: 'Bring what you have',
    text: 'GeoJSON, KML, KMZ and Shapefiles become layers that can be edited; drone pictures and scanned maps lie underneath. What could not be read is said, with the reason.',
  },
  {
    icon: PawPrint,
    title: 'Species, one search away',
    text: 'The range of a listed species as shapes on your map, and a layer of its recorded occurrences.',
  },
  {
    icon: Download,
    title: 'Take it with you',
    text: 'Every layer leaves as GeoJSON, KML, Shapefile, CSV or picture. The map is yours, in formats that anybody can open.',
  },
];

const milestones: readonly Milestone[] = [
  {
    when: 'First',
    title: 'One map, many hands',
    text: 'Proposals with both versions on the map, accepted whole or in part.',
  },
  {
    when: 'Then',
    title: 'Live, and without loss',
    text: 'Everybody sees what happens as it happens; edits made offline are merged on return.',
  },
  {
    when: 'Now',
    title: 'Collaborative Mapper is open',
    text: 'Layers from files, species ranges and occurrences, comments, history and undo.',
  },
  {
    when: 'Next',
    title: 'On a phone in the field',
    text: 'Maps to take along, with photos and notes that come back as proposals.',
    isAhead: true,
  },
  {
    when: 'Later',
    title: 'Straight into desktop GIS',
    text: 'Open addresses that keep a map open in QGIS as it grows.',
    isAhead: true,
  },
];

const keptCorners = [
  [150, 92],
  [156, 254],
  [300, 268],
] as const;

const movedCorners = [
  { from: [330, 84], to: [404, 64] },
  { from: [352, 186], to: [438, 190] },
] as const;

/** A proposal as the map's owner sees it: the shape before and after, and the question. */
function ReviewDrawing() {
  return (
    <figure
      className={styles.stage}
      role="img"
      aria-label="A proposal on a map: the outline before and after, with two corners moved and one shape added, and the choice to accept or reject it"
    >
      <svg className={styles.map} viewBox="0 0 640 440" aria-hidden="true">
        <rect className={styles.ground} width="640" height="440" rx="20" />
        <path className={styles.field} d="M20 0h150l-24 128L0 150V20Q0 0 20 0z" />
        <path className={styles.wood} d="M330 0h140l28 104-120 34-84-44z" />
        <path className={styles.field} d="M498 104l142 22v150l-116 20-46-84z" />
        <path className={styles.wood} d="M0 280l128-22 62 182H20Q0 440 0 420z" />
        <path
          className={styles.water}
          d="M-8 214C84 176 118 330 250 344S420 250 500 330S600 372 652 356"
        />
        <path className={styles.before} d="M150 92L330 84L352 186L300 268L156 254z" />
        <path className={styles.after} d="M150 92L404 64L438 190L300 268L156 254z" />
        {movedCorners.map(({ from, to }) => (
          <path key={from.join()} className={styles.way} d={`M${from.join(' ')}L${to.join(' ')}`} />
        ))}
        {keptCorners.map(([x, y]) => (
          <circle key={`${x},${y}`} className={styles.vertex} cx={x} cy={y} r="6" />
        ))}
        {movedCorners.map(({ to: [x, y] }) => (
          <circle key={`${x},${y}`} className={styles.moved} cx={x} cy={y} r="8" />
        ))}
        <path className={styles.added} d="M476 236l92-22 26 64-70 38z" />
        <path className={styles.removed} d="M520 40l70-12 18 48-62 20z" />
        <path className={styles.pointer} d="M446 196l8 34 8-12 14-2z" />
      </svg>
      <div className={styles.card} aria-hidden="true">
        <span className={styles.title}>Meadow along the creek</span>
        <span className={styles.facts}>2 corners moved · 1 shape added · 1 to delete</span>
        <span className={styles.buttons}>
          <span className={styles.accept}>Accept</span>
          <span className={styles.reject}>Reject</span>
        </span>
      </div>
    </figure>
  );
}
