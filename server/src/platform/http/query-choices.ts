/** The parts of a query's JSON Schema that are rewritten here. */
interface QuerySchema {
  readonly properties?: Readonly<Record<string, Record<string, unknown>>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly QuerySchema[];
  readonly anyOf?: readonly QuerySchema[];
}

/** The fixed values that a parameter may have in a choice; none if any value is allowed. */
const fixedValues = ({ const: only, enum: several }: Record<string, unknown>): unknown[] =>
  only === undefined ? ((several as unknown[] | undefined) ?? []) : [only];

/**
 * Merges several alternative queries of a call, told apart by `type`, into one object, because
 * @fastify/swagger lists the parameters of objects only. The descriptions of the parameters say
 * which alternative needs them.
 */
export function mergeQueryChoices(query: QuerySchema): QuerySchema {
  const choices = query.oneOf ?? query.anyOf;
  if (!choices) return query;
  const names = [...new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const nameOf = (choice: QuerySchema) => String(fixedValues(choice.properties?.type ?? {})[0]);
  const isRequired = (name: string) =>
    choices.every(({ required = [] }) => required.includes(name));
  const properties = names.map((name) => {
    const having = choices.filter((choice) => choice.properties?.[name] !== undefined);
    const first = having[0].properties![name];
    const values = having.flatMap((choice) => fixedValues(choice.properties![name]));
    const sentences = [
      first.description,
      having.length < choices.length && `For type ${having.map(nameOf).join(', ')}.`,
    ].filter(Boolean);
    const { const: _, ...rest } = first;
    return [
      name,
      {
        ...rest,
        ...(values.length > 0 && { enum: [...new Set(values)] }),
        ...(sentences.length > 0 && { description: sentences.join(' ') }),
      },
    ];
  });
  return {
    ...{ type: 'object' },
    properties: Object.fromEntries(properties),
    required: names.filter(isRequired),
  };
}
