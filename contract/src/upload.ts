import { limits } from './limits.ts';

/** What a file that is uploaded may be, with the endings that its name may have. */
export const uploadTypes = {
  raster: ['.tif', '.tiff'],
  vector: ['.json', '.kml', '.kmz', '.zip'],
  picture: ['.jpg', '.jpeg', '.png', '.webp'],
} as const;

export type UploadType = keyof typeof uploadTypes;

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
  if (!uploadTypes[type].some((ending) => name.endsWith(ending))) {
    // "must must" stands in the specification.
    faults.push(`Error: File must must be of type ${uploadTypes[type].join(', ')}.`);
  }
  if (file.size > maxBytes) {
    faults.push(`Error: File size cannot be larger than ${maxBytes / 1_000_000} MB.`);
  }
  return faults;
}
