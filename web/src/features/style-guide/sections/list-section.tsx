import { Layers, MapPin, Trees } from 'lucide-react';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Span } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

const habitats = ['Wet meadow', 'Oak savanna', 'Riparian forest'];

/** The style guide's section 'list'. */
export function ListSection() {
  return (
    <Samples>
      {(['bulleted', 'numbered', 'plain'] as const).map((kind) => (
        <Sample key={kind} title={`Kind ${kind}`}>
          <List kind={kind}>
            {habitats.map((habitat) => (
              <ListItem key={habitat}>{habitat}</ListItem>
            ))}
          </List>
        </Sample>
      ))}
      <Sample title="Plain, with icons">
        <List kind="plain">
          <ListItem icon={MapPin}>Pick an area</ListItem>
          <ListItem icon={Layers}>Compare two dates</ListItem>
          <ListItem icon={Trees}>See what changed</ListItem>
        </List>
      </Sample>
      <Sample title="Divided, with something at the end">
        <List kind="divided">
          {habitats.map((habitat, index) => (
            <ListItem
              key={habitat}
              trailing={
                <Span tone="soft" tabular>
                  {12 * (index + 1)} ha
                </Span>
              }
            >
              {habitat}
            </ListItem>
          ))}
        </List>
      </Sample>
    </Samples>
  );
}
