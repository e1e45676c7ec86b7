import { ArrowRight, Combine, type LucideIcon, MapPinned, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useModalAddress } from '../../lib/modal-address.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import { MapperDrawing, PatrolDrawing } from './app-drawings.tsx';
import { HeroMap } from './hero-map.tsx';
import styles from './landing-page.module.css';

const qualities: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Sparkles,
    title: 'Creativity',
    text: 'Draw, compare and value land in ways that fit your question, not the other way round. Every result names the images and the method that it came from.',
  },
  {
    icon: MapPinned,
    title: 'Convenience',
    text: 'Everything runs in the browser, on a phone in the field as on a screen in the office. A result is an address: copy it, and others see what you see.',
  },
  {
    icon: Combine,
    title: 'Partnership',
    text: 'Maps are made by many. Open formats go in and come out, so your work joins that of agencies, land trusts and neighbors.',
  },
];

/** What a visitor sees first. */
export function LandingPage() {
  useDocumentTitle('Refugia');
  const { openModal } = useModalAddress();
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroContours} />
        <div className={styles.heroInner}>
          <div className={styles.heroWords}>
            <Heading level={1} look="display">
              See what changed on the land.
            </Heading>
            <Text lead tone="inherit">
              Refugia puts satellite images and shared maps into the hands of those who protect
              wildlife and its habitat. Free, open, and made for work outdoors.
            </Text>
            <div className={styles.actions}>
              <ButtonLink href="/apps/habitatpatrol/map" size="lg" kind="onDeep">
                Open Habitat Patrol
              </ButtonLink>
              <Button size="lg" kind="quietOnDeep" onPress={() => openModal('signup')}>
                Sign Up
              </Button>
            </div>
          </div>
          <HeroMap />
        </div>
      </section>

      <Section
        title="Two apps, one account"
        lead="Start with either. Visitors can run Habitat Patrol right away."
      >
        <div className={styles.cards}>
          <AppCard
            drawing={<PatrolDrawing />}
            name="Habitat Patrol"
            text="Choose an area and two dates. Satellite images of both are compared, and what changed on the land between them is shown on the map, with its size in hectares."
            learnMore="/apps/habitatpatrol"
            actions={<ButtonLink href="/apps/habitatpatrol/map">Open App</ButtonLink>}
          />
          <AppCard
            drawing={<MapperDrawing />}
            name="Collaborative Mapper"
            text="Build a map as a team. Anyone you invite proposes additions, edits and deletions; the owner of the map decides, and nothing is lost."
            learnMore="/apps/collaborativemapper/home"
          />
        </div>
      </Section>

      <Section title="Creativity, convenience and partnership">
        <ul className={styles.qualities}>
          {qualities.map(({ icon, title, text }) => (
            <li key={title} className={styles.quality}>
              <span className={styles.badge}>
                <Icon of={icon} />
              </span>
              <Heading level={3}>{title}</Heading>
              <Text tone="soft">{text}</Text>
            </li>
          ))}
        </ul>
      </Section>

      <section className={styles.promo}>
        <div className={styles.promoInner}>
          <div>
            <Heading level={2}>Help to shape what comes next</Heading>
            <Text tone="inherit">
              Beta testers try new tools first and tell us what works in the field and what does
              not: in surveys, interviews or remote sessions.
            </Text>
          </div>
          <div className={styles.actions}>
            <ButtonLink href="/betatesting#learnmore" kind="secondary">
              Learn More
            </ButtonLink>
            <ButtonLink href="/betatesting#signup">Sign Up</ButtonLink>
          </div>
        </div>
      </section>

      <Section title="Who is behind it">
        <div className={styles.provider}>
          <Text tone="soft">
            Refugia is run by a wildlife non-profit and its innovation centre, which brings
            satellite images, statistics and software to people who decide about land. The code is
            open: an agency or a land trust can run its own copy, on its own machines.
          </Text>
          <Text tone="soft">
            The methods are published ones, measured on labelled pairs of images, and each result
            says how much of the area could be seen on both dates. What is not certain is not
            painted as if it were.
          </Text>
        </div>
      </Section>
    </>
  );
}

function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHeader}>
        <Heading level={2}>{title}</Heading>
        {lead && (
          <Text lead tone="soft">
            {lead}
          </Text>
        )}
      </header>
      {children}
    </section>
  );
}

interface AppCardProps {
  drawing: ReactNode;
  name: string;
  text: string;
  learnMore: string;
  actions?: ReactNode;
}

function AppCard({ drawing, name, text, learnMore, actions }: AppCardProps) {
  return (
    <Card
      as="article"
      media={drawing}
      actions={
        <>
          {actions}
          <ButtonLink href={learnMore} kind="secondary" aria-label={`Learn More about ${name}`}>
            Learn More
            <Icon of={ArrowRight} size="sm" />
          </ButtonLink>
        </>
      }
    >
      <Heading level={3}>{name}</Heading>
      <Text tone="soft">{text}</Text>
    </Card>
  );
}
