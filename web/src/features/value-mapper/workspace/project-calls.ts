import * as layers from '../calls/layers.ts';
import * as projects from '../calls/projects.ts';
import * as rasters from '../calls/rasters.ts';

/** The calls of an open project. A test passes others. */
export const projectCalls = {
  fetchProject: projects.fetchProject,
  fetchMap: projects.fetchMap,
  changeProject: projects.changeProject,
  deleteProject: projects.deleteProject,
  changeMap: projects.changeMap,
  fetchLayers: layers.fetchLayers,
  changeLayer: layers.changeLayer,
  changeColour: layers.changeColour,
  changeDisplay: layers.changeDisplay,
  deleteLayer: layers.deleteLayer,
  fetchRaster: rasters.fetchRaster,
  fetchRasters: rasters.fetchRasters,
  fetchValuedRasters: rasters.fetchValuedRasters,
};

export type ProjectCalls = typeof projectCalls;
