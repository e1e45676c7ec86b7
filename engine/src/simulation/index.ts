export { type SimulationExample, simulationCatalogue, simulationExamples } from './catalogue.ts';
export { latestMosaicYear, renderMosaicTile } from './mosaic.ts';
export { createSimulationTransport, type SimulationOptions } from './simulation-transport.ts';
export { type CalendarEvent, eventsIn, truthMask } from './truth.ts';
