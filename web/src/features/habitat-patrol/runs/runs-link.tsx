import { Link } from '../../../ui/link.tsx';
import { Text } from '../../../ui/typography.tsx';
import { runsAddress } from '../address/run-addresses.ts';

/** The panel's link to the list of runs. */
export function RunsLink() {
  return (
    <Text number={2}>
      <Link href={runsAddress}>My runs</Link>
    </Text>
  );
}
