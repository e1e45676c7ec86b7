/*
 * Apache-Style Software License for ColorBrewer software and ColorBrewer Color Schemes
 *
 * Copyright (c) 2002 Cynthia Brewer, Mark Harrower, and The Pennsylvania State University.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 * http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 *
 * This product includes color specifications and designs developed by Cynthia Brewer
 * (http://colorbrewer.org/).
 */

/** The colours of ColorBrewer's ramps. Each number of classes takes some of them. */
const sequential = {
  YlGnBu:
    'ffffd9 ffffcc edf8b1 c7e9b4 a1dab4 7fcdbb 41b6c4 1d91c0 2c7fb8 225ea8 253494 0c2c84 081d58',
  YlGn: 'ffffe5 ffffcc f7fcb9 d9f0a3 c2e699 addd8e 78c679 41ab5d 31a354 238443 006837 005a32 004529',
  Greens:
    'f7fcf5 edf8e9 e5f5e0 c7e9c0 bae4b3 a1d99b 74c476 41ab5d 31a354 238b45 006d2c 005a32 00441b',
  Blues:
    'f7fbff eff3ff deebf7 c6dbef bdd7e7 9ecae1 6baed6 4292c6 3182bd 2171b5 08519c 084594 08306b',
  YlOrBr:
    'ffffe5 ffffd4 fff7bc fee391 fed98e fec44f fe9929 ec7014 d95f0e cc4c02 993404 8c2d04 662506',
  OrRd: 'fff7ec fef0d9 fee8c8 fdd49e fdcc8a fdbb84 fc8d59 ef6548 e34a33 d7301f b30000 990000 7f0000',
  Purples:
    'fcfbfd f2f0f7 efedf5 dadaeb cbc9e2 bcbddc 9e9ac8 807dba 756bb1 6a51a3 54278f 4a1486 3f007d',
  Greys:
    'ffffff f7f7f7 f0f0f0 d9d9d9 cccccc bdbdbd 969696 737373 636363 525252 252525 252525 000000',
} as const;
const diverging = {
  PuOr: 'b35806 e66101 e08214 f1a340 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 998ec3 8073ac 5e3c99 542788',
  BrBG: '8c510a a6611a bf812d d8b365 dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 5ab4ac 35978f 018571 01665e',
  PRGn: '762a83 7b3294 9970ab af8dc3 c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 7fbf7b 5aae61 008837 1b7837',
  PiYG: 'c51b7d d01c8b de77ae e9a3c9 f1b6da fde0ef f7f7f7 e6f5d0 b8e186 a1d76a 7fbc41 4dac26 4d9221',
  RdBu: 'b2182b ca0020 d6604d ef8a62 f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 67a9cf 4393c3 0571b0 2166ac',
  RdYlBu:
    'd73027 d7191c f46d43 fc8d59 fdae61 fee090 ffffbf e0f3f8 abd9e9 91bfdb 74add1 2c7bb6 4575b4',
  RdYlGn:
    'd73027 d7191c f46d43 fc8d59 fdae61 fee08b ffffbf d9ef8b a6d96a 91cf60 66bd63 1a9641 1a9850',
  Spectral:
    'd53e4f d7191c f46d43 fc8d59 fdae61 fee08b ffffbf e6f598 abdda4 99d594 66c2a5 2b83ba 3288bd',
} as const;

/** Which colours of a ramp are taken for 3, 4, … 9 classes, as letters from a on. */
const ofSequential = 'cfi begj begik bdfgik bdfghjl acdfghjl acdfghjkm'.split(' ');
const ofDiverging = 'dgj beil begil adfhjm adfghjm acefhikm acefghikm'.split(' ');

export type RampName = keyof typeof sequential | keyof typeof diverging;

function isSequential(name: RampName): name is keyof typeof sequential {
  return name in sequential;
}

/** The colours of a ramp for 3 to 9 classes, in hexadecimal digits with blanks between them. */
export function colorBrewerRamp(name: RampName, classes: number): string {
  const [ramp, chosen] = isSequential(name)
    ? [sequential[name], ofSequential]
    : [diverging[name], ofDiverging];
  const colors = ramp.split(' ');
  const letters = [...chosen[classes - 3]];
  return letters.map((letter) => colors[letter.charCodeAt(0) - 97]).join(' ');
}

/** ColorBrewer's colours for values that have no order. */
export const colorBrewerPalettes = {
  Dark2: '1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666',
  Set2: '66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3',
  Paired: 'a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928',
  Set1: 'e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999',
  Set3: '8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f',
} as const;
