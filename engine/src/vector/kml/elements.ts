import { SaxesParser } from 'saxes';
import type { VectorLimits } from '../budget.ts';
import { shorten, VectorError } from '../report.ts';

/** An element with its content. Names have no namespace prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

export interface ElementHandlers {
  /** Elements that are passed on with their content, and not kept. */
  readonly whole: ReadonlySet<string>;
  /** `path` names the elements around it, outermost first. */
  onElement(element: XmlElement, path: readonly string[]): void;
  /** Called at the start of an element that does not lie inside of a whole one. */
  onOpen(name: string, path: readonly string[]): void;
}

/**
 * The text is given to the parser in parts, because its buffers need several times the size of a
 * part.
 */
const chunkCharacters = 65_536;
/** The most attributes of one element. KML's own have a few, and each namespace needs one. */
const maxAttributes = 1000;
const valueLists = new Set(['ExtendedData', 'SchemaData']);
/** The most values of one feature. A table has at most 255 columns. */
const maxValues = 2000;

/**
 * Parses XML and passes on chosen elements one by one, so that only one of them is in memory. A
 * document type declaration is refused, so only XML's own five entities exist. Throws VectorError
 * with the line of the fault.
 */
export function readElements(
  text: string,
  { nesting, xmlElements }: Pick<VectorLimits, 'nesting' | 'xmlElements'>,
  handlers: ElementHandlers,
): void {
  // The parser stores each handler as a property. With an eighth one V8 keeps its properties in a
  // dictionary, and parsing takes four times as long.
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  const open: XmlElement[] = [];
  parser.on('doctype', (doctype) => {
    if (/^\s*html/i.test(doctype)) throw new VectorError({ code: 'xml-web-page' });
    throw new VectorError({ code: 'xml-doctype' });
  });
  parser.on('error', (error) => {
    const detail = shorten(error.message.replace(/^[^ ]*?\d+:\d+: /, ''));
    throw new VectorError({ code: 'xml-invalid', params: { line: parser.line, detail } });
  });
  let attributeCount = 0;
  let elementCount = 0;
  parser.on('attribute', () => {
    attributeCount++;
    if (attributeCount <= maxAttributes) return;
    const params = { limit: maxAttributes, line: parser.line };
    throw new VectorError({ code: 'xml-too-many-attributes', params });
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0;
    elementCount++;
    if (elementCount > xmlElements) {
      const params = { item: 'xmlElements', limit: xmlElements } as const;
      throw new VectorError({ code: 'too-many-items', params });
    }
    if (path.length + open.length >= nesting) {
      throw new VectorError({ code: 'nested-too-deep', params: { limit: nesting } });
    }
    const local = withoutPrefix(name);
    const element = { name: local, attributes, children: [], text: '' };
    const parent = open.at(-1);
    if (parent || handlers.whole.has(local)) {
      parent?.children.push(element);
      if (valueLists.has(parent?.name ?? '') && parent!.children.length > maxValues) {
        const params = { limit: maxValues, line: parser.line };
        throw new VectorError({ code: 'xml-too-many-values', params });
      }
      open.push(element);
    } else {
      handlers.onOpen(local, path);
      path.push(local);
    }
  });
  const addText = (content: string) => {
    const element = open.at(-1);
    if (element) element.text += content;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) path.pop();
    else if (open.length === 0) handlers.onElement(element, path);
  });
  const escaped = escapeStrayAmpersands(text);
  for (let at = 0; at < escaped.length; at += chunkCharacters) {
    parser.write(escaped.slice(at, at + chunkCharacters));
  }
  parser.close();
}

const entity = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/iy;

/** More stray ampersands than this are not names. The parser then reports the fault. */
const maxStrays = 10_000;

/**
 * Escapes ampersands in names such as "Fish & Wildlife", which are often unescaped. Outside of
 * CDATA that is a fault.
 */
function escapeStrayAmpersands(text: string): string {
  const chunks: string[] = [];
  let start = 0;
  let character = text.indexOf('&');
  let section = text.indexOf('<![CDATA[');
  while (character >= 0) {
    while (section >= 0 && section < character) {
      const end = text.indexOf(']]>', section);
      if (end < 0) return chunks.join('') + text.slice(start);
      if (end > character) character = text.indexOf('&', end);
      section = text.indexOf('<![CDATA[', end);
      if (character < 0) return chunks.join('') + text.slice(start);
    }
    entity.lastIndex = character;
    if (!entity.test(text)) {
      if (chunks.length >= 2 * maxStrays) return text;
      chunks.push(text.slice(start, character), '&amp;');
      start = character + 1;
    }
    character = text.indexOf('&', character + 1);
  }
  return chunks.join('') + text.slice(start);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The first child with a name; undefined if there is none. */
export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** All elements with a name, at any depth. The depth of a whole element is limited. */
export function descendantsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) =>
    child.name === name ? [child] : descendantsNamed(child, name),
  );
}
