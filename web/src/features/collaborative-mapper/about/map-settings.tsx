import type {
  BaseLayer,
  CollaborativeMap,
  MapAttribute,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { changeMap } from '../calls/maps.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const { nameMaxLength, summaryMaxLength } = limits.collaborativeMapper;

const PublishMapModal = lateOverlay(
  async () => (await import('./about-modals.tsx')).PublishMapModal,
);

const privacyOptions = [
  { id: 'public', label: 'Public', description: 'Anybody may find and read it.' },
  { id: 'private', label: 'Private', description: 'You, your collaborators, and your link.' },
] as const;

const baseLayerOptions: { id: BaseLayer; label: string }[] = [
  { id: 'default', label: 'Outdoors, or Dark in a dark theme' },
  { id: 'satellite', label: 'Satellite' },
];

/** The About view of the map's owner. Each thing is changed in its place and saved at once. */
export function MapSettings() {
  const { map } = useOpenMap();
  const { save, set } = useMapChanges();
  return (
    <>
      <PanelSection>
        <EditableText
          label="Name"
          value={map.name}
          maxLength={nameMaxLength}
          validate={(name) => (name === '' ? 'Please enter a name.' : undefined)}
          onSave={async (name) => void (await save.mutateAsync(set('name', name)))}
        />
        <EditableText
          isMultiline
          label="Summary"
          value={map.summary}
          maxLength={summaryMaxLength}
          emptyText={limits.collaborativeMapper.defaultSummary}
          onSave={async (summary) => void (await save.mutateAsync(set('summary', summary)))}
        />
        <Text number={3} tone="faint">
          Created on {formatDate(map.date_created)}
        </Text>
      </PanelSection>
      <Presentation />
    </>
  );
}

/** Who may see the map, and with what it opens. */
function Presentation() {
  const { map } = useOpenMap();
  const { save, set, publish } = useMapChanges();
  const [isPublishing, setPublishing] = useState(false);
  return (
    <PanelSection>
      <RadioGroup
        label="Privacy"
        options={privacyOptions}
        value={map.is_published ? 'public' : 'private'}
        onChange={(id) => {
          if (id === 'public') setPublishing(true);
          else save.mutate(publish('private'));
        }}
      />
      {isPublishing && (
        <PublishMapModal
          isPending={save.isPending}
          onPublish={(withComments) =>
            save.mutate(publish('public', withComments), { onSettled: () => setPublishing(false) })
          }
          onClose={() => setPublishing(false)}
        />
      )}
      <RadioGroup
        label="Base layer"
        orientation="horizontal"
        options={baseLayerOptions}
        value={map.base_layer}
        onChange={(id) => save.mutate(set('base_layer', id))}
      />
      <Checkbox
        isSelected={map.is_vector_drawing_controls_enabled}
        onChange={(isOn) => save.mutate(set('is_vector_drawing_controls_enabled', isOn))}
      >
        Drawing controls
      </Checkbox>
    </PanelSection>
  );
}

/** Saves one change of the map after the other, and says what went wrong. */
function useMapChanges() {
  const { client, call, map } = useOpenMap();
  const save = useMutation({
    mutationFn: (make: () => Promise<CollaborativeMap>) => make(),
    scope: { id: 'collaborative-map' },
    onSuccess: (changed) => client.takeMap(changed),
    onError: (error) => showFailure(error, 'The change was not saved. Please try again.'),
  });
  return {
    save,
    set: (attribute: MapAttribute, value: unknown) => () =>
      changeMap(call, map.id, attribute, value),
    publish:
      (new_status: 'public' | 'private', with_comments = false) =>
      () =>
        call<CollaborativeMap>('/api/rrm/status', {
          method: 'PUT',
          body: { id: map.id, new_status, with_comments },
        }),
  };
}
