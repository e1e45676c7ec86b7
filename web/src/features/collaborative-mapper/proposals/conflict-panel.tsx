import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { Conflict, MergeSide, MergeStates } from '@refugia/engine/merge/index.ts';
import { useEffect, useRef, useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { kindOf, nameOf } from '../state/features.ts';
import type { OpenConflict } from '../state/proposals.ts';
import {
  type ConflictAnswers,
  type ConflictQuestion,
  keyOfQuestion,
  questionsOf,
  resolutionOf,
} from './conflict-choice.ts';
import { shown } from './proposal-card.tsx';
import styles from './proposals.module.css';

interface ConflictPanelProps {
  conflict: OpenConflict;
  onCancel: () => void;
}

/**
 * Shows a conflict for a decision: the state before the change, the present state, and the state
 * that the change would make.
 */
export function ConflictPanel({ conflict, onCancel }: ConflictPanelProps) {
  const [answers, setAnswers] = useState<ConflictAnswers>(new Map());
  const [isPending, setPending] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The questions appear at the top of the panel, and the button that caused them may be far
    // below.
    panel.current?.querySelector<HTMLElement>('h3')?.focus();
  }, []);
  const resolutions = conflict.conflicts.map((change) => resolutionOf(change, answers));
  const isDecided = resolutions.every((resolution) => resolution !== null);
  const submit = async () => {
    setPending(true);
    await conflict.decide(resolutions.filter((resolution) => resolution !== null));
    setPending(false);
  };
  return (
    <div ref={panel}>
      <PanelSection title="Conflict" isLanding>
        <Notice type="warning" isAnnounced>
          The map was changed meanwhile. Both versions are kept until you choose. On the map, the
          version before both is dashed, and this change is orange.
        </Notice>
        {conflict.conflicts.map((change) => (
          <div key={change.feature_id} className={styles.proposal}>
            <strong>{nameIn(change)}</strong>
            {change.conflicts.map((each) => (
              <p key={JSON.stringify(each)}>{conflictWords(each)}</p>
            ))}
            {questionsOf(change).map((question) => {
              const key = keyOfQuestion(change.feature_id, question);
              return (
                <RadioGroup
                  key={key}
                  label={questionWords(question)}
                  options={optionsOf(change, question)}
                  value={answers.get(key) ?? null}
                  onChange={(side: MergeSide) => setAnswers(new Map(answers).set(key, side))}
                />
              );
            })}
          </div>
        ))}
        <div className={styles.actions}>
          <PanelButton kind="text" onPress={onCancel}>
            Decide later
          </PanelButton>
          <PanelButton
            kind="primary"
            isDisabled={!isDecided}
            isPending={isPending}
            onPress={() => void submit()}
          >
            Keep what I chose
          </PanelButton>
        </div>
      </PanelSection>
    </div>
  );
}

/** The name of the feature in question, or what it is. */
function nameIn({ states: { current, base, incoming } }: ConflictingChange): string {
  const state = current ?? base ?? incoming;
  return state === null ? 'A feature' : (nameOf(state) ?? kindOf(state));
}

function conflictWords(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'created-twice':
      return 'The feature was created twice.';
    case 'edit-against-delete':
      return conflict.deletedBy === 'current'
        ? 'The feature was deleted meanwhile.'
        : 'The feature that is to be deleted was changed meanwhile.';
    case 'attribute':
      return `The attribute ${conflict.name} was changed by both.`;
    case 'geometry-replaced':
      return 'The place of the feature was changed by both.';
    case 'same-run':
      return 'Both changed the same stretch of the outline.';
    case 'sweeps-overlap':
      return 'Both changed the outline over the same ground.';
    case 'invalid-shape':
      return `Together the changes give no valid shape. ${conflict.reason}`;
  }
}

function questionWords(question: ConflictQuestion): string {
  switch (question.kind) {
    case 'feature':
      return 'Which version of the feature?';
    case 'geometry':
      return 'Which shape?';
    case 'attribute':
      return `Which value of ${question.name}?`;
  }
}

const sideWords: Record<MergeSide, string> = {
  current: 'As it is on the map now',
  incoming: 'As this change makes it',
  base: 'As it was before both',
};
const sides = Object.keys(sideWords) as MergeSide[];

function optionsOf({ states }: ConflictingChange, question: ConflictQuestion) {
  return sides.map((id) => ({ id, label: `${sideWords[id]}${valueWords(states, id, question)}` }));
}

function valueWords(states: MergeStates, side: MergeSide, question: ConflictQuestion): string {
  const state = states[side];
  if (question.kind === 'attribute') {
    const { properties = {} } = state ?? {};
    const value = Object.hasOwn(properties, question.name) ? properties[question.name] : undefined;
    return `: ${shown(value)}`;
  }
  return state === null ? ': deleted' : '';
}
