import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { FileText, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useMedia } from '../../../lib/use-media.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { CombinedSection } from '../combined/combined-section.tsx';
import { DataSection } from '../layers/data-section.tsx';
import { NumbersSection } from '../numbers/numbers-section.tsx';
import { valuedLayers } from '../state/combination.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './project-panel.module.css';

const narrowScreen = '(max-width: 40em)';

/** The side menu with the project's description and its data layers, which come first on a phone. */
export function ProjectPanel() {
  const [isOpen, setIsOpen] = useState(true);
  const isNarrow = useMedia(narrowScreen);
  const about = (
    <PanelSection key="about" title="About">
      <AboutSection />
    </PanelSection>
  );
  return (
    <Panel title="Project Configuration" isOpen={isOpen} onToggle={setIsOpen}>
      {!isNarrow && about}
      <PanelSection key="data" title="Data" isLanding>
        <DataSection />
      </PanelSection>
      <PanelSection key="combined" title="Combined">
        <CombinedSection />
      </PanelSection>
      <PanelSection key="numbers" title="Numbers">
        <NumbersSection />
      </PanelSection>
      {isNarrow && about}
    </Panel>
  );
}

const { titleMaxLength, summaryMaxLength } = limits.valueMapper;

function AboutSection() {
  const { store, tasks } = useWorkspace();
  const { project, layers } = useProject();
  const { state } = useLocation();
  // A page that is loaded again still has its state, but is not new.
  const isNew = useNavigationType() === 'PUSH' && state?.isNew === true;
  if (project === null) return null;
  return (
    <>
      <EditableText
        label="Project title"
        value={project.title}
        isBegun={isNew}
        maxLength={titleMaxLength}
        validate={(title) => (title === '' ? messages.required : undefined)}
        onSave={(title) => store.changeProject({ title })}
      />
      <EditableText
        label="Project summary"
        value={project.summary}
        maxLength={summaryMaxLength}
        isMultiline
        emptyText="What is this project for?"
        onSave={(summary) => store.changeProject({ summary })}
      />
      <div className={styles.actions}>
        <PanelButton icon={Share2} onPress={() => tasks.begin({ kind: 'share' })}>
          Share
        </PanelButton>
        <PanelButton
          icon={FileText}
          isDisabled={valuedLayers(layers).length === 0}
          onPress={() => tasks.begin({ kind: 'report' })}
        >
          Report
        </PanelButton>
        <PanelButton
          tone="danger"
          icon={Trash2}
          onPress={() => tasks.begin({ kind: 'delete-project' })}
        >
          Delete project
        </PanelButton>
      </div>
    </>
  );
}
