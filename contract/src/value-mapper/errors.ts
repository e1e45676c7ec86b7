import { messages } from '../messages.ts';

/**
 * Labels of failed calls of the Conservation Value Mapper, for people to cite in a bug report. The
 * specification names the calls, and gives the words of one label: 'CVM error when extracting
 * metadata'.
 */
export const valueMapperErrorLabels = {
  getProjects: 'get CVM projects',
  postProject: 'post CVM project',
  postMap: 'post CVM map',
  deleteProject: 'delete CVM project',
  getProjectOnInit: 'get CVM project on app init',
  setProjectOnInit: 'set CVM project on app init',
  getMapOnInit: 'get CVM map on app init',
  setMapDataOnInit: 'set CVM map data on app init',
  getDataLayersOnInit: 'get CVM data layers on app init',
  getRastersOnInit: 'get CVM rasters on app init',
  getValuedRastersOnInit: 'get CVM valued rasters on app init',
  putBaseLayer: 'put CVM base layer',
  putZoomAndCenter: 'put CVM zoom and center',
  putTitle: 'put CVM title',
  putSummary: 'put CVM summary',
  putLabel: 'put CVM label',
  putColor: 'put CVM color',
  putIsVisible: 'put CVM is_visible',
  putDisplay: 'put CVM opacity and order',
  deleteDataLayer: 'delete CVM data layer',
  deleteValuedRaster: 'delete CVM valued raster',
  postValuedRaster: 'post CVM valued raster',
  postDataLayer: 'CVM error when creating data layer',
  uploadRaster: 'CVM error when uploading raster',
  getUnfinishedUploads: 'get CVM unfinished uploads',
  deleteUpload: 'delete CVM upload',
  getUploadedRaster: 'CVM error when getting uploaded raster',
  extractMetadata: 'CVM error when extracting metadata',
  processCrs: 'CVM error when processing coordinate reference systems',
  calculateGeospatial: 'CVM error when calculating geospatial attributes',
  generateImage: 'CVM error when generating image',
  loadRaster: 'CVM error when loading raster data',
  fetchImage: 'CVM error when fetching image to map',
  buildValuedRaster: 'CVM error when building valued raster',
  generateValuedImage: 'CVM error when generating valued image',
  loadValuedRaster: 'CVM error when loading valued raster data',
  fetchValuedImage: 'CVM error when fetching valued image to map',
  getValueAtPoint: 'get CVM value at point',
  getHistogram: 'get CVM histogram',
  getCombined: 'get CVM combined values',
  putCombined: 'put CVM combined values',
  buildCombined: 'CVM error when building combined values',
  deleteCombined: 'delete CVM combined values',
  getZones: 'get CVM zones',
  postZones: 'post CVM zones',
  deleteZones: 'delete CVM zones',
  getZoneStatistics: 'get CVM zone statistics',
  getSelections: 'get CVM selections',
  postSelection: 'post CVM selection',
  deleteSelection: 'delete CVM selection',
  postDownload: 'post CVM download',
} as const;

export type ValueMapperErrorLabel =
  (typeof valueMapperErrorLabels)[keyof typeof valueMapperErrorLabels];

/** The sentence of the toast for a failed call. */
export const valueMapperFailure = (label: ValueMapperErrorLabel): string =>
  messages.valueMapper.failed.replace('{label}', label);
