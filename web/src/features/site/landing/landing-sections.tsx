import { isOutwardLink, type Organisation } from '@refugia/contract/site/site.ts';
import { ArrowRight, Combine, type LucideIcon, MapPinned, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { organisationLinks, siteSettings, valueMapperFor } from '../../../lib/site-settings.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageSection, Points } from '../../../ui/layout/page-section.tsx';
import { MapperDrawing, PatrolDrawing, ValueDrawing } from '../../../ui/media/app-drawings.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { BetaPromo } from '../../../ui/site/beta-promo.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './landing-sections.module.css';

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

/** The landing page below its hero. */
export function LandingSections() {
  const { provider, innovationCentre, partners } = siteSettings;
  const isValueMapperShown = valueMapperFor(null).hasCard;
  return (
    <>
      <PageSection
        title={`${isValueMapperShown ? 'Three' : 'Two'} apps, one account`}
        lead={`Start with ${isValueMapperShown ? 'any of them' : 'either'}. Visitors can run Habitat Patrol right away.`}
      >
        <div className={isValueMapperShown ? styles.three : styles.pair}>
          <AppCard
            drawing={<PatrolDrawing />}
            name="Habitat Patrol"
            text="Choose an area and two dates. Satellite images of both are compared, and what changed on the land between them is shown on the map, with its size in hectares."
            learnMore="/apps/habitatpatrol"
          />
          <AppCard
            drawing={<MapperDrawing />}
            name="Collaborative Mapper"
            text="Build a map as a team. Anyone you invite proposes additions, edits and deletions; the owner of the map decides, and nothing is lost."
            learnMore="/apps/collaborativemapper/home"
          />
          {isValueMapperShown && (
            <AppCard
              drawing={<ValueDrawing />}
              name="Conservation Value Mapper"
              text="Upload rasters of what matters, give each a curve, and see on the map what the land is worth to conservation."
              learnMore="/support/help#value-mapper"
            />
          )}
        </div>
      </PageSection>

      <PageSection title="Creativity, convenience and partnership" isBand>
        <Points points={qualities} />
      </PageSection>

      <BetaPromo title="Help to shape what comes next">
        Beta testers try new tools first and tell us what works in the field and what does not: in
        surveys, interviews or remote sessions.
      </BetaPromo>

      <PageSection title="Who is behind it">
        <div className={styles.pair}>
          <OrganisationCard place="Provider" organisation={provider} />
          <OrganisationCard place="Innovation centre" organisation={innovationCentre} />
        </div>
        {partners.length > 0 && (
          <div className={styles.partners}>
            <Text number={2} tone="soft" as="span">
              With
            </Text>
            <ul className={styles.partnerList}>
              {partners.map(({ name, links: { landing } }) => (
                <li key={name}>
                  {landing === undefined ? (
                    name
                  ) : (
                    <Link href={landing} external={isOutwardLink(landing)}>
                      {name}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </PageSection>
    </>
  );
}

interface AppCardProps {
  drawing: ReactNode;
  name: string;
  text: string;
  learnMore: string;
}

function AppCard({ drawing, name, text, learnMore }: AppCardProps) {
  return (
    <Card
      as="article"
      media={drawing}
      actions={
        <ButtonLink href={learnMore} kind="secondary" aria-label={`Learn More about ${name}`}>
          Learn More
          <Icon of={ArrowRight} size="sm" />
        </ButtonLink>
      }
    >
      <Heading level={3}>{name}</Heading>
      <Text tone="soft">{text}</Text>
    </Card>
  );
}

function OrganisationCard({ place, organisation }: { place: string; organisation: Organisation }) {
  const { name, about } = organisation;
  return (
    <div className={styles.organisation}>
      <Text number={2} tone="faint">
        {place}
      </Text>
      <Heading level={3}>{name}</Heading>
      {about !== '' && <Text tone="soft">{about}</Text>}
      <ul className={styles.organisationLinks}>
        {organisationLinks(organisation).map(({ label, ...link }) => (
          <li key={label}>
            <Link {...link}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
