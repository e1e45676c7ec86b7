import { useId } from 'react';
import styles from './app-drawings.module.css';

/** Parcels of fields, woods and water, in a drawing of 480 by 200 units. The number is a shade. */
const parcels: readonly [shade: 1 | 2 | 3 | 4, outline: string][] = [
  [1, 'M0 0h128l-20 84L0 100z'],
  [3, 'M128 0h116l-14 66-122 18z'],
  [2, 'M244 0h120l22 72-94 26-62-32z'],
  [4, 'M364 0h116v92l-94-20z'],
  [2, 'M0 100l108-16 26 116H0z'],
  [4, 'M108 84l122-18 26 54-38 80h-84z'],
  [1, 'M230 66l62 32 4 102h-78l38-80z'],
  [3, 'M292 98l94-26 20 128H296z'],
  [1, 'M386 72l94 20v108h-74z'],
];

const river = 'M-6 150C60 120 96 164 150 140S236 92 290 118S400 150 490 112';
const clearing = 'M316 118q18-14 40-8t32 22q6 24-14 34t-44 4q-22-8-22-26t8-26z';
const secondClearing = 'M404 36q14-10 28-2t10 22q-8 12-24 8t-18-12t4-16z';

/** The areas of value on each layer of the drawing, from the lowest to the highest. */
const valueAreas = [
  'M176 122q30-22 66-16t44 18-34 20-52-4-24-18z',
  'M210 112q34-14 62-4t20 20-48 14-44-12 10-18z',
  'M196 118q24-18 54-12t58 14-26 22-60 2-26-26z',
];

function Land() {
  return (
    <>
      {parcels.map(([shade, outline]) => (
        <path key={outline} className={styles[`shade${shade}`]} d={outline} />
      ))}
      <path className={styles.river} d={river} />
    </>
  );
}

/** For Habitat Patrol: the same land before and after, with what changed. */
export function PatrolDrawing() {
  const clip = useId();
  return (
    <svg className={styles.drawing} viewBox="0 0 480 200" aria-hidden="true">
      <clipPath id={clip}>
        <rect x="240" width="240" height="200" />
      </clipPath>
      <Land />
      <g clipPath={`url(#${clip})`}>
        <rect className={styles.haze} x="240" width="240" height="200" />
        <path className={styles.changed} d={clearing} />
        <path className={styles.changed} d={secondClearing} />
      </g>
      <path className={styles.divider} d="M240 0v200" />
      <circle className={styles.knob} cx="240" cy="100" r="14" />
      <path className={styles.arrows} d="M236 95l-5 5 5 5M244 95l5 5-5 5" />
    </svg>
  );
}

const corners = [
  [96, 52],
  [206, 44],
  [226, 112],
  [120, 138],
] as const;

/** For Collaborative Mapper: a shape being drawn, a proposed one, and one to be removed. */
export function MapperDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 200" aria-hidden="true">
      <Land />
      <path className={styles.drawn} d="M96 52L206 44L226 112L120 138z" />
      {corners.map(([x, y]) => (
        <circle key={`${x},${y}`} className={styles.vertex} cx={x} cy={y} r="5" />
      ))}
      <path className={styles.proposed} d="M276 34l86-10 18 54-64 26z" />
      <path className={styles.removed} d="M330 128l70-8 22 44-76 12z" />
    </svg>
  );
}

/** For the Conservation Value Mapper: layers of values above each other, and their sum. */
export function ValueDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 480 200" aria-hidden="true">
      <Land />
      {[0, 1, 2].map((layer) => (
        <g key={layer} transform={`translate(0 ${layer * -34})`}>
          <path className={styles.sheet} d="M240 78l128 44-128 44-128-44z" />
          <path className={styles[`value${layer + 1}`]} d={valueAreas[layer]} />
        </g>
      ))}
    </svg>
  );
}
