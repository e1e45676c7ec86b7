import { Radar } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import styles from './card-section.module.css';

const variants = [
  { variant: 'outlined', use: 'Lies flat: one among others of its kind.' },
  { variant: 'raised', use: 'Floats above a picture or a map.' },
  { variant: 'sunken', use: 'Steps back behind what stands beside it.' },
] as const;

/** The style guide's section 'card'. */
export function CardSection() {
  return (
    <div className={utilities.grid}>
      {variants.map(({ variant, use }) => (
        <Card key={variant} variant={variant}>
          <Heading level={3}>Card {variant}</Heading>
          <Text tone="soft">{use}</Text>
        </Card>
      ))}
      <Card
        actions={
          <>
            <Button size="sm">Open App</Button>
            <Button size="sm" kind="text">
              Learn More
            </Button>
          </>
        }
      >
        <Icon of={Radar} size="lg" />
        <Heading level={3}>With actions</Heading>
        <Text tone="soft">They line up at the foot of every card in the row.</Text>
      </Card>
      <Card variant="raised" media={<div className={styles.media} />}>
        <Heading level={3}>With a picture</Heading>
        <Text tone="soft">From edge to edge across the top.</Text>
      </Card>
    </div>
  );
}
