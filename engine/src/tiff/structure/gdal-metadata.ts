import type { SampleType } from '../../raster/samples.ts';

/** GDAL's metadata of one band. A sample stands for the value sample × scale + offset. */
export interface BandMetadata {
  readonly description: string | undefined;
  readonly scale: number;
  readonly offset: number;
  /** What the band is by GDAL's word, such as "Red", "Alpha" or "Undefined"; undefined without one. */
  readonly colour?: string;
  /** The unit of the values, such as "m"; undefined without one. */
  readonly unit?: string;
  /** Further items by name, such as STATISTICS_MINIMUM. */
  readonly items?: Readonly<Record<string, string>>;
}

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

const itemPattern = /<Item\b([^<>]*)>([^<]*)<\/Item>/g;
const attributePattern = /(\w+)=(["'])(.*?)\2/gs;

/** Reads scale, offset and description of each band from the XML of tag 42112. */
export function parseBandMetadata(xml: string | undefined, bandCount: number): BandMetadata[] {
  const bands = Array.from(
    { length: bandCount },
    (): Writable<BandMetadata> => ({
      description: undefined,
      scale: 1,
      offset: 0,
      items: undefined,
      colour: undefined,
      unit: undefined,
    }),
  );
  for (const [, attributeText, text] of (xml ?? '').matchAll(itemPattern)) {
    const attributes = new Map(
      Array.from(attributeText.matchAll(attributePattern), ([, name, , value]) => [name, value]),
    );
    const band = bands[Number(attributes.get('sample') ?? Number.NaN)];
    const value = Number(text);
    const name = attributes.get('name');
    switch (band && (attributes.get('role') ?? 'item')) {
      case 'scale':
        band.scale = Number.isFinite(value) && value !== 0 ? value : 1;
        break;
      case 'offset':
        band.offset = Number.isFinite(value) ? value : 0;
        break;
      case 'description':
        // GDAL escapes descriptions twice: once as text and once as XML.
        band.description = unescapeXml(unescapeXml(text));
        break;
      case 'colorinterp':
        band.colour = text.trim();
        break;
      case 'unittype':
        band.unit = unescapeXml(text).trim() || undefined;
        break;
      case 'item':
        if (name !== undefined) band.items = { ...band.items, [name]: unescapeXml(text) };
        break;
    }
  }
  return bands;
}

/** The XML for tag 42112; undefined if no band has metadata. */
export function formatBandMetadata(bands: readonly Partial<BandMetadata>[]): string | undefined {
  const lines = bands.flatMap(
    ({ description, scale = 1, offset = 0, unit, items = {} }, sample) => {
      const item = (name: string, value: string | number) =>
        `<Item name="${name.toUpperCase()}" sample="${sample}" role="${name}">${value}</Item>`;
      const hasScale = scale !== 1 || offset !== 0;
      return [
        ...(hasScale ? [item('offset', offset), item('scale', scale)] : []),
        ...(description === undefined
          ? []
          : [item('description', escapeXml(escapeXml(description)))]),
        ...(unit === undefined ? [] : [item('unittype', escapeXml(unit))]),
        ...Object.entries(items).map(
          ([name, text]) => `<Item name="${name}" sample="${sample}">${escapeXml(text)}</Item>`,
        ),
      ];
    },
  );
  return lines.length === 0 ? undefined : `<GDALMetadata>\n${lines.join('\n')}\n</GDALMetadata>\n`;
}

/**
 * The nodata value of tag 42113 as a band's samples contain it: "-3.4e38" is rounded to float32
 * before samples are compared with it. A whole number that no sample can have is returned unchanged.
 * A text that is no number, such as "none", is 0, as GDAL reads it, and a note says so. An empty text is
 * no value.
 */
export function parseNodata(
  text: string | undefined,
  sampleType: SampleType,
  notes: string[],
): number | undefined {
  if (!text) return undefined;
  const value = numberIn(text.trim().toLowerCase());
  if (value === undefined) {
    const shown = text.slice(0, longestShownText);
    notes.push(`The nodata value of the file is no number ("${shown}"). As in GDAL, 0 is nodata.`);
    return 0;
  }
  return sampleType === 'float32' ? Math.fround(value) : value;
}

/**
 * The number with which a text begins, as GDAL reads it: whatever follows is left out, a comma may
 * stand for the point, and NaN and infinity have their names in C, too. Undefined without one.
 */
function numberIn(text: string): number | undefined {
  if (/^([+-]?nan|[+-]?1\.#qnan|-1\.#ind)/.test(text)) return Number.NaN;
  const infinity = /^([+-]?)(inf|1\.#inf)/.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  const [number] = /^(0x[\da-f]+|[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?)/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number.replace(',', '.'));
}

/** How much of a damaged text a note repeats, in characters. */
const longestShownText = 20;

const xmlEntities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function unescapeXml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => xmlEntities[entity]);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
