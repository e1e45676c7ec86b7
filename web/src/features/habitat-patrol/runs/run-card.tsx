import { findingOf, findingText } from '@refugia/contract/habitat-patrol/finding.ts';
import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { FileText, Link2, Satellite } from 'lucide-react';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { reportAddress, resultAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import { deleteRun, runsKey } from '../patrol/result-api.ts';
import { CompareBox, type CompareChoice } from './compare-choice.tsx';
import styles from './my-runs.module.css';
import { RunName } from './run-name.tsx';

/** One of a person's runs: its finding and its actions. */
export function RunCard({ run, compare }: { run: RunSummary; compare: CompareChoice }) {
  const isDone = run.status === 'done';
  const areaText = useAreaTexts();
  return (
    <Card
      as="li"
      media={<RunThumbnail thumbnail={run.thumbnail} />}
      actions={
        <>
          <ButtonLink
            href={resultAddress(run.id)}
            size="sm"
            kind={isDone ? 'primary' : 'secondary'}
            aria-label={`Open ${run.name}`}
          >
            Open
          </ButtonLink>
          {isDone && (
            <>
              <Tooltip text="Report">
                <ButtonLink
                  href={reportAddress(run.id)}
                  size="sm"
                  kind="text"
                  icon={FileText}
                  aria-label={`Report of ${run.name}`}
                />
              </Tooltip>
              <IconButton
                icon={Link2}
                label={`Copy the link to ${run.name}`}
                tip="Copy link"
                onPress={() =>
                  void copyText(
                    new URL(resultAddress(run.id), window.location.href).href,
                    'Link copied. It opens this result.',
                  )
                }
              />
            </>
          )}
          <DeleteRun run={run} />
        </>
      }
    >
      <RunName run={run} />
      <SideNote number={2}>
        {formatDate(run.startDate)} – {formatDate(run.endDate)}
        {run.area_hectares !== null && ` · ${areaText(run.area_hectares)}`}
        {run.imagery_mode === 'demo' && ' · simulated'}
      </SideNote>
      <Text number={2}>{stateText(run, areaText)}</Text>
      <CompareBox choice={compare} run={run} name={run.name} />
    </Card>
  );
}

/** The picture of a run in a list. */
export function RunThumbnail({ thumbnail }: Pick<RunSummary, 'thumbnail'>) {
  return thumbnail === null ? (
    <div className={styles.noPicture}>
      <Icon of={Satellite} size="lg" />
    </div>
  ) : (
    <img
      className={styles.picture}
      src={thumbnail}
      width="320"
      height="200"
      loading="lazy"
      alt=""
    />
  );
}

function stateText(run: RunSummary, areaText: (hectares: number) => string): string {
  return run.status === 'done' ? findingText(findingOf(run, areaText)) : stateTexts[run.status];
}

const stateTexts = {
  queued: 'Waiting for its turn',
  running: 'Running',
  failed: 'Failed: open it to see why and try again',
  cancelled: 'Cancelled',
};

function DeleteRun({ run: { id, name } }: { run: RunSummary }) {
  return (
    <DeleteButton
      name={name}
      title="Delete this run?"
      act={() => deleteRun(id)}
      failure="The run could not be deleted. Please try again."
      done="Run deleted."
      changes={[runsKey]}
    >
      “{name}” goes with its pictures and patches. Links to it and its connection key stop working.
      This can't be undone.
    </DeleteButton>
  );
}
