import type { PropertyValue } from '../types.ts';
import type { XmlElement } from './elements.ts';

/** The declared type of each field of a schema, by the field's name. */
type Schema = ReadonlyMap<string, string>;

const wholeNumber = /^[+-]?\d+$/;
const decimalNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The types that a KML file declares for the values of its features (KML 2.3, section 9.2). */
export class Schemas {
  readonly #schemas = new Map<string, Schema>();

  /** Keeps a `Schema` element. */
  add({ attributes, children }: XmlElement): void {
    const fields = children
      .filter(({ name, attributes: { name: field } }) => name === 'SimpleField' && field)
      .map((each): [string, string] => [each.attributes.name, each.attributes.type ?? 'string']);
    for (const key of [attributes.id, attributes.name]) {
      if (key) this.#schemas.set(key, new Map(fields));
    }
  }

  /**
   * A value in its declared type. A value whose type is not declared, or that does not fit it,
   * stays a text. An empty value is null if its declared type is a number or a Boolean.
   *
   * @param address the `schemaUrl` of the value's `SchemaData`, such as `#fields`
   */
  valueOf(address: string | undefined, field: string | undefined, text: string): PropertyValue {
    const schema = this.#schemas.get(address?.slice(address.indexOf('#') + 1) ?? '');
    switch (schema?.get(field ?? '')) {
      case 'int':
      case 'uint':
      case 'short':
      case 'ushort':
        if (text === '') return null;
        return wholeNumber.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
      case 'float':
      case 'double':
        if (text === '') return null;
        return decimalNumber.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
      case 'bool':
        return text === '' ? null : (booleans.get(text.toLowerCase()) ?? text);
      default:
        return text;
    }
  }
}
