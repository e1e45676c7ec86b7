import { Eye, EyeOff, LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import data from '../layers/data-section.module.css';
import { LayerLegend, occurringRange, ValueLegend } from '../layers/layer-legend.tsx';
import { OpacitySlider } from '../layers/opacity-slider.tsx';
import { NumbersSection } from '../numbers/numbers-section.tsx';
import { isShowable, type MapLayer } from '../state/map-layer.ts';
import { readPalette } from '../state/palettes.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';

/** What a visitor sees beside the map of a project: its layers with their legends, and its numbers. */
export function SharedPanel() {
  const [isOpen, setIsOpen] = useState(true);
  const { project, layers } = useProject();
  const { combined } = useWorkspace();
  const { stored } = useStore(combined);
  return (
    <Panel
      title={project?.title ?? ''}
      subtitle="Opened by a view-only link"
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {project !== null && project.summary !== '' && (
        <PanelSection title="About">
          <Text number={2}>{project.summary}</Text>
        </PanelSection>
      )}
      {stored !== null && <SharedCombination />}
      <PanelSection title="Data">
        {layers.length === 0 && <Text number={2}>This project has no layers yet.</Text>}
        <ul className={data.layers} aria-label="Data layers">
          {layers
            .filter(isShowable)
            .toReversed()
            .map((entry) => (
              <SharedLayer key={entry.layer.id} entry={entry} />
            ))}
        </ul>
      </PanelSection>
      <PanelSection title="Numbers">
        <NumbersSection />
      </PanelSection>
    </Panel>
  );
}

function SharedCombination() {
  const { combined } = useWorkspace();
  const { stored, isShown } = useStore(combined);
  if (stored === null) return null;
  const label = isShown ? 'Hide the combined value' : 'Show the combined value';
  return (
    <PanelSection title="Combined value">
      <div className={data.actions}>
        <IconButton
          icon={isShown ? Eye : EyeOff}
          label={label}
          tip
          onPress={() => combined.change({ isShown: !isShown })}
        />
      </div>
      {isShown && (
        <ValueLegend
          palette={readPalette(stored.combination.color_palette)}
          range={occurringRange(stored)}
        />
      )}
    </PanelSection>
  );
}

function SharedLayer({ entry }: { entry: MapLayer }) {
  const { store, find } = useWorkspace();
  const { id, label, is_visible } = entry.layer;
  const box = entry.raster?.bounding_box ?? null;
  const show = is_visible ? `Hide ${label}` : `Show ${label}`;
  return (
    <li className={data.layer} aria-label={label}>
      <div className={data.head}>
        <span className={data.label}>
          <Text number={2} as="span">
            {label}
          </Text>
        </span>
        <IconButton
          icon={is_visible ? Eye : EyeOff}
          label={show}
          tip
          onPress={() => void store.toggleVisible(id)}
        />
        {box && (
          <IconButton icon={LocateFixed} label={`Find ${label}`} tip onPress={() => find(box)} />
        )}
      </div>
      {is_visible && (
        <>
          <OpacitySlider layer={entry.layer} />
          <LayerLegend entry={entry} />
        </>
      )}
    </li>
  );
}
