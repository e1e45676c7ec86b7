import fc from 'fast-check';

/** The part of JSON Schema that the API's document uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Texts that a person could have typed: names, addresses, passwords, numbers, tokens. */
const plausibleText = fc.oneof(
  fc.nat(9_999_999).map((number) => `user${number}`),
  fc.nat(9_999_999).map((number) => `person${number}@example.org`),
  fc.constantFrom('Given', "O'Hara-Núñez", 'Fresh-Horse-9', '1', '42', 'MQ', '', ' padded '),
);

/** Texts that programs often handle wrongly. */
export const awkwardText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\uD800',
    '\u202Eevil',
    '😀'.repeat(30),
    "'; DROP TABLE account; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x@y.z\r\nBcc: a@b.c',
    '__proto__',
    'constructor',
    '%00%ff',
    'NaN',
    '-0',
    '1e999',
  ),
  fc.constantFrom('x', 'ß', '\n').map((character) => character.repeat(40_000)),
);

function textFor(schema: JsonSchema): fc.Arbitrary<string> {
  const patterns = [schema, ...(schema.allOf ?? [])]
    .filter(({ pattern }) => pattern !== undefined)
    .map(({ pattern = '' }) => new RegExp(pattern, 'u'));
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return plausibleText.filter(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      patterns.every((pattern) => pattern.test(text)),
  );
}

/** Gives a field such as `password2` the value of the field that it repeats. */
function repeatFields(value: object): object {
  const fields: Record<string, unknown> = { ...value };
  for (const name of Object.keys(fields)) {
    const repeated = name.replace(/2$/, '');
    if (repeated in fields) fields[name] = fields[repeated];
  }
  return fields;
}

/** Generates values that a schema allows. */
function valueWithin(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueWithin));
  switch (schema.type) {
    case 'string':
      return textFor(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueWithin(schema.items ?? {}), { maxLength: 5 });
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, each]) => [
              name,
              valueWithin(each),
            ]),
          ),
          { requiredKeys: [...(schema.required ?? [])] },
        )
        .map(repeatFields);
    default:
      return fc.jsonValue();
  }
}

/** Values of any type: nested, huge or awkward. */
const anyValue = fc.oneof(
  awkwardText,
  plausibleText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, [], {}, [[[[]]]], { length: 1e9 }),
  fc.integer({ min: 100, max: 1_000 }).map((depth) => {
    let nested: unknown = 1;
    for (let level = 0; level < depth; level++) nested = [nested];
    return nested;
  }),
);

/** Generates values that break a schema in a field or two, or entirely. */
function valueBeside(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return anyValue;
  const change = fc.tuple(fc.constantFrom(...names, 'extra', 'constructor'), anyValue);
  const changed = fc
    .tuple(valueWithin(schema), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => ({ ...(value as object), ...Object.fromEntries(changes) }));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: anyValue });
}

export interface SentBody {
  readonly payload: string | Buffer | undefined;
  readonly contentType: string | undefined;
}

const jsonType = 'application/json';

const multipart = fc
  .tuple(fc.constantFrom('file', 'map_layer', '__proto__', ''), fc.uint8Array({ maxLength: 2_000 }))
  .map(
    ([field, bytes]): SentBody => ({
      contentType: 'multipart/form-data; boundary=edge',
      payload: Buffer.concat([
        Buffer.from(
          `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n--edge--\r\n'),
      ]),
    }),
  );

/** Bodies that are not JSON, or not of the type that they declare. */
const oddBody = fc.oneof(
  multipart,
  fc.record({
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(
        undefined,
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '{"a":1,"a":2}',
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
        '['.repeat(50_000),
        `{"extra":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
        'a=1&b=2',
        `"${'x'.repeat(2_100_000)}"`,
      ),
    ),
    contentType: fc.constantFrom(
      undefined,
      jsonType,
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=edge',
      'nonsense',
    ),
  }),
);

function asJson(value: unknown): SentBody {
  return { payload: JSON.stringify(value), contentType: jsonType };
}

/** Generates bodies that a call's schema allows, that it forbids, and of another kind. */
export function bodiesFor(schema: JsonSchema): fc.Arbitrary<SentBody> {
  return fc.oneof(
    { weight: 3, arbitrary: valueWithin(schema).map(asJson) },
    { weight: 4, arbitrary: valueBeside(schema).map(asJson) },
    { weight: 2, arbitrary: oddBody },
  );
}

/**
 * Generates query strings for a call: right, wrong, missing, repeated and unknown parameters.
 * @param schema an object whose properties are the parameters
 */
export function queriesFor(schema: JsonSchema): fc.Arbitrary<string> {
  const names = [...Object.keys(schema.properties ?? {}), '__proto__', 'extra'];
  const right = valueWithin({ type: 'object', ...schema }).map((values) =>
    Object.entries(values as object),
  );
  const wrong = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.oneof(awkwardText, plausibleText)),
    {
      maxLength: 4,
    },
  );
  const encoded = fc
    .oneof(
      right,
      wrong,
      fc.tuple(right, wrong).map(([first, second]) => [...first, ...second]),
    )
    .map((pairs) =>
      new URLSearchParams(
        pairs.map(([name, value]): [string, string] => [name, String(value).slice(0, 2_000)]),
      ).toString(),
    );
  return fc.oneof(
    { weight: 8, arbitrary: encoded },
    { weight: 1, arbitrary: fc.constantFrom('%', '%ff=%fe', '&&&', '=', 'a[b]=1&a[b]=2', '?') },
  );
}
