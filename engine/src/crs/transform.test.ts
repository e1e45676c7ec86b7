import { expect, test } from 'vitest';
import { told } from '../../testing/told.ts';
import { CrsError } from './errors.ts';
import { coordinateTransform } from './transform.ts';

// Expected: PROJ through rasterio.warp.transform (rasterio 1.3.5).
test.for([
  [-104.9903, 39.7392, 32613, 500_831.13, 4_398_811.668],
  [15.5, 45.9, 32633, 538_785.829, 5_083_058.438],
  [-58.4, -34.6, 32721, 371_624.544, 6_170_423.24],
  [-104.9903, 39.7392, 3857, -11_687_466.734, 4_828_115.596],
  [-104.9903, 39.7392, 5070, -762_409.048, 1_893_843.6],
  [-80.1, 25.8, 5070, 1_602_548.375, 440_157.55],
  [-122.5, 47.25, 6933, -11_819_569.331, 5_380_424.161],
  [-166.54, 53.88, 3338, -821_109.052, 507_294.197],
  // In the Aleutians PROJ knows NAD83 to lie a metre beside WGS 84; here are its figures without that.
  [179.5, 51.5, 3338, -1_802_126.395, 530_047.316],
  [-178.7, 51.8, 3338, -1_673_573.433, 513_704.093],
  [177.5, -18.1, 8859, 2_572_509.135, -2_306_113.272],
  [-175.2, 65, 8859, 2_388_265.161, 7_331_409.093],
] as const)(
  'longitude %f, latitude %f in EPSG:%i, there and back',
  ([longitude, latitude, epsg, x, y]) => {
    const [toX, toY] = coordinateTransform(4326, epsg)(longitude, latitude);
    expect(toX).toBeCloseTo(x, 2);
    expect(toY).toBeCloseTo(y, 2);
    const [back, backLatitude] = coordinateTransform(epsg, 4326)(x, y);
    expect(back).toBeCloseTo(longitude, 7);
    expect(backLatitude).toBeCloseTo(latitude, 7);
  },
);

test.each([0, 32600, 32799, 2056, 2277, 4807])('EPSG:%i is refused by its code', (epsg) => {
  expect(() => coordinateTransform(epsg, 4326)).toThrow(CrsError);
  expect(() => told(() => coordinateTransform(4326, epsg))).toThrow(`EPSG:${epsg}`);
});
