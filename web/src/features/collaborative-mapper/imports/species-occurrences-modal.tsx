import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { searchOccurrences } from '../calls/layers.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './imports.module.css';

interface SpeciesOccurrencesModalProps {
  onClose: () => void;
  onPick: (occurrence: { key: number; name: string }) => void;
}

/** Finds a species by its name, and shows its recorded occurrences on the map for reference. */
export function SpeciesOccurrencesModal({ onClose, onPick }: SpeciesOccurrencesModalProps) {
  const { call } = useOpenMap();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (text: string) => searchOccurrences(call, text),
    onSuccess: ({ results }) => setChosen(String(results[0]?.key ?? '')),
  });
  const results = search.data?.results ?? [];
  const taxon = results.find(({ key }) => String(key) === chosen);
  return (
    <Modal
      title="Add species occurrences"
      isOpen
      onClose={onClose}
      footer={
        taxon && (
          <Button
            onPress={() => {
              onPick({ key: taxon.key, name: taxon.scientificName });
              onClose();
            }}
          >
            Show on the map
          </Button>
        )
      }
    >
      <div className={utilities.stack}>
        <Form
          onSubmit={() => {
            if (name.trim() !== '') search.mutate(name.trim());
          }}
        >
          <div className={styles.search}>
            <TextField
              label="Species"
              type="search"
              placeholder="Common or scientific name"
              autoFocus
              value={name}
              onChange={setName}
              maxLength={limits.collaborativeMapper.speciesMaxLength}
            />
            <Button type="submit" kind="secondary" icon={Search} isPending={search.isPending}>
              Search
            </Button>
          </div>
        </Form>
        {search.isError && (
          <Notice type="error" isAnnounced>
            {messages.collaborativeMapper.occurrenceSearchFailed}
          </Notice>
        )}
        {results.length > 0 && (
          <RadioGroup
            label="Found"
            options={results.slice(0, mostShown).map(({ key, scientificName, vernacularName }) => ({
              id: String(key),
              label: scientificName,
              description: vernacularName ?? undefined,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {search.data !== undefined && (
          <Text number={3} tone="faint">
            {search.data.attribution}
          </Text>
        )}
      </div>
    </Modal>
  );
}

/** The largest number of matches that are listed. Further ones are hardly what was meant. */
const mostShown = 6;
