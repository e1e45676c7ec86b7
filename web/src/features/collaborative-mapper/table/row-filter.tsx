import { limits } from '@refugia/contract/limits.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RowQuestion } from '../calls/features.ts';
import type { Field } from '../state/layer-fields.ts';
import styles from './table.module.css';

/** The server is asked when nothing was typed for this long. */
const pauseMilliseconds = 300;

interface RowFilterProps {
  fields: readonly Field[];
  question: RowQuestion;
  onChange: (change: Pick<RowQuestion, 'search' | 'searchIn'>) => void;
}

/** Reduces the rows to those that contain a text, in one column or in any. */
export function RowFilter({ fields, question, onChange }: RowFilterProps) {
  const { search, searchIn } = question;
  const [text, setText] = useState(search);
  const ask = useEffectEvent(() => {
    if (text.trim() !== search) onChange({ search: text.trim(), searchIn });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const pause = setTimeout(ask, pauseMilliseconds);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <search className={styles.filter}>
      <input
        type="search"
        className={styles.filterText}
        aria-label="Rows that contain"
        placeholder="Filter rows"
        maxLength={limits.collaborativeMapper.rowSearchMaxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          // The first Escape empties the field, the next one closes the table.
          event.stopPropagation();
          setText('');
        }}
      />
      <select
        className={styles.filterColumn}
        aria-label="in the column"
        value={searchIn ?? ''}
        onChange={({ target }) =>
          onChange({ search: text.trim(), searchIn: target.value === '' ? null : target.value })
        }
      >
        <option value="">Any column</option>
        {fields.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </search>
  );
}
