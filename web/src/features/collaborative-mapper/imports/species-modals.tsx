import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { fetchSpeciesList } from '../../../lib/species-list.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Fault, Notice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { SpeciesSearch } from '../../../ui/species/species-search.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type ImportedLayer, searchOccurrences } from '../calls/layers.ts';
import { useMapAction } from '../workspace/lists.ts';
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
      <Fault>{search.isError && messages.collaborativeMapper.occurrenceSearchFailed}</Fault>
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
    </Modal>
  );
}

/** The largest number of matches that are listed. Further ones are hardly what was meant. */
const mostShown = 6;

interface SpeciesRangeModalProps {
  onClose: () => void;
  onImported: (layer: ImportedLayer) => void;
}

const { visitorRangeImport, rangeImportFailed } = messages.collaborativeMapper;

/** Adds a species' range to the map as a layer. Visitors are told that this takes an account. */
export function SpeciesRangeModal({ onClose, onImported }: SpeciesRangeModalProps) {
  const { call, map } = useOpenMap();
  const { status } = useSession();
  const { data: species, isError } = useQuery({
    queryKey: ['changedetection', 'species'],
    queryFn: fetchSpeciesList,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const addition = useMapAction({
    act: (species: string) =>
      call<ImportedLayer>('/api/rrm/species_range', {
        method: 'POST',
        body: { mapID: map.id, species },
      }),
    done: ({ layer }) => `“${layer.dataset}” is on the map.`,
    changes: ['layers'],
    onDone: (layer) => {
      onImported(layer);
      onClose();
    },
  });
  const fault = status === 'visitor' ? null : addition.error;
  return (
    <Modal title="Add a species range" onClose={onClose} size="wide">
      {isError && (
        <Notice type="error">
          The list of species could not be loaded. Close this and open it again to try anew.
        </Notice>
      )}
      <SpeciesSearch
        type="species_range"
        label="Species range"
        description="Counties where a listed species is known or believed to occur."
        button="Add range"
        species={isError ? [] : species}
        isDisabled={addition.isPending}
        onPick={(name) => {
          if (status === 'visitor') showToast('warning', visitorRangeImport);
          else addition.mutate(name);
        }}
      />
      {status === 'visitor' && <Notice type="message">{visitorRangeImport}</Notice>}
      {addition.isPending && <Spinner label="Adding the range" showLabel />}
      <Fault>{fault && sentenceOf(fault)}</Fault>
    </Modal>
  );
}

/** The specification's sentence, followed by the server's reason if it gave one. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestRefusedError)) return rangeImportFailed;
  const reason = error.reason ?? error.message;
  return reason === rangeImportFailed ? rangeImportFailed : `${rangeImportFailed} ${reason}`;
}
