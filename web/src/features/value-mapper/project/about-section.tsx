import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './about-section.module.css';

const { titleMaxLength, summaryMaxLength } = limits.valueMapper;

/** The project's title and description, with a button that deletes it. */
export function AboutSection({ onDeletePress }: { onDeletePress: () => void }) {
  const { store } = useWorkspace();
  const { project } = useProject();
  if (project === null) return null;
  return (
    <div className={styles.about}>
      <EditableText
        label="Project title"
        value={project.title}
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
      <div>
        <Button
          kind="secondary"
          tone="danger"
          size="sm"
          icon={<Icon of={Trash2} size="sm" />}
          onPress={onDeletePress}
        >
          Delete project
        </Button>
      </div>
    </div>
  );
}
