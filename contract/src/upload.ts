import { limits } from './limits.ts';

/** What a file that is uploaded may be, with the endings of names that the specification lists. */
export const uploadTypes = {
  raster: ['.tif', '.tiff'],
  vector: ['.json', '.kml', '.kmz', '.zip'],
  picture: ['.jpg', '.jpeg', '.png', '.webp'],
} as const;

export type UploadType = keyof typeof uploadTypes;

/** Endings that are accepted besides: this product and others save GeoJSON as `.geojson`, too. */
const furtherEndings: Readonly<Partial<Record<UploadType, readonly string[]>>> = {
  vector: ['.geojson'],
};

/** Every ending that a file of this type may have, with its dot and in lower case. */
export function acceptedEndings(type: UploadType): readonly string[] {
  return [...uploadTypes[type], ...(furtherEndings[type] ?? [])];
}

interface UploadRules {
  type: UploadType;
  /** Default 1,000,000. */
  maxBytes?: number;
}

/**
 * What is wrong with a file by its name and size, as sentences; nothing when it may be uploaded.
 * What the file holds is judged when it is read.
 */
export function uploadFaults(
  file: { name: string; size: number },
  { type, maxBytes = limits.upload.defaultMaxBytes }: UploadRules,
): string[] {
  const name = file.name.toLowerCase();
  const faults: string[] = [];
  if (!acceptedEndings(type).some((ending) => name.endsWith(ending))) {
    // "must must" stands in the specification.
    faults.push(`Error: File must must be of type ${uploadTypes[type].join(', ')}.`);
  }
  if (file.size > maxBytes) {
    faults.push(`Error: File size cannot be larger than ${maxBytes / 1_000_000} MB.`);
  }
  return faults;
}
