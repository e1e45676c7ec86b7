import { memorySink, writeCog } from '@refugia/engine/tiff/index.ts';
import type { ValueMapperCalls } from './value-mapper-calls.ts';

/**
 * Makes a GeoTIFF of float32 in UTM zone 13. Each pixel holds the number of its column, from 0 in
 * the west, and the first row has no data.
 * @param isPlaced whether the file says where its pixels lie
 */
export async function makeSlope({
  width = 100,
  height = 80,
  epsg = 32613 as number | null,
  isPlaced = true,
} = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const samples = Float32Array.from({ length: width * height }, (_, index) =>
    index < width ? -9999 : index % width,
  );
  const affine = [30, 0, 500_000, 0, -30, 4_500_000] as const;
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  const place = { ...(isPlaced && { affine }), ...(epsg !== null && { epsg }) };
  await writeCog({ ...image, ...place, nodata: -9999 }, sink, { overviews: 'none' });
  return sink.bytes();
}

export const blackToWhite = '{"min":"black","zero":"gray","max":"white"}';

/**
 * Values a layer's raster by a curve and waits for the result.
 * @returns valRstDatasetID
 */
export async function valueByCurve(
  calls: ValueMapperCalls,
  dataLayerID: number,
  fnType: string,
  fnCoeffs: object,
): Promise<number> {
  const posted = await calls.ask('POST', 'val_rst_datasets_ctrl', {
    dataLayerID,
    colorPalette: blackToWhite,
    fnType,
    fnCoeffs: JSON.stringify(fnCoeffs),
  });
  const { valRstDatasetID } = posted.json();
  for (const type of ['genValRst', 'genValImg']) {
    const put = await calls.ask('PUT', 'val_rst_datasets_ctrl', { valRstDatasetID, type });
    if (put.statusCode !== 200) throw new Error(`${type}: ${put.statusCode} ${put.body}`);
  }
  return valRstDatasetID;
}
