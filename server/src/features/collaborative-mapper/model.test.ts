import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

/**
 * A random test. An owner and an editor make operations, proposals, acceptances, undos, redos and
 * reverts on the real database and on a small model. In the model a feature is a set of attributes,
 * and the log is a list of states before and after.
 */
type Attributes = Readonly<Record<string, number>>;
type State = Attributes | null;
interface Entry {
  readonly feature: string;
  readonly before: State;
  readonly after: State;
}
interface Group {
  /** The feature's id on the server. */
  readonly id: string;
  readonly entries: readonly Entry[];
}
interface Proposal {
  readonly id: string;
  readonly feature: string;
  readonly base: State;
  readonly incoming: State;
}

const isSame = (a: State, b: State) =>
  a === b ||
  (a !== null &&
    b !== null &&
    JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()));

/** Undefined means a conflict. */
function merge(base: State, current: State, incoming: State): State | undefined {
  if (isSame(current, incoming) || isSame(base, incoming)) return current;
  if (isSame(base, current)) return incoming;
  if (!base || !current || !incoming) return undefined;
  const merged: Record<string, number> = {};
  for (const name of new Set([base, current, incoming].flatMap((each) => Object.keys(each)))) {
    const [was, is, will] = [base[name], current[name], incoming[name]];
    if (was !== will && was !== is && is !== will) return undefined;
    const value = was === will || is === will ? is : will;
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** The expected state of the map. */
class Model {
  readonly features = new Map<string, State>();
  /** All states of each feature, with their revisions. */
  readonly versions = new Map<string, { revision: number; state: State }[]>();
  readonly groups: Group[] = [];
  readonly proposals: Proposal[] = [];
  undo: Group[] = [];
  redo: Group[] = [];
  seq = 0;

  stateOf(feature: string): State {
    return this.features.get(feature) ?? null;
  }

  /**
   * Merges the changes into the entries of one operation.
   * @returns undefined for a conflict, which changes nothing
   */
  plan(changes: readonly { feature: string; base: State; incoming: State }[]): Entry[] | undefined {
    const entries: Entry[] = [];
    for (const { feature, base, incoming } of changes) {
      const before = this.stateOf(feature);
      const after = merge(base, before, incoming);
      if (after === undefined) return undefined;
      if (!isSame(before, after)) entries.push({ feature, before, after });
    }
    return entries;
  }

  apply(id: string, entries: readonly Entry[]): Group {
    const group = { id, entries };
    for (const { feature, after } of entries) {
      this.seq++;
      this.features.set(feature, after);
      const versions = this.versions.get(feature) ?? [];
      this.versions.set(feature, [...versions, { revision: this.seq, state: after }]);
    }
    if (entries.length > 0) this.groups.push(group);
    return group;
  }

  shown(): Record<string, Attributes> {
    return Object.fromEntries([...this.features].filter((entry) => entry[1] !== null)) as Record<
      string,
      Attributes
    >;
  }
}

const takingBack = (group: Group) =>
  group.entries.map(({ feature, before, after }) => ({ feature, base: after, incoming: before }));

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  editor = await product.registerAndLogin();
});
afterAll(() => product.close());

const index = fc.nat(20);
const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const) }),
    fc.record({
      kind: fc.constantFrom('edit' as const, 'propose' as const),
      feature: index,
      version: index,
      name: fc.constantFrom('a', 'b', 'c'),
      value: fc.nat(3),
    }),
    fc.record({ kind: fc.constant('delete' as const), feature: index }),
    fc.record({ kind: fc.constantFrom('accept' as const, 'revert' as const), which: index }),
    fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }),
  ),
  { minLength: 5, maxLength: 18 },
);
type Command = typeof commands extends fc.Arbitrary<(infer Each)[]> ? Each : never;

const pick = <Item>(list: readonly Item[], at: number): Item | undefined => list[at % list.length];

/**
 * Carries a command out on the server and on the model. When the server refuses it, the model must
 * refuse it, too.
 */
async function run(id: number, model: Model, command: Command): Promise<void> {
  const write = async (
    planned: Entry[] | undefined,
    method: 'POST' | 'PUT',
    call: { url: string; body: object },
  ): Promise<Group | undefined> => {
    const reply = await calls.call(method, call.url, { as: owner, body: call.body });
    expect({ command, status: reply.status }).toEqual({ command, status: planned ? 200 : 409 });
    return (
      planned && model.apply(reply.body.group ?? reply.body.operations?.[0]?.group ?? '', planned)
    );
  };
  const own = (group: Group | undefined) => {
    if (!group || group.entries.length === 0) return;
    model.undo.push(group);
    model.redo = [];
  };
  const operation = (changes: object[]) => ({
    url: 'operations',
    body: { mapID: id, client_operation_id: randomUUID(), changes },
  });
  const edited = (feature: string, version: { state: State }, name: string, value: number) => ({
    geometry: square(),
    properties: { ...version.state, [name]: value },
    feature,
  });

  switch (command.kind) {
    case 'create': {
      const feature = randomUUID();
      const after = { geometry: square(), properties: { a: 0, b: 0 } };
      const planned = model.plan([{ feature, base: null, incoming: { a: 0, b: 0 } }]);
      const change = { feature_id: feature, base_revision: 0, patch: { kind: 'create', after } };
      return own(await write(planned, 'POST', operation([change])));
    }
    case 'delete': {
      const feature = pick([...model.features.keys()], command.feature);
      if (feature === undefined || model.stateOf(feature) === null) return;
      const base = model.stateOf(feature);
      const planned = model.plan([{ feature, base, incoming: null }]);
      const base_revision = model.versions.get(feature)!.at(-1)!.revision;
      const change = { feature_id: feature, base_revision, patch: { kind: 'delete' } };
      return own(await write(planned, 'POST', operation([change])));
    }
    case 'edit':
    case 'propose': {
      const feature = pick([...model.features.keys()], command.feature);
      const versions = feature === undefined ? [] : model.versions.get(feature)!;
      const version = pick(
        versions.filter(({ state }) => state !== null),
        command.version,
      );
      if (feature === undefined || !version || model.stateOf(feature) === null) return;
      const { name, value } = command;
      const incoming = { ...version.state, [name]: value };
      const change = edited(feature, version, name, value);
      const common = { DBID: feature, latestVersion: version.revision, feature: change };
      if (command.kind === 'propose') {
        const reply = await calls.call('PUT', 'proposals', {
          as: editor,
          body: { ...common, mapID: id },
        });
        const isChange = !isSame(version.state, incoming);
        expect({ command, status: reply.status }).toEqual({
          command,
          status: isChange ? 200 : 400,
        });
        if (isChange)
          model.proposals.push({ id: reply.body.id, feature, base: version.state, incoming });
        return;
      }
      const patch = {
        kind: 'edit',
        geometry: null,
        attributes: isSame(version.state, incoming)
          ? []
          : [
              {
                name,
                ...(version.state?.[name] !== undefined && { before: version.state[name] }),
                after: value,
              },
            ],
      };
      const planned = model.plan([{ feature, base: version.state, incoming }]);
      const request = { feature_id: feature, base_revision: version.revision, patch };
      return own(await write(planned, 'POST', operation([request])));
    }
    case 'accept': {
      const proposal = pick(model.proposals, command.which);
      if (!proposal) return;
      const planned = model.plan([proposal]);
      const body = { id: proposal.id, decision: 'accept' };
      const group = await write(planned, 'PUT', { url: 'manage', body });
      if (group) model.proposals.splice(model.proposals.indexOf(proposal), 1);
      return own(group);
    }
    case 'revert': {
      const group = pick(model.groups, command.which);
      if (!group) return;
      const planned = model.plan(takingBack(group));
      return own(await write(planned, 'POST', { url: 'history', body: { id, group: group.id } }));
    }
    case 'undo':
    case 'redo': {
      const [from, to] =
        command.kind === 'undo' ? [model.undo, model.redo] : [model.redo, model.undo];
      const step = from.at(-1);
      const planned = step && model.plan(takingBack(step));
      const body = { mapID: id, action: command.kind };
      const group = await write(planned, 'POST', { url: 'undoredo', body });
      if (!group || !step) return;
      from.pop();
      to.push(group.entries.length > 0 ? group : step);
      return;
    }
  }
}

test('several people’s changes agree with a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const { id } = await calls.createMap(owner, { editors: [editor] });
      const model = new Model();
      for (const command of list) {
        await run(id, model, command);
        const features = await calls.listFeatures(owner, id);
        const shown = Object.fromEntries(
          features.map((feature: { id: string; properties: Attributes }) => [
            feature.id,
            feature.properties,
          ]),
        );
        expect({ command, shown }).toEqual({ command, shown: model.shown() });
      }
      const { seq } = await calls.done('GET', `operations?id=${id}&since=0`, { as: owner });
      expect(seq).toBe(model.seq);
    }),
    { numRuns: 15 },
  );
});
