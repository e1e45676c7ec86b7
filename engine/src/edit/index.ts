export { circlePolygon, distanceMeters } from './circle.ts';
export { cutHole, splitArea } from './cut.ts';
export { moveGeometry } from './move-geometry.ts';
export { roundPosition } from './round.ts';
export { type ScreenPoint, type Snap, snapTo } from './snap.ts';
export { splitLine, splitLines } from './split-line.ts';
export { type ShapeFault, shapeFault } from './validity.ts';
export {
  edgeMiddlesOf,
  insertVertex,
  moveVertex,
  removeVertex,
  type Vertex,
  type VertexAddress,
  verticesOf,
} from './vertices.ts';
