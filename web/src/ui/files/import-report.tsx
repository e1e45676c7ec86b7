import type { SkippedPart } from '@refugia/contract/vector-import.ts';
import { List, ListItem } from '../data/list.tsx';
import { Collapsible } from '../layout/collapsible.tsx';
import { Notice } from '../overlays/notice.tsx';
import { Text } from '../style/typography.tsx';

interface ImportReportProps {
  skipped: readonly SkippedPart[];
  /** Sentences about what was assumed, converted or simplified. */
  notes: readonly string[];
  /** What the left-out parts are missing from: 'the area', 'the layer'. */
  target: string;
}

/** Reports what of a file was left out and why, and what was assumed, if there is anything. */
export function ImportReport({ skipped, notes, target }: ImportReportProps) {
  const count = skipped.reduce((sum, part) => sum + part.count, 0);
  return (
    <>
      {count > 0 && (
        <Notice type="warning">
          <p>
            {partsText(count)} of the file {count === 1 ? 'is' : 'are'} not in {target}:
          </p>
          <List>
            {skipped.map(({ reason, count: each, examples }) => (
              <ListItem key={reason}>
                {reason} {countOf(each, examples)}
              </ListItem>
            ))}
          </List>
        </Notice>
      )}
      {notes.length > 0 && (
        <Collapsible title={`About the file (${notes.length})`} headingLevel={4}>
          <Text number={2} tone="soft" as="div">
            <List>
              {notes.map((note) => (
                <ListItem key={note}>{note}</ListItem>
              ))}
            </List>
          </Text>
        </Collapsible>
      )}
    </>
  );
}

function partsText(count: number): string {
  return count === 1 ? '1 part' : `${count.toLocaleString('en-US')} parts`;
}

/** The number of parts and the names of the first ones, quoted, as they come from the file. */
function countOf(count: number, examples: readonly string[]): string {
  if (examples.length === 0) return `(${partsText(count)})`;
  const named = examples.map((example) => `“${example}”`).join(', ');
  return `(${partsText(count)}: ${named}${count > examples.length ? ' …' : ''})`;
}
