import { useStore } from '../../../lib/store.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { DifferenceLegend, LayerLegend, ValueLegend } from '../layers/layer-legend.tsx';
import { readPalette } from '../state/palettes.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './project-screen.module.css';

/** The legends of what the map shows, below it on paper, where the panel is left out. */
export function PrintedLegends() {
  const isPrinting = useMedia('print');
  return isPrinting ? (
    <div className={styles.legends}>
      <Legends />
    </div>
  ) : null;
}

function Legends() {
  const { layers } = useProject();
  const { combined } = useWorkspace();
  const { scenario } = useStore(combined);
  const combination = combined.shown();
  const second = combined.second();
  if (scenario && second && combined.atRight() === null) {
    return <DifferenceLegend first={scenario.name} second={second.name} />;
  }
  if (combination !== null) {
    return (
      <section>
        <h2 className={styles.layer}>Combined value</h2>
        <ValueLegend palette={readPalette(combination.color_palette)} />
      </section>
    );
  }
  return layers
    .filter(({ layer, raster }) => layer.is_visible && raster !== null)
    .toReversed()
    .map((entry) => (
      <section key={entry.layer.id}>
        <h2 className={styles.layer}>{entry.layer.label}</h2>
        <LayerLegend entry={entry} />
      </section>
    ));
}
