import { mapCallsOf, square, tinyPng, uploadTo } from './map-calls.ts';
import type { TestAccount, TestApp } from './test-app.ts';

/**
 * The roles of the specification's table (part 2, section 6), and those that an owner can also give.
 * Visitors and viewers use a public map. Token visitors, view-link visitors, invited viewers and
 * strangers use a private one.
 */
export const roles = [
  'visitor',
  'token visitor',
  'viewer',
  'invited viewer',
  'editor',
  'reviewer',
  'owner',
  'stranger',
  'view-link visitor',
] as const;
export type Role = (typeof roles)[number];

/** A map, and a person with a role on it. */
export interface Scene {
  readonly id: number;
  readonly as: TestAccount | undefined;
  readonly token: string | undefined;
  /** The key of a view-only link. */
  readonly key: string | undefined;
  /** Makes things on the map as its owner. */
  feature(): Promise<{ id: string; revision: number }>;
  comment(): Promise<{ id: string }>;
  proposal(type?: 'add' | 'delete'): Promise<{ id: string; changes: { feature_id: string }[] }>;
  /** The map's one layer, which is uploaded when it is first asked for. */
  layer(): Promise<{ id: string; dataset: string }>;
  /** The map's one raster, likewise. */
  raster(): Promise<{ id: string }>;
}

/** Makes maps for people of each role. */
export interface RoleScenes {
  readonly people: Readonly<
    Record<'owner' | 'reviewer' | 'editor' | 'other' | 'spare', TestAccount>
  >;
  sceneFor(role: Role): Promise<Scene>;
}

/** Signs up the people of the scenes. @param names the beginning of their usernames */
export async function createRoleScenes(product: TestApp, names: string): Promise<RoleScenes> {
  const calls = mapCallsOf(product);
  const people = {
    owner: await product.registerAndLogin(`${names}owner`),
    reviewer: await product.registerAndLogin(`${names}reviewer`),
    editor: await product.registerAndLogin(`${names}editor`),
    other: await product.registerAndLogin(`${names}other`),
    spare: await product.registerAndLogin(`${names}spare`),
  };
  return { people, sceneFor: (role) => makeScene({ product, calls, people }, role) };
}

/** A file is read by a process of its own, so that what is made of it is kept. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function makeScene(
  {
    product,
    calls,
    people,
  }: Pick<RoleScenes, 'people'> & { product: TestApp; calls: ReturnType<typeof mapCallsOf> },
  role: Role,
): Promise<Scene> {
  const { owner, reviewer, editor, other } = people;
  const isPublic = role === 'visitor' || role === 'viewer';
  const { id, token } = await calls.createMap(owner, { editors: [editor], isPublic });
  const give = (username: string, given: string) =>
    calls.done('POST', 'map_users', { as: owner, body: { mapID: id, username, role: given } });
  if (role === 'reviewer') await give(reviewer.username, 'reviewer');
  if (role === 'invited viewer') await give(other.username, 'viewer');
  const as = {
    owner,
    reviewer,
    'invited viewer': other,
    editor,
    viewer: other,
    stranger: other,
    visitor: undefined,
    'token visitor': undefined,
    'view-link visitor': undefined,
  }[role];
  return {
    id,
    as,
    token: role === 'token visitor' ? token : undefined,
    key: role === 'view-link visitor' ? await calls.makeKey(owner, id) : undefined,
    feature: () => calls.addFeature(owner, id),
    comment: () =>
      calls.done('POST', 'comments', { as: owner, body: { mapID: id, mapComment: 'Hello' } }),
    proposal: async (type = 'add') => {
      const feature = type === 'delete' ? await calls.addFeature(owner, id) : undefined;
      return await calls.done('POST', 'proposals', {
        as: editor,
        body: feature
          ? { type, id: feature.id, mapID: id }
          : { type, mapID: id, feature: { geometry: square() } },
      });
    },
    layer: once(async () => {
      const content = JSON.stringify({ type: 'Feature', properties: { a: 1 }, geometry: square() });
      return (await uploadTo(product, { as: owner, mapId: id, name: 'layer.json', content })).body
        .layer;
    }),
    raster: once(
      async () =>
        (await uploadTo(product, { as: owner, mapId: id, name: 'a.png', content: await tinyPng() }))
          .body.map_layer,
    ),
  };
}
