import { Link } from '../../../ui/actions/link.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { runsAddress } from '../address/run-addresses.ts';

/** The panel's link to the list of runs. */
export function RunsLink() {
  return (
    <Text number={2}>
      <Link href={runsAddress}>My runs</Link>
    </Text>
  );
}
