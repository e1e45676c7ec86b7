import { Radar } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Panel, PanelSection as PanelPart } from '../../../ui/layout/panel.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { type GuideSection, Sample, Samples } from '../sample.tsx';
import styles from './sections.module.css';

const variants = [
  { variant: 'outlined', use: 'Lies flat: one among others of its kind.' },
  { variant: 'raised', use: 'Floats above a picture or a map.' },
  { variant: 'sunken', use: 'Steps back behind what stands beside it.' },
] as const;

function CardSection() {
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

function CollapsibleSection() {
  return (
    <Samples>
      <Sample title="Closed">
        <Collapsible title="Which imagery is used?" headingLevel={4}>
          <Text number={2}>Sentinel-2, whose pixels are 10 meters wide.</Text>
        </Collapsible>
      </Sample>
      <Sample title="Open from the start">
        <Collapsible title="How long does a run take?" headingLevel={4} startsOpen>
          <Text number={2}>Between one and three minutes.</Text>
        </Collapsible>
      </Sample>
    </Samples>
  );
}

function PanelSection() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Samples>
      <Sample title="Folds to its title bar" note="Floats above a map.">
        <Panel
          title="Sample panel"
          subtitle="With a line below its title"
          isOpen={isOpen}
          onToggle={setIsOpen}
          footer={<Button wide>Run</Button>}
        >
          <PanelPart title="Area of interest">
            <Text number={2}>Draw a rectangle on the map.</Text>
          </PanelPart>
          <PanelPart title="Dates">
            <Text number={2}>From the beginning to the end of 2019.</Text>
          </PanelPart>
        </Panel>
      </Sample>
      <Sample title="Always open">
        <Panel title="Legend">
          <Text number={2}>What the colors mean.</Text>
        </Panel>
      </Sample>
    </Samples>
  );
}

function TabsSection() {
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

export const layoutSections: readonly GuideSection[] = [
  { id: 'card-variants', title: 'Card variants', Component: CardSection },
  { id: 'collapsible', title: 'Collapsible', Component: CollapsibleSection },
  { id: 'panel', title: 'Panel', Component: PanelSection },
  { id: 'tabs', title: 'Tabs', Component: TabsSection },
];
