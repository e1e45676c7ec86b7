import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { projectAddress, projectsKey } from '../calls/addresses.ts';
import { showFailure } from '../calls/failure.ts';
import { createMap, createProject, deleteProject } from '../calls/projects.ts';

/** Creates a project, then its map, then opens it. If the map fails, the project is deleted again. */
export function useNewProject() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(accountId: number) {
      let projectId: number;
      try {
        projectId = await createProject(accountId);
      } catch (error) {
        showFailure(valueMapperErrorLabels.postProject, error);
        throw error;
      }
      try {
        await createMap(projectId);
      } catch (error) {
        showFailure(valueMapperErrorLabels.postMap, error);
        await deleteProject(projectId).catch((failure) =>
          showFailure(valueMapperErrorLabels.deleteProject, failure),
        );
        throw error;
      }
      return projectId;
    },
    async onSuccess(projectId, accountId) {
      showToast('success', messages.valueMapper.projectCreated);
      await queries.invalidateQueries({ queryKey: projectsKey(accountId) });
      navigate(projectAddress(projectId));
    },
  });
}
