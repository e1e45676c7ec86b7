import { formatDate } from '@refugia/contract/date-text.ts';
import type { PatchVerdict } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import { type Verdict, verdicts } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { verdictNames } from '@refugia/contract/habitat-patrol/verdict-texts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Button, PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-field.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import styles from './patch-card.module.css';
import { useSaveVerdict, useVerdicts } from './use-verdicts.ts';

interface PatchJudgementProps {
  runId: string;
  patch: number;
}

/** Whether a patch is real: the person's own verdict and note, and those of others. */
export function PatchJudgement({ runId, patch }: PatchJudgementProps) {
  const runVerdicts = useVerdicts(runId);
  const isSignedIn = useSession().status === 'authenticated';
  if (runVerdicts === undefined) return null;
  const ofPatch = runVerdicts.verdicts.filter((each) => each.patch === patch);
  const others = ofPatch.filter(({ is_own }) => !is_own);
  return (
    <div className={styles.judgement}>
      {runVerdicts.may_judge && (
        <OwnVerdict runId={runId} patch={patch} own={ofPatch.find(({ is_own }) => is_own)} />
      )}
      {!runVerdicts.may_judge && runVerdicts.judges === 'signed_in' && !isSignedIn && (
        <SideNote number={2}>Log in to say whether this patch is real.</SideNote>
      )}
      {others.length > 0 && (
        <ul className={styles.others} aria-label="What others say">
          {others.map((each) => (
            <li key={`${each.by} ${each.at}`}>
              <Others verdict={each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OwnVerdict({
  runId,
  patch,
  own,
}: PatchJudgementProps & { own?: PatchVerdict | undefined }) {
  const { isPending, variables, mutate } = useSaveVerdict(runId);
  const saved = { verdict: own?.verdict ?? null, note: own?.note ?? '' };
  // What is being saved is shown at once.
  const shown = isPending ? variables : saved;
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? shown.note;
  const note = typed.trim();
  const save = (verdict: Verdict | null) =>
    mutate(
      { patch, verdict, note },
      // What was typed meanwhile stays.
      { onSuccess: () => setDraft((now) => (now?.trim() === note ? null : now)) },
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div className={styles.verdicts} role="group" aria-label="Is this change real?">
        {verdicts.map((verdict) => {
          const isChosen = shown.verdict === verdict;
          return (
            <Button
              key={verdict}
              kind={isChosen ? 'primary' : 'secondary'}
              aria-pressed={isChosen}
              onPress={() => save(isChosen ? null : verdict)}
            >
              {verdictNames[verdict]}
            </Button>
          );
        })}
      </div>
      <TextArea
        label="Note"
        rows={1}
        value={typed}
        maxLength={limits.habitatPatrol.patchNoteMaxLength}
        onChange={setDraft}
      />
      {note !== shown.note && (
        <div className={styles.save}>
          <TextButton onPress={() => setDraft(null)}>Discard</TextButton>
          <PanelButton onPress={() => save(shown.verdict)}>Save note</PanelButton>
        </div>
      )}
    </>
  );
}

function Others({ verdict: { verdict, note, by, at, counts } }: { verdict: PatchVerdict }) {
  return (
    <>
      <strong>{by ?? 'The person who ran the analysis'}</strong>
      {verdict !== null && `: ${verdictNames[verdict]}`} · {formatDate(at.slice(0, 10))}
      {counts && ' · counts'}
      {note !== '' && <span className={styles.note}>{note}</span>}
    </>
  );
}
