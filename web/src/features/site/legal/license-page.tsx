// Only this file of the package is imported, because its list of all licenses has 5 MB.

import { licenseText } from 'spdx-license-list/licenses/CC-BY-NC-SA-4.0.json';
import { Link } from '../../../ui/actions/link.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Article } from '../article.tsx';
import { headingId, type LegalBlock, readLegalCode } from './legal-code.ts';
import styles from './license-page.module.css';

const [title, ...blocks] = readLegalCode(licenseText);
const sections = blocks.filter(
  (block) => block.kind === 'heading' && block.text.startsWith('Section'),
);

/** The legal code of CC BY-NC-SA 4.0, in full. */
export function LicensePage() {
  return (
    <Article
      title="Creative Commons license"
      lead={
        <>
          {title?.text}, also called CC BY-NC-SA 4.0. Below is its full legal code, as{' '}
          <Link href="https://creativecommons.org/licenses/by-nc-sa/4.0/legalcode" external>
            Creative Commons publishes it
          </Link>
          .
        </>
      }
      contents={sections.map(({ text }) => ({
        id: headingId(text),
        title: text.replace(/^Section (\d+) – (.*)\.$/, '$1. $2'),
      }))}
    >
      <div className={utilities.stack}>
        {blocks.map((block, index) => (
          // The text never changes: its places are its names.
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <LegalPart key={index} block={block} />
        ))}
      </div>
    </Article>
  );
}

function LegalPart({ block }: { block: LegalBlock }) {
  switch (block.kind) {
    case 'heading': {
      const id = headingId(block.text);
      return (
        <div id={id} className={styles.heading}>
          <Heading level={2} visualLevel={3}>
            {block.text}
          </Heading>
        </div>
      );
    }
    case 'paragraph':
      return <Text>{block.text}</Text>;
    case 'item':
      return (
        <div className={classNames(styles.item, styles[`depth${block.depth}`])}>
          <span className={styles.marker}>{block.marker}</span>
          <Text>{block.text}</Text>
        </div>
      );
  }
}
