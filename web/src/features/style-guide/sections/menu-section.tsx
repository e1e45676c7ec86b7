import { Bug, Layers2, Mail, Radar } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

const links: MenuEntry[] = [
  { label: 'Habitat Patrol', description: 'Detect change on the land', icon: Radar, href: '#menu' },
  {
    label: 'Collaborative Mapper',
    description: 'Edit maps as a team',
    icon: Layers2,
    href: '#menu',
    isCurrent: true,
  },
];

/** The style guide's section 'menu'. */
export function MenuSection() {
  const [chosen, setChosen] = useState('Nothing chosen yet.');
  return (
    <Samples>
      <Sample title="Links" note="With the open page marked.">
        <Menu label="Apps" entries={links} />
      </Sample>
      <Sample title="Every kind of entry">
        <Menu
          label="Support"
          entries={[
            { label: 'Contact', icon: Mail, href: '#menu' },
            { label: 'Report a bug', icon: Bug, onAction: () => setChosen('Report a bug.') },
            { label: 'Our site', href: 'https://example.org', external: true },
            { label: 'Plain text', plain: true },
          ]}
        />
        <Text number={3} tone="faint">
          {chosen}
        </Text>
      </Sample>
      <Sample title="Own trigger and head">
        <Menu
          label="Profile of field_notes"
          trigger={<Avatar name="field_notes" photo={null} />}
          header={<Text number={2}>field_notes</Text>}
          entries={[{ label: 'Visit Profile', href: '#menu' }]}
        />
      </Sample>
    </Samples>
  );
}
