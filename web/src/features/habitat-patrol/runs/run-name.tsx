import { limits } from '@refugia/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '../../../ui/actions/link.tsx';
import { EditableText, type EditableTextProps } from '../../../ui/forms/editable-text.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { placesAddress, runsAddress } from '../address/run-addresses.ts';
import { changeRun, runQuery, runsKey } from '../patrol/result-api.ts';

interface RunNameProps extends Pick<EditableTextProps, 'headingLevel' | 'isReadOnly'> {
  run: { readonly id: string; readonly name: string };
}

/** The title of a run, which its owner changes in place. */
export function RunName({ run: { id, name }, ...display }: RunNameProps) {
  const queries = useQueryClient();
  const rename = async (next: string) => {
    try {
      await changeRun(id, { name: next });
    } catch (error) {
      showFailure(error, 'The run could not be renamed. Please try again.');
      throw error;
    }
    await Promise.all(
      [runsKey, runQuery(id).queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
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
      {...display}
    />
  );
}

/** The panel's links to the lists of runs and places. */
export function RunsLink() {
  return (
    <Text number={2}>
      <Link href={runsAddress}>My runs</Link> · <Link href={placesAddress}>Places</Link>
    </Text>
  );
}
