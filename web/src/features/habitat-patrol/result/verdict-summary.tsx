import { areaParts } from '@refugia/contract/area-text.ts';
import type { RunVerdicts } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { Verdict } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { judgedText, verdictNames } from '@refugia/contract/habitat-patrol/verdict-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleHelp, X } from 'lucide-react';
import { useAreaUnits } from '../../../lib/area-units.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import utilities from '../../../ui/style/utilities.module.css';
import { changeRun, runQuery, verdictsKey } from '../patrol/result-api.ts';
import views from '../views.module.css';
import { useVerdicts } from './use-verdicts.ts';

const icons = { real: Check, 'not real': X, unsure: CircleHelp };

/** A verdict as a small sign with its name for screen readers. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return (
    <>
      <Icon of={icons[verdict]} size="sm" />
      <span className={utilities.announced}>{verdictNames[verdict]}</span>
    </>
  );
}

/** How much of the change has been judged, once somebody has called a patch real or not real. */
export function JudgedHeadline({ runId }: { runId: string }) {
  const units = useAreaUnits();
  const runVerdicts = useVerdicts(runId);
  const text =
    runVerdicts &&
    judgedText(runVerdicts.hectares, (hectares) => areaParts(hectares, { units })[0]);
  return text === undefined ? null : <p className={views.judged}>{text}</p>;
}

/** Who may judge the patches of a run, for its owner to choose. */
export function JudgesChoice({ runId }: { runId: string }) {
  const { data: run } = useQuery(runQuery(runId));
  const runVerdicts = useVerdicts(runId);
  const change = useAction({
    act: (judges: RunVerdicts['judges']) => changeRun(runId, { judges }),
    failure: 'This could not be changed. Please try again.',
    changes: [verdictsKey(runId)],
  });
  if (!run?.is_owner || runVerdicts === undefined) return null;
  const judges = change.isPending ? change.variables : runVerdicts.judges;
  return (
    <Checkbox
      isSelected={judges === 'signed_in'}
      onChange={(isShared) => change.mutate(isShared ? 'signed_in' : 'owner')}
    >
      Everybody who is signed in and has the link may judge the patches, by name
    </Checkbox>
  );
}
