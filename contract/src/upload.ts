import { limits } from './limits.ts';

/** The types of files that can be uploaded, with the endings that the specification lists. */
export const uploadTypes = {
  raster: ['.tif', '.tiff'],
  vector: ['.json', '.kml', '.kmz', '.zip'],
  picture: ['.jpg', '.jpeg', '.png', '.webp'],
} as const;

export type UploadType = keyof typeof uploadTypes;

/** Every accepted ending of a type, with its dot and in lower case. */
export function acceptedEndings(type: UploadType): readonly string[] {
  // This product and others save GeoJSON as `.geojson`.
  return type === 'vector' ? [...uploadTypes.vector, '.geojson'] : uploadTypes[type];
}

/** The sentences about a form whose file is missing, and about a file without content. */
export const noFile = { missing: 'Please choose a file.', empty: 'This file is empty.' };

interface UploadRules {
  type: UploadType;
  /** Default 1,000,000. */
  maxBytes?: number;
}

/**
 * Describes in sentences what is wrong with a file's name and size. The list is empty when the file
 * may be uploaded. Its content is checked when it is read.
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
