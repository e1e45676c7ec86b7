import { FolderOpen, LogIn } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { type ProgressStep, ProgressSteps } from '../../../ui/data/progress-steps.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/states/skeleton.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { type GuideSection, Sample, Samples } from '../sample.tsx';

function EmptyStateSection() {
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

const running: ProgressStep[] = [
  { id: 'searching', name: 'Searching for scenes', state: 'done', detail: '8 found' },
  { id: 'clouds', name: 'Reading cloud masks', state: 'skipped' },
  { id: 'reading', name: 'Reading scenes', state: 'active', detail: 'scene 3 of 8' },
  { id: 'detecting', name: 'Detecting change', state: 'waiting' },
];

const broken: ProgressStep[] = [
  { id: 'sending', name: 'Uploading the file', state: 'done' },
  { id: 'metadata', name: 'Extracting metadata', state: 'failed' },
  { id: 'picture', name: 'Generating the image', state: 'waiting' },
];

function LoadingSection() {
  return (
    <Samples>
      <Sample title="Spinner, sizes lg, md, sm">
        <div className={utilities.cluster}>
          <Spinner size="lg" />
          <Spinner />
          <Spinner size="sm" />
        </div>
        <Spinner size="sm" label="Loading maps" showLabel />
      </Sample>
      <Sample title="Skeletons" note="In the place of what is on its way.">
        <SkeletonGroup label="Loading the profile">
          <Skeleton shape="circle" />
          <Skeleton share={0.4} />
          <Skeleton />
          <Skeleton share={0.8} />
        </SkeletonGroup>
      </Sample>
      <Sample title="Skeleton of a picture">
        <SkeletonGroup label="Loading the picture">
          <Skeleton shape="block" />
          <Skeleton share={0.6} />
        </SkeletonGroup>
      </Sample>
      <Sample title="Progress with steps">
        <ProgressSteps label="Steps of a run" steps={running} elapsedSeconds={75} />
      </Sample>
      <Sample title="Progress that failed">
        <ProgressSteps label="Steps of an upload" steps={broken} />
      </Sample>
    </Samples>
  );
}

export const stateSections: readonly GuideSection[] = [
  { id: 'empty-state', title: 'Empty state', Component: EmptyStateSection },
  { id: 'loading', title: 'Loading', Component: LoadingSection },
];
