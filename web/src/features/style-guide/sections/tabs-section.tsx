import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'tabs'. */
export function TabsSection() {
  return (
    <Samples>
      <Sample title="Three tabs">
        <Tabs
          label="Parts of a profile"
          tabs={['Apps', 'Profile', 'Account'].map((label) => ({
            id: label.toLowerCase(),
            label,
            content: <Text>What belongs to {label}.</Text>,
          }))}
        />
      </Sample>
      <Sample title="One of them disabled">
        <Tabs
          label="Lists of maps"
          tabs={[
            { id: 'mine', label: 'My Maps', content: <Text>Maps of one's own.</Text> },
            { id: 'shared', label: 'Shared', content: null, isDisabled: true },
            { id: 'public', label: 'Public', content: <Text>Maps that all may see.</Text> },
          ]}
        />
      </Sample>
    </Samples>
  );
}
