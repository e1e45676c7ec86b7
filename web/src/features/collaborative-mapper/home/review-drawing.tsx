import styles from './review-drawing.module.css';

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
export function ReviewDrawing() {
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
