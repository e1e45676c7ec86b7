import styles from './drawing.module.css';

/** Says why the second corner of a rectangle was refused. */
export function FlatRectangle() {
  return (
    <p className={styles.refusal} role="alert">
      There is no area between these two corners. Move on to the opposite corner, to the side as
      well as up or down.
    </p>
  );
}
