import { Check } from 'lucide-react';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './beta-testing-page.module.css';

const benefits = [
  'You work with new tools months before they are released.',
  'What you ask for is heard by those who build it, and answered.',
  'The tools come to fit your land, your species and your reports.',
  'You meet others who look after land, and see how they do it.',
  'Your maps and results stay yours, and stay private unless you share them.',
];

/** The benefits of being a beta tester. */
export function BetaBenefits() {
  return (
    <div className={styles.benefits}>
      <Heading level={2}>What you get out of it</Heading>
      <List kind="plain">
        {benefits.map((benefit) => (
          <ListItem key={benefit} icon={Check}>
            {benefit}
          </ListItem>
        ))}
      </List>
      <Text number={2} tone="soft">
        Taking part is free and voluntary, and ends whenever you say so.
      </Text>
    </div>
  );
}
