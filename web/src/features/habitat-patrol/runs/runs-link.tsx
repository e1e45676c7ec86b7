import { Link } from '../../../ui/link.tsx';
import { Text } from '../../../ui/typography.tsx';
import { runsAddress } from '../address/run-addresses.ts';

/** The way from the panel to what has been run. */
export function RunsLink() {
  return (
    <Text number={2}>
      <Link href={runsAddress}>My runs</Link>
    </Text>
  );
}
