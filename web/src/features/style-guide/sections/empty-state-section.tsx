import { FolderOpen, LogIn } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'empty state'. */
export function EmptyStateSection() {
  return (
    <Samples>
      <Sample title="With the next step">
        <EmptyState
          icon={FolderOpen}
          headingLevel={3}
          title="There are no projects to display."
          actions={<Button>New Project</Button>}
        >
          A project holds one map and up to five data layers.
        </EmptyState>
      </Sample>
      <Sample title="Words alone">
        <EmptyState icon={LogIn} headingLevel={3} title="Please log in to view projects." />
      </Sample>
    </Samples>
  );
}
