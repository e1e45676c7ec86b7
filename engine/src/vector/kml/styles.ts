import type { PropertyValue } from '../types.ts';
import { childNamed, descendantsNamed, type XmlElement } from './elements.ts';

/**
 * Attributes that describe how a feature is drawn, by the names of simplestyle 1.1, which programs
 * for GeoJSON know.
 */
type StyleProperties = readonly (readonly [name: string, value: PropertyValue])[];

/** How many references from one shared style to another are followed. */
const maxReferences = 4;

/** The styles of a KML file that its features refer to. */
export class Styles {
  readonly #shared = new Map<string, XmlElement>();

  /** Keeps a shared `Style` or `StyleMap` element. */
  add(element: XmlElement): void {
    const { id } = element.attributes;
    if (id) this.#shared.set(id, element);
  }

  /**
   * How a placemark is drawn, according to its shared style and to its own style, which takes
   * precedence. The result contains only what its shapes use: an outline for lines and polygons, a
   * filling for polygons, and the colour of a point's icon.
   */
  styleOf(placemark: XmlElement): StyleProperties {
    const address = childNamed(placemark, 'styleUrl')?.text;
    const own = placemark.children.filter(({ name }) => name === 'Style' || name === 'StyleMap');
    const styles = [this.#find(address), ...own.map((style) => this.#resolve(style))];
    const part = (name: string) => styles.map((style) => style && childNamed(style, name));
    const has = (name: string) => descendantsNamed(placemark, name).length > 0;
    const isPolygon = has('Polygon');
    const [lines, fillings] = [part('LineStyle'), isPolygon ? part('PolyStyle') : []];
    return [
      ...(isPolygon || has('LineString') || has('Track') ? styleOfLines(lines, fillings) : []),
      ...styleOfFilling(fillings),
      ...(has('Point') ? colourOf(part('IconStyle'), 'marker-color') : []),
    ];
  }

  #find(address: string | undefined, references = 0): XmlElement | undefined {
    const id = address?.trim().split('#')[1];
    const shared = id === undefined ? undefined : this.#shared.get(id);
    return shared && this.#resolve(shared, references + 1);
  }

  /**
   * The style itself. Of a style map it is the one for features that the pointer does not touch.
   */
  #resolve(style: XmlElement, references = 0): XmlElement | undefined {
    if (style.name === 'Style' || references > maxReferences) return style;
    const pair = style.children.find(
      (each) => each.name === 'Pair' && childNamed(each, 'key')?.text.trim() === 'normal',
    );
    if (!pair) return undefined;
    return childNamed(pair, 'Style') ?? this.#find(childNamed(pair, 'styleUrl')?.text, references);
  }
}

type Parts = readonly (XmlElement | undefined)[];

/** The text of a part in the last of several styles that has one. */
function last(parts: Parts, name: string): string | undefined {
  const texts = parts.map((part) => part && childNamed(part, name)?.text.trim());
  return texts.findLast((text) => text !== undefined && text !== '');
}

function styleOfLines(lines: Parts, fillings: Parts): StyleProperties {
  const width = Number(last(lines, 'width') ?? Number.NaN);
  const hasOutline = last(fillings, 'outline') !== '0';
  return [
    ...colourOf(lines, 'stroke', 'stroke-opacity').filter(
      ([name]) => hasOutline || name === 'stroke',
    ),
    ...(hasOutline ? [] : [['stroke-opacity', 0] as const]),
    ...(width >= 0 ? [['stroke-width', width] as const] : []),
  ];
}

function styleOfFilling(fillings: Parts): StyleProperties {
  const colour = colourOf(fillings, 'fill', 'fill-opacity');
  if (last(fillings, 'fill') !== '0') return colour;
  return [...colour.filter(([name]) => name === 'fill'), ['fill-opacity', 0]];
}

/** KML writes a colour as alpha, blue, green and red, in two hexadecimal digits each. */
function colourOf(parts: Parts, name: string, opacityName?: string): StyleProperties {
  const [, alpha, blue, green, red] =
    /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(last(parts, 'color') ?? '') ?? [];
  if (alpha === undefined) return [];
  const opacity = Math.round((Number.parseInt(alpha, 16) / 255) * 100) / 100;
  const colour = `#${red}${green}${blue}`.toLowerCase();
  return [[name, colour], ...(opacityName ? [[opacityName, opacity] as const] : [])];
}
