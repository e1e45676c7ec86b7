import type { PlainFileCode } from '../../facts/file-facts.ts';
import { decodeText } from '../decode-text.ts';
import { type ImportContext, LayerBuilder } from '../layer-builder.ts';
import { shorten, VectorError } from '../report.ts';
import type { FileLayer } from '../types.ts';
import { childNamed, readElements, type XmlElement } from './elements.ts';
import { readParts, readProperties } from './placemark.ts';
import { Schemas } from './schemas.ts';
import { Styles } from './styles.ts';

/** Elements of KML beside placemarks that are not imported, with the reason. */
const unread: Readonly<Record<string, PlainFileCode>> = {
  NetworkLink: 'kml-network-link',
  GroundOverlay: 'kml-ground-overlay',
  ScreenOverlay: 'kml-screen-overlay',
  PhotoOverlay: 'kml-photo-overlay',
  Tour: 'kml-tour',
};
/** Elements that declare something for the features that follow. */
const declarations = ['Schema', 'Style', 'StyleMap'];
const roots = ['kml', 'Document', 'Folder', 'Placemark'];

/** Reads KML 2.x into one layer. Links are never followed. Throws VectorError. */
export function readKml(bytes: Uint8Array, name: string, context: ImportContext): FileLayer[] {
  const { report, budget } = context;
  const { text, isGuessed } = decodeText(bytes, declaredEncoding(bytes));
  if (isGuessed) report.note({ code: 'read-as-windows-1252' });
  const builder = new LayerBuilder(name, context);
  const [schemas, styles] = [new Schemas(), new Styles()];
  let isRoot = true;
  const checkRoot = (root: string) => {
    if (isRoot && !roots.includes(root)) throw notKml(root);
    isRoot = false;
  };
  readElements(text.trimStart(), budget.limits, {
    whole: new Set(['Placemark', ...declarations, ...Object.keys(unread)]),
    onOpen: checkRoot,
    onElement(element) {
      checkRoot(element.name);
      if (element.name === 'Schema') return schemas.add(element);
      if (declarations.includes(element.name)) return styles.add(element);
      const why = unread[element.name];
      if (why !== undefined) report.skip({ code: why }, nameOf(element));
      else {
        const properties = readProperties(element, { schemas, styles });
        builder.add(properties, () => readParts(element, budget));
      }
    },
  });
  return [builder.layer];
}

function nameOf(element: XmlElement): string {
  const link =
    childNamed(element, 'Link') ?? childNamed(element, 'Url') ?? childNamed(element, 'Icon');
  const address = link && childNamed(link, 'href')?.text;
  return [childNamed(element, 'name')?.text, address].filter(Boolean).join(', ') || element.name;
}

/** The encoding that the XML declaration names; the declaration itself is always ASCII. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}

function notKml(root: string): VectorError {
  return new VectorError({ code: 'xml-not-kml', params: { root: shorten(root) } });
}
