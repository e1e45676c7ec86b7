export {
  type SimulationExample,
  simulationCatalogue,
  simulationExamples,
} from './catalogue/catalogue.ts';
export {
  createSimulationTransport,
  type SimulationOptions,
} from './catalogue/simulation-transport.ts';
export { type CalendarEvent, eventsIn, truthMask } from './ground/truth.ts';
export { latestMosaicYear, renderMosaicTile } from './scenes/mosaic.ts';
