import { Button } from '../../../ui/actions/button.tsx';

/** Leaves steps of which one has failed. The list of layers offers to go on with them. */
export function FinishLater({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="secondary" onPress={onPress}>
      Finish later
    </Button>
  );
}
