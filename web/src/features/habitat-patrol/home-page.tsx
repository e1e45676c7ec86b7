import { Crosshair, Layers, Satellite } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import styles from './home-page.module.css';

const steps = [
  {
    icon: Crosshair,
    title: 'Choose an area and two dates',
    text: 'Draw a rectangle anywhere in the continental United States. Small areas give the best results. Dates reach back to 2015.',
  },
  {
    icon: Satellite,
    title: 'Satellite images are compared',
    text: 'Clouds are left out, and clear pixels of 10 meters are put together for both dates.',
  },
  {
    icon: Layers,
    title: 'See what changed',
    text: 'Before, after and change lie on the map, each as strong as you like, with the changed hectares beside it.',
  },
];

/** What Habitat Patrol is, and the way into it. */
export function HomePage() {
  return (
    <Page>
      <div className={styles.intro}>
        <Heading level={1}>Find out what changed on the land, and where</Heading>
        <Text lead tone="soft">
          Habitat Patrol looks back in time: it compares satellite images of an area on two dates
          and marks where the land cover changed.
        </Text>
        <div>
          <ButtonLink href="/apps/habitatpatrol/map" size="lg">
            Open App
          </ButtonLink>
        </div>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ icon, title, text }) => (
          <Card key={title} as="li">
            <Icon of={icon} size="lg" />
            <Heading level={2} look={3}>
              {title}
            </Heading>
            <Text tone="soft">{text}</Text>
          </Card>
        ))}
      </ol>
    </Page>
  );
}
