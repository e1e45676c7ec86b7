import { messages } from '@refugia/contract/messages.ts';
import type { ValueProject } from '@refugia/contract/value-mapper.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper-errors.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { showFailure } from '../calls/failure.ts';
import { deleteProject } from '../calls/projects.ts';
import { DeleteProjectDialog } from '../project/delete-project-dialog.tsx';

/** Deletes a project of the list, once that is confirmed. */
export function DeleteProject({ project: { id, title } }: { project: ValueProject }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => deleteProject(id),
    onSuccess: () => {
      setIsAsking(false);
      showToast('success', messages.valueMapper.projectDeleted);
      return queries.invalidateQueries({ queryKey: ['value-mapper', 'projects'] });
    },
    onError: (error) => showFailure(valueMapperErrorLabels.deleteProject, error),
  });
  return (
    <>
      <Tooltip text="Delete">
        <Button
          size="sm"
          kind="text"
          icon={<Icon of={Trash2} size="sm" />}
          aria-label={`Delete ${title}`}
          onPress={() => setIsAsking(true)}
        />
      </Tooltip>
      <DeleteProjectDialog
        title={title}
        isOpen={isAsking}
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
