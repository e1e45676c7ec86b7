import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import { keysOf } from '@refugia/contract/members.ts';
import { shapeFault } from '@refugia/engine/edit/index.ts';
import type { Dispute, LayerDispute, MergeSide } from '@refugia/engine/merge/index.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLetterKeys } from '../../../map/shortcuts/shortcuts.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Fault, Notice } from '../../../ui/overlays/notice.tsx';
import { kindOf, nameOf, reviewColours } from '../state/features.ts';
import { useLayerName } from '../workspace/lists.ts';
import { resolutionsOf, resultOf } from './conflict-choice.ts';
import { shown } from './listed-changes.tsx';
import styles from './proposals.module.css';
import type { ConflictWalk } from './use-review.ts';

/** Goes through a conflict question by question, while the map shows what comes of it. */
export function ConflictPanel({ walk, onCancel }: { walk: ConflictWalk; onCancel: () => void }) {
  const { conflict, answers } = walk;
  const [isPending, setPending] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The questions appear at the top of the panel, and the button that caused them may be far
    // below.
    panel.current?.querySelector<HTMLElement>('h3')?.focus();
  }, []);
  const isByKey = useRef(false);
  const chooseByKey = (side: MergeSide) => {
    isByKey.current = true;
    walk.answer(side);
    walk.goOn();
  };
  useLetterKeys(
    'Conflict',
    sides.map((side, place) => ({
      keys: `${place + 1}`,
      does: sideWords[side],
      run: () => chooseByKey(side),
    })),
  );
  const resolutions = resolutionsOf(conflict.conflicts, answers);
  const fault = conflict.conflicts
    .map((each) => resultOf(conflict.conflicts, each, answers)?.geometry)
    .map((geometry) => geometry && shapeFault(geometry))
    .find((each) => each);
  const accept = useRef<HTMLDivElement>(null);
  const isDecided = resolutions !== null;
  useEffect(() => {
    // After the last answer by a key, the next key can accept.
    if (isDecided && isByKey.current)
      accept.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [isDecided]);
  const submit = async () => {
    if (resolutions === null) return;
    setPending(true);
    await conflict.decide(resolutions);
    setPending(false);
  };
  return (
    <div ref={panel}>
      <PanelSection title="Conflict" isLanding>
        <Notice type="warning" isAnnounced>
          The map was changed meanwhile. What only one of the changes touched is merged. Choose for
          the rest: nothing is changed before.
        </Notice>
        <Question walk={walk} />
        <Fault>
          {fault && `These choices give no valid shape together. ${fault.reason} Choose otherwise.`}
        </Fault>
        <div className={styles.actions} ref={accept}>
          <TextButton onPress={onCancel}>Decide later</TextButton>
          <PanelButton
            kind="primary"
            isDisabled={!isDecided || fault !== undefined}
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

function Question({ walk }: { walk: ConflictWalk }) {
  const { questions, answers, index } = walk;
  const { change, dispute } = questions[index];
  const layerName = useLayerName();
  return (
    <div className={styles.proposal}>
      {questions.length > 1 && <Place walk={walk} />}
      <strong>{nameIn(change)}</strong>
      <p>{disputeWords(change, dispute)}</p>
      <RadioGroup
        label={questionWords(dispute)}
        options={sides.map((id, place) => ({
          id,
          label: `${place + 1}  ${sideWords[id]}${dispute.kind === 'layer' ? `: ${layerName(dispute[id])}` : valueWords(change, dispute, id)}`,
        }))}
        value={answers[index]}
        onChange={walk.answer}
      />
      {dispute.kind === 'stretch' && <Legend />}
    </div>
  );
}

function Place({ walk: { answers, index, step } }: { walk: ConflictWalk }) {
  const answered = answers.filter((answer) => answer !== null).length;
  return (
    <div className={styles.bar}>
      <IconButton icon={ChevronLeft} label="Previous question" onPress={() => step(-1)} />
      <span className={styles.place} role="status">
        {index + 1} of {answers.length}, {answered} chosen
      </span>
      <IconButton icon={ChevronRight} label="Next question" onPress={() => step(1)} />
    </div>
  );
}

function Legend() {
  const lines = [
    ['As it is', reviewColours.present, 'solid'],
    ['This change', reviewColours.incoming, 'solid'],
    ['Before both', reviewColours.before, 'dashed'],
    ['Result', reviewColours.result, 'solid'],
  ] as const;
  return (
    <ul className={styles.legend} aria-label="Lines on the map">
      {lines.map(([label, color, style]) => (
        <li key={label}>
          <span style={{ borderColor: color, borderStyle: style }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function nameIn({ states: { current, base, incoming } }: ConflictingChange): string {
  const state = current ?? base ?? incoming;
  return state === null ? 'A feature' : (nameOf(state) ?? kindOf(state));
}

function disputeWords({ states }: ConflictingChange, dispute: Dispute): string {
  if (dispute.kind === 'attribute') return `The attribute ${dispute.name} was changed by both.`;
  if (dispute.kind === 'layer') return 'Both moved the feature, each into another layer.';
  switch (dispute.extent) {
    case 'run':
      return 'Both changed this stretch of the outline.';
    case 'shape':
      return dispute.reason === null
        ? 'The place of the feature was changed by both.'
        : `Together the changes give no valid shape. ${dispute.reason}`;
    case 'feature':
      if (states.base === null) return 'The feature was created twice.';
      return states.current === null
        ? 'The feature was deleted meanwhile.'
        : 'The feature that is to be deleted was changed meanwhile.';
  }
}

function questionWords(dispute: Dispute): string {
  if (dispute.kind === 'attribute') return `Which value of ${dispute.name}?`;
  if (dispute.kind === 'layer') return 'Which layer?';
  return shapeQuestions[dispute.extent];
}

const shapeQuestions = {
  run: 'Which course of this stretch?',
  shape: 'Which shape?',
  feature: 'Which version of the feature?',
};

const sideWords: Record<MergeSide, string> = {
  current: 'As it is on the map now',
  incoming: 'As this change makes it',
  base: 'As it was before both',
};
const sides = keysOf(sideWords);

function valueWords(
  { states }: ConflictingChange,
  dispute: Exclude<Dispute, LayerDispute>,
  side: MergeSide,
): string {
  if (dispute.kind === 'attribute') return `: ${shown(dispute[side])}`;
  if (dispute.extent === 'feature') return states[side] === null ? ': deleted' : '';
  return dispute[side] === null ? ': nothing is there' : '';
}
