import { useState } from 'react';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { DataSection } from '../layers/data-section.tsx';
import { AboutSection } from '../project/about-section.tsx';
import type { Tasks } from '../workspace/use-tasks.ts';

/** The side menu with the project's description and its data layers. */
export function ProjectPanel({ tasks }: { tasks: Tasks }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Panel title="Project Configuration" isOpen={isOpen} onToggle={setIsOpen}>
      <PanelSection title="About">
        <AboutSection onDeletePress={() => tasks.begin({ kind: 'delete-project' })} />
      </PanelSection>
      <PanelSection title="Data" isLanding>
        <DataSection tasks={tasks} />
      </PanelSection>
    </Panel>
  );
}
