import { limits } from '@refugia/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api-errors.ts';
import { EditableText, type EditableTextProps } from '../../../ui/forms/editable-text.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { renameRun, runKey, runsKey } from '../patrol/result-api.ts';

interface RunNameProps extends Pick<EditableTextProps, 'headingLevel' | 'isReadOnly'> {
  run: { readonly id: string; readonly name: string };
}

/** The title of a run, which its owner changes in place. */
export function RunName({ run: { id, name }, ...look }: RunNameProps) {
  const queries = useQueryClient();
  const rename = async (next: string) => {
    try {
      await renameRun(id, next);
    } catch (error) {
      showToast('error', failureText(error, 'The run could not be renamed. Please try again.'));
      throw error;
    }
    await Promise.all(
      [runsKey, runKey(id)].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  return (
    <EditableText
      isTitle
      label="Name"
      value={name}
      maxLength={limits.habitatPatrol.runNameMaxLength}
      validate={(text) => (text === '' ? 'Please enter a name.' : undefined)}
      onSave={rename}
      {...look}
    />
  );
}
