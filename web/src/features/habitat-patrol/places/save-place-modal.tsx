import { writeArea } from '@refugia/contract/area.ts';
import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { placeAddress } from '../address/run-addresses.ts';
import { changePlace, placeQuery, placesKey, savePlace, usePlaces } from '../patrol/places-api.ts';
import type { Area } from '../state/patrol-state.ts';

export interface SavePlaceProps {
  area: Area;
  name: string;
  /** The person's own run of this area, which becomes the first look. */
  runId?: string | undefined;
}

const { runNameMaxLength, placeNoteMaxLength } = limits.habitatPatrol;
/** Stands for a new place in the choice of places. */
const newPlace = 'new';

/** Asks for the name of a new place, or which place gets this area. */
export function SavePlaceModal(props: SavePlaceProps & { onClose: () => void }) {
  const { area, runId, onClose } = props;
  const isSignedIn = useSession().status === 'authenticated';
  const { data: all = [] } = usePlaces();
  const [name, setName] = useState(props.name.slice(0, runNameMaxLength));
  const [note, setNote] = useState('');
  const [target, setTarget] = useState(newPlace);
  const places = all.filter(({ role }) => role === 'owner');
  const save = useSaving(async () => {
    const coords = writeArea(area);
    if (target !== newPlace) return (await changePlace(target, { coords })).place;
    const named = name.trim() === '' ? {} : { name };
    return savePlace({ ...named, note, coords, ...(runId !== undefined && { runID: runId }) });
  });
  const canSave = isSignedIn && !save.isSuccess;
  return (
    <Modal
      title="Save as place"
      onClose={onClose}
      footer={
        canSave ? (
          <Button isPending={save.isPending} onPress={() => save.mutate()}>
            Save
          </Button>
        ) : (
          <Button onPress={onClose}>Close</Button>
        )
      }
    >
      {!isSignedIn && <Text>Please log in to keep places.</Text>}
      {canSave && places.length > 0 && (
        <Select
          label="Save"
          options={[
            { id: newPlace, label: 'A new place' },
            ...places.map(({ id, name }) => ({ id, label: `The new area of ${name}` })),
          ]}
          value={target}
          onChange={setTarget}
        />
      )}
      {canSave && target === newPlace && (
        <>
          <TextField
            label="Name"
            description="Without a name, it is called after its county."
            value={name}
            maxLength={runNameMaxLength}
            onChange={setName}
          />
          <TextArea
            label="Note"
            rows={2}
            value={note}
            maxLength={placeNoteMaxLength}
            onChange={setNote}
          />
        </>
      )}
      {canSave && target !== newPlace && (
        <SideNote number={2}>Earlier looks keep the area that they looked at.</SideNote>
      )}
      {save.isError && (
        <Notice type="error">
          {failureText(save.error, 'The place could not be saved. Please try again.')}
        </Notice>
      )}
      {save.isSuccess && (
        <Notice type="success">
          Saved. <Link href={placeAddress(save.data.id)}>Open {save.data.name}</Link>
        </Notice>
      )}
    </Modal>
  );
}

function useSaving(mutationFn: () => Promise<Place>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ id }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: placesKey }),
        queries.invalidateQueries({ queryKey: placeQuery(id).queryKey }),
      ]),
  });
}
