import { classNames } from '../../../ui/style/class-names.ts';
import { Sample, Samples } from '../sample.tsx';
import styles from './color-section.module.css';

const groups = [
  { title: 'Ground', names: ['canvas', 'surface', 'raised', 'sunken', 'hover', 'pressed'] },
  { title: 'Ink and lines', names: ['ink', 'ink-soft', 'ink-faint', 'edge', 'line', 'focus'] },
  {
    title: 'Brand',
    names: ['brand', 'brand-hover', 'brand-soft', 'brand-ink', 'deep', 'deep-brand'],
  },
  {
    title: 'Accent, danger, info',
    names: ['accent', 'accent-soft', 'danger', 'danger-soft', 'info', 'info-soft'],
  },
];

/** Both themes side by side, whichever theme the page has. */
export function ColorSection() {
  return (
    <Samples>
      {groups.map(({ title, names }) => (
        <Sample key={title} title={title}>
          <div className={styles.themes}>
            <Swatches names={names} theme="light" />
            <Swatches names={names} theme="dark" />
          </div>
        </Sample>
      ))}
    </Samples>
  );
}

function Swatches({ names, theme }: { names: readonly string[]; theme: 'light' | 'dark' }) {
  return (
    <ul className={classNames(styles.theme, styles[theme])} aria-label={theme}>
      {names.map((name) => (
        <li key={name} className={styles.swatch}>
          <span className={styles.color} style={{ background: `var(--color-${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
