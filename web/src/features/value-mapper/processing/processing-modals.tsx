import { messages } from '@refugia/contract/messages.ts';
import { useEffect, useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import type { StepChoices } from '../calls/raster-calls.ts';
import { isShownCoarsely } from '../state/map-layer.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import { type RunnerState, useRunner } from '../workspace/step-runner.ts';
import { StepsModal } from '../workspace/steps-modal.tsx';
import { useLayer, useWorkspace } from '../workspace/use-workspace.ts';
import { type RasterChoices, rasterSteps, valuedSteps } from './processing-steps.ts';

interface ProcessRasterModalProps {
  layerId: number;
  rasterId: number;
  choices?: StepChoices | undefined;
  onClose: () => void;
}

/** Follows the steps from an uploaded file to its picture on the map. */
export function ProcessRasterModal(props: ProcessRasterModalProps) {
  const { layerId, rasterId, choices, onClose } = props;
  const workspace = useWorkspace();
  const [chosen] = useState<RasterChoices>(() => ({ current: choices ?? {} }));
  const { state, retry } = useRunner(() => rasterSteps(workspace, layerId, rasterId, chosen));
  useKeptFailure(state, layerId);
  const failedStep = state.failure?.stepId;
  const hasFailedLater = failedStep !== undefined && failedStep !== 'metadata';
  return (
    <StepsModal
      title="Processing the raster"
      state={state}
      onRetry={retry}
      onClose={onClose}
      mayClose={failedStep === 'metadata'}
      leave={hasFailedLater && <FinishLater onPress={onClose} />}
      failure={
        <Failure
          state={state}
          onEpsg={(epsg) => {
            chosen.current = { ...chosen.current, epsg };
            retry();
          }}
        />
      }
    >
      <RasterNotes layerId={layerId} />
    </StepsModal>
  );
}

/** Names the file, of which several can follow each other, and what the map shows meanwhile. */
function RasterNotes({ layerId }: { layerId: number }) {
  const entry = useLayer(layerId);
  return (
    <div>
      <SideNote number={2}>{entry?.raster?.data_file_name}</SideNote>
      <div role="status">
        {entry !== undefined && isShownCoarsely(entry) && (
          <p>
            The map shows a coarse picture of a few of the raster’s values. The whole raster takes
            its place when it is ready.
          </p>
        )}
      </div>
    </div>
  );
}

/** What is wrong with the file, which the server tells beside the sentence of the specification. */
function fileReason({ cause, reason }: NonNullable<RunnerState['failure']>): string {
  return (cause instanceof RequestRefusedError && cause.fields.reason) || reason;
}

/**
 * The list of layers shows a failure, too, so it is fetched again after one. Other choices for
 * reading the raster have removed its values, even if the raster could not be read by them.
 */
function useKeptFailure(state: RunnerState, layerId: number): void {
  const { store } = useWorkspace();
  const hasFailed = state.failure !== null;
  useEffect(() => {
    if (!hasFailed) return;
    void store.refreshRaster(layerId);
    void store.refreshValued(layerId);
  }, [hasFailed, layerId, store]);
}

interface FailureProps {
  state: Pick<RunnerState, 'failure'>;
  onEpsg: (epsg: number) => void;
}

/** Says why a step failed, and asks for a code where another one may help. */
export function Failure({ state, onEpsg }: FailureProps) {
  const { failure } = state;
  if (failure === null) return null;
  const { cause, stepId } = failure;
  const code = cause instanceof RequestRefusedError ? cause.code : '';
  const isMissingCrs = /^crs.(missing|unknown)$/.test(code);
  return (
    <>
      <Notice type="error" isAnnounced>
        {(stepId === 'metadata' || isMissingCrs) && (
          <p>{messages.valueMapper.metadataMissing.replace('{product}', siteSettings.brandName)}</p>
        )}
        <p>{fileReason(failure)}</p>
      </Notice>
      {(isMissingCrs || code === 'off_earth') && <EpsgForm onSubmit={onEpsg} />}
    </>
  );
}

/** Asks for the reference system of a file that does not name it. */
function EpsgForm({ onSubmit }: { onSubmit: (epsg: number) => void }) {
  const [text, setText] = useState('');
  const code = /^\s*(?:EPSG:|ESRI:)?(\d{4,6})\s*$/i.exec(text)?.[1];
  const isWrong = text !== '' && code === undefined;
  return (
    <Form
      onSubmit={() => {
        if (code !== undefined) onSubmit(Number(code));
      }}
    >
      <TextField
        label="EPSG code of the file’s coordinates"
        description="Such as 26910 for NAD83 / UTM zone 10N, or Esri’s 102008. Whoever made the file knows it."
        value={text}
        onChange={setText}
        error={isWrong ? 'A code has four to six digits.' : undefined}
      />
      <FormActions>
        <Button type="submit" kind="secondary" isDisabled={code === undefined}>
          Use this code
        </Button>
      </FormActions>
    </Form>
  );
}

interface ProcessValuedModalProps {
  layerId: number;
  /** The settings to store first, or null to follow the steps that are under way. */
  settings: ValuationSettings | null;
  onClose: () => void;
}

/** Follows the steps from the settings of a valuation to its picture on the map. */
export function ProcessValuedModal({ layerId, settings, onClose }: ProcessValuedModalProps) {
  const workspace = useWorkspace();
  const { state, retry } = useRunner(() => valuedSteps(workspace, layerId, settings));
  const hasFailed = state.failure !== null;
  useEffect(() => {
    // The list of layers offers to go on with what the server has begun.
    if (hasFailed) void workspace.store.refreshValued(layerId);
  }, [hasFailed, layerId, workspace]);
  return (
    <StepsModal
      title="Processing the valued raster"
      state={state}
      onRetry={retry}
      onClose={onClose}
      mayClose={false}
      leave={hasFailed && <FinishLater onPress={onClose} />}
    />
  );
}

/** Leaves steps of which one has failed. The list of layers offers to go on with them. */
export function FinishLater({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="secondary" onPress={onPress}>
      Finish later
    </Button>
  );
}
