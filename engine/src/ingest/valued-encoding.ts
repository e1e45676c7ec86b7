/**
 * How a valued raster stores its values: as 16-bit whole numbers in ten-thousandths. Values reach
 * ±3, and the numbers can represent ±3.27.
 */
export const valuedEncoding = { sampleType: 'int16', scale: 1e-4, nodata: -32_768 } as const;
