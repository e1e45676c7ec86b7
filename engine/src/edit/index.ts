// `cut.ts` is imported by itself: it needs the library that clips, which a map does not load to open.
export { circlePolygon } from './circle.ts';
export { roundPosition } from './integer-point.ts';
export { type ScreenPoint, type Snap, snapTo } from './snap.ts';
export { type ShapeFault, shapeFault } from './validity.ts';
export {
  edgeMiddlesOf,
  insertVertex,
  moveGeometry,
  moveVertex,
  removeVertex,
  type Vertex,
  type VertexAddress,
  verticesOf,
} from './vertices.ts';
