import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { DeleteButton } from '../../../ui/actions/delete-button.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { showFailure } from '../calls/failure.ts';
import { deleteProject } from '../calls/projects.ts';
import { deletionTitle, WhatGoes } from '../project/delete-project-dialog.tsx';

/** Deletes a project of the list after a confirmation. */
export function DeleteProject({ project: { id, title } }: { project: ValueProject }) {
  const queries = useQueryClient();
  return (
    <DeleteButton
      name={title}
      title={deletionTitle}
      remove={() => deleteProject(id)}
      onRemoved={() => {
        showToast('success', messages.valueMapper.projectDeleted);
        return queries.invalidateQueries({ queryKey: ['value-mapper', 'projects'] });
      }}
      onFailure={(error) => showFailure(valueMapperErrorLabels.deleteProject, error)}
    >
      <WhatGoes title={title} />
    </DeleteButton>
  );
}
