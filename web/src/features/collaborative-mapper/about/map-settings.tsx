import type {
  BaseLayer,
  CollaborativeMap,
  MapAttribute,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { formatDate } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { changeMap, publishMap } from '../calls/maps.ts';
import type { AboutProps } from './about-props.ts';
import { PeopleOfMap } from './people-of-map.tsx';
import { ShareLink } from './share-link.tsx';

const { nameMaxLength, summaryMaxLength } = limits.collaborativeMapper;

const PublishMapModal = latePart(
  async () => (await import('./publish-map-modal.tsx')).PublishMapModal,
  { failure: 'toast' },
);

const privacyOptions = [
  { id: 'public', label: 'Public', description: 'Anybody may find and read it.' },
  { id: 'private', label: 'Private', description: 'You, your collaborators, and your link.' },
] as const;

const baseLayerOptions: { id: BaseLayer; label: string }[] = [
  { id: 'default', label: 'Outdoors' },
  { id: 'satellite', label: 'Satellite' },
];

/** The About view of the map's owner. Each thing is changed in its place and saved at once. */
export function MapSettings(props: AboutProps) {
  const { call, map, onMapChange, onManageCollaborators } = props;
  const save = useSave(onMapChange);
  const [isPublishing, setPublishing] = useState(false);
  const change = (attr: MapAttribute, val: unknown) =>
    save.mutateAsync(() => changeMap(call, map.id, attr, val));
  return (
    <>
      <PanelSection>
        <EditableText
          label="Name"
          value={map.name}
          maxLength={nameMaxLength}
          validate={(name) => (name === '' ? 'Please enter a name.' : undefined)}
          onSave={async (name) => void (await change('name', name))}
        />
        <EditableText
          isMultiline
          label="Summary"
          value={map.summary}
          maxLength={summaryMaxLength}
          emptyText={limits.collaborativeMapper.defaultSummary}
          onSave={async (summary) => void (await change('summary', summary))}
        />
        <Text number={3} tone="faint">
          Created on {formatDate(map.date_created)}
        </Text>
      </PanelSection>
      <PanelSection>
        <RadioGroup
          label="Privacy"
          options={privacyOptions}
          value={map.is_published ? 'public' : 'private'}
          onChange={(id) => {
            if (id === 'public') setPublishing(true);
            else save.mutate(() => publishMap(call, map.id, { isPublic: false }));
          }}
        />
        {isPublishing && (
          <PublishMapModal
            call={call}
            map={map}
            isPending={save.isPending}
            onPublish={(withComments) =>
              save.mutate(() => publishMap(call, map.id, { isPublic: true, withComments }), {
                onSettled: () => setPublishing(false),
              })
            }
            onClose={() => setPublishing(false)}
          />
        )}
        <RadioGroup
          label="Base layer"
          orientation="horizontal"
          options={baseLayerOptions}
          value={map.base_layer}
          onChange={(id) => save.mutate(() => changeMap(call, map.id, 'base_layer', id))}
        />
        <Checkbox
          isSelected={map.is_vector_drawing_controls_enabled}
          onChange={(isOn) =>
            save.mutate(() => changeMap(call, map.id, 'is_vector_drawing_controls_enabled', isOn))
          }
        >
          Drawing controls
        </Checkbox>
      </PanelSection>
      <PanelSection title="People">
        <PeopleOfMap call={call} map={map} />
        <Button
          kind="secondary"
          size="sm"
          icon={<Icon of={Users} size="sm" />}
          onPress={onManageCollaborators}
        >
          Collaborators
        </Button>
      </PanelSection>
      <PanelSection title="Share">
        <ShareLink call={call} map={map} onMapChange={onMapChange} />
      </PanelSection>
    </>
  );
}

/** Saves one change after the other, and says what went wrong. */
function useSave(onMapChange: (map: CollaborativeMap) => void) {
  return useMutation({
    mutationFn: (save: () => Promise<CollaborativeMap>) => save(),
    scope: { id: 'collaborative-map' },
    onSuccess: onMapChange,
    onError: (error) =>
      showToast('error', failureText(error, 'The change was not saved. Please try again.')),
  });
}
