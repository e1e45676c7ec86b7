/** The header `upload-metadata` of tus 1.0.0. */
export function uploadMetadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** The headers of a request that sends bytes of an upload from an offset on. */
export const chunkHeaders = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
