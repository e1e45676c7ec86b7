import styles from './hero-map.module.css';

/** Outlines of changed land, in the drawing's 540 by 400 units. */
const changedPatches = [
  'M235 35.1Q230 38.6 215 51.9Q200 65.2 197.4 72.6Q194.8 80 195.9 85Q196.9 90 200.8 95Q204.7 100 212.3 104.3Q220 108.5 225 109.2Q230 109.9 240 107.2Q250 104.4 255 100.6Q260 96.9 264.9 88.4Q269.7 80 270 75Q270.2 70 267.2 60Q264.1 50 257.1 41.4Q250 32.8 245 32.2Q240 31.5 235 35.1Z',
  'M280 220.2Q270 215.6 265 218.6Q260 221.6 254.5 230.8Q248.9 240 245.5 265Q242 290 244.4 305Q246.7 320 248.9 325Q251 330 255.5 334.1Q260 338.3 270 340.5Q280 342.7 285 341.3Q290 339.9 295.2 334.9Q300.4 330 308.7 315Q317.1 300 323.5 295.3Q330 290.5 340 289.7Q350 288.8 360 291.4Q370 293.9 375 293.5Q380 293.1 382.5 281.5Q384.9 270 372.5 248.6Q360 227.1 340 221.6Q320 216.1 310 220.3Q300 224.6 295 224.7Q290 224.8 280 220.2Z',
  'M140 305.3Q130 310 125.1 315Q120.2 320 125.1 324.7Q130 329.4 135 330.8Q140 332.1 145 330.6Q150 329.2 154.6 319.6Q159.1 310 154.6 305.3Q150 300.6 140 305.3Z',
  'M383.2 322.3Q380 314.7 370 322.4Q360 330.1 345.6 330Q331.2 330 332 335Q332.8 340 351.4 351.7Q370 363.3 375 363.6Q380 363.8 383.4 351.9Q386.9 340 386.7 335Q386.5 330 383.2 322.3Z',
];

const corners = [
  [70, 14],
  [450, 14],
  [70, 372],
  [450, 372],
] as const;

/** A drawing of what Habitat Patrol does: an area, two dates, the changed land. */
export function HeroMap() {
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet}>
        <div className={styles.contours} />
        <svg className={styles.drawing} viewBox="0 0 540 400" aria-hidden="true">
          <rect className={styles.area} x="70" y="14" width="380" height="358" rx="4" />
          {changedPatches.map((outline) => (
            <path key={outline} className={styles.patch} d={outline} />
          ))}
          {corners.map(([x, y]) => (
            <rect
              key={`${x},${y}`}
              className={styles.handle}
              x={x - 5}
              y={y - 5}
              width="10"
              height="10"
              rx="2.5"
            />
          ))}
        </svg>
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.areaKey}>Your area</span>
        <span className={styles.patchKey}>Changed land</span>
        <span className={styles.note}>A drawing; the app works on satellite images.</span>
      </figcaption>
    </figure>
  );
}
