import type { Patch } from '@refugia/engine/merge/index.ts';
import styles from './proposals.module.css';

/** The attributes that a change sets, changes or unsets, before and after. */
export function AttributeChanges({ patch }: { patch: Patch }) {
  if (patch.kind !== 'edit' || patch.attributes.length === 0) return null;
  return (
    <table className={styles.attributes}>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {patch.attributes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <del>{shown(before)}</del>
            </td>
            <td>
              <ins>{shown(after)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An attribute's value as a text. Missing and empty values are named as such. */
export function shown(value: unknown): string {
  if (value === undefined) return 'not set';
  if (value === null || value === '') return 'empty';
  return String(value);
}
