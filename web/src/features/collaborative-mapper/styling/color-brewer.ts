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

/** ColorBrewer's ramps for 3, 4, … 9 classes, as red, green and blue in hexadecimal digits. */
export const colorBrewerRamps = {
  YlGnBu: [
    'edf8b1 7fcdbb 2c7fb8',
    'ffffcc a1dab4 41b6c4 225ea8',
    'ffffcc a1dab4 41b6c4 2c7fb8 253494',
    'ffffcc c7e9b4 7fcdbb 41b6c4 2c7fb8 253494',
    'ffffcc c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84',
    'ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84',
    'ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58',
  ],
  YlGn: [
    'f7fcb9 addd8e 31a354',
    'ffffcc c2e699 78c679 238443',
    'ffffcc c2e699 78c679 31a354 006837',
    'ffffcc d9f0a3 addd8e 78c679 31a354 006837',
    'ffffcc d9f0a3 addd8e 78c679 41ab5d 238443 005a32',
    'ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 005a32',
    'ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 006837 004529',
  ],
  Greens: [
    'e5f5e0 a1d99b 31a354',
    'edf8e9 bae4b3 74c476 238b45',
    'edf8e9 bae4b3 74c476 31a354 006d2c',
    'edf8e9 c7e9c0 a1d99b 74c476 31a354 006d2c',
    'edf8e9 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32',
    'f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32',
    'f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b',
  ],
  Blues: [
    'deebf7 9ecae1 3182bd',
    'eff3ff bdd7e7 6baed6 2171b5',
    'eff3ff bdd7e7 6baed6 3182bd 08519c',
    'eff3ff c6dbef 9ecae1 6baed6 3182bd 08519c',
    'eff3ff c6dbef 9ecae1 6baed6 4292c6 2171b5 084594',
    'f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 084594',
    'f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b',
  ],
  YlOrBr: [
    'fff7bc fec44f d95f0e',
    'ffffd4 fed98e fe9929 cc4c02',
    'ffffd4 fed98e fe9929 d95f0e 993404',
    'ffffd4 fee391 fec44f fe9929 d95f0e 993404',
    'ffffd4 fee391 fec44f fe9929 ec7014 cc4c02 8c2d04',
    'ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 8c2d04',
    'ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 993404 662506',
  ],
  OrRd: [
    'fee8c8 fdbb84 e34a33',
    'fef0d9 fdcc8a fc8d59 d7301f',
    'fef0d9 fdcc8a fc8d59 e34a33 b30000',
    'fef0d9 fdd49e fdbb84 fc8d59 e34a33 b30000',
    'fef0d9 fdd49e fdbb84 fc8d59 ef6548 d7301f 990000',
    'fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f 990000',
    'fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000',
  ],
  Purples: [
    'efedf5 bcbddc 756bb1',
    'f2f0f7 cbc9e2 9e9ac8 6a51a3',
    'f2f0f7 cbc9e2 9e9ac8 756bb1 54278f',
    'f2f0f7 dadaeb bcbddc 9e9ac8 756bb1 54278f',
    'f2f0f7 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486',
    'fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486',
    'fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d',
  ],
  Greys: [
    'f0f0f0 bdbdbd 636363',
    'f7f7f7 cccccc 969696 525252',
    'f7f7f7 cccccc 969696 636363 252525',
    'f7f7f7 d9d9d9 bdbdbd 969696 636363 252525',
    'f7f7f7 d9d9d9 bdbdbd 969696 737373 525252 252525',
    'ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525',
    'ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000',
  ],
  PuOr: [
    'f1a340 f7f7f7 998ec3',
    'e66101 fdb863 b2abd2 5e3c99',
    'e66101 fdb863 f7f7f7 b2abd2 5e3c99',
    'b35806 f1a340 fee0b6 d8daeb 998ec3 542788',
    'b35806 f1a340 fee0b6 f7f7f7 d8daeb 998ec3 542788',
    'b35806 e08214 fdb863 fee0b6 d8daeb b2abd2 8073ac 542788',
    'b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788',
  ],
  BrBG: [
    'd8b365 f5f5f5 5ab4ac',
    'a6611a dfc27d 80cdc1 018571',
    'a6611a dfc27d f5f5f5 80cdc1 018571',
    '8c510a d8b365 f6e8c3 c7eae5 5ab4ac 01665e',
    '8c510a d8b365 f6e8c3 f5f5f5 c7eae5 5ab4ac 01665e',
    '8c510a bf812d dfc27d f6e8c3 c7eae5 80cdc1 35978f 01665e',
    '8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e',
  ],
  PRGn: [
    'af8dc3 f7f7f7 7fbf7b',
    '7b3294 c2a5cf a6dba0 008837',
    '7b3294 c2a5cf f7f7f7 a6dba0 008837',
    '762a83 af8dc3 e7d4e8 d9f0d3 7fbf7b 1b7837',
    '762a83 af8dc3 e7d4e8 f7f7f7 d9f0d3 7fbf7b 1b7837',
    '762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837',
    '762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837',
  ],
  PiYG: [
    'e9a3c9 f7f7f7 a1d76a',
    'd01c8b f1b6da b8e186 4dac26',
    'd01c8b f1b6da f7f7f7 b8e186 4dac26',
    'c51b7d e9a3c9 fde0ef e6f5d0 a1d76a 4d9221',
    'c51b7d e9a3c9 fde0ef f7f7f7 e6f5d0 a1d76a 4d9221',
    'c51b7d de77ae f1b6da fde0ef e6f5d0 b8e186 7fbc41 4d9221',
    'c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221',
  ],
  RdBu: [
    'ef8a62 f7f7f7 67a9cf',
    'ca0020 f4a582 92c5de 0571b0',
    'ca0020 f4a582 f7f7f7 92c5de 0571b0',
    'b2182b ef8a62 fddbc7 d1e5f0 67a9cf 2166ac',
    'b2182b ef8a62 fddbc7 f7f7f7 d1e5f0 67a9cf 2166ac',
    'b2182b d6604d f4a582 fddbc7 d1e5f0 92c5de 4393c3 2166ac',
    'b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac',
  ],
  RdYlBu: [
    'fc8d59 ffffbf 91bfdb',
    'd7191c fdae61 abd9e9 2c7bb6',
    'd7191c fdae61 ffffbf abd9e9 2c7bb6',
    'd73027 fc8d59 fee090 e0f3f8 91bfdb 4575b4',
    'd73027 fc8d59 fee090 ffffbf e0f3f8 91bfdb 4575b4',
    'd73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4',
    'd73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4',
  ],
  RdYlGn: [
    'fc8d59 ffffbf 91cf60',
    'd7191c fdae61 a6d96a 1a9641',
    'd7191c fdae61 ffffbf a6d96a 1a9641',
    'd73027 fc8d59 fee08b d9ef8b 91cf60 1a9850',
    'd73027 fc8d59 fee08b ffffbf d9ef8b 91cf60 1a9850',
    'd73027 f46d43 fdae61 fee08b d9ef8b a6d96a 66bd63 1a9850',
    'd73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850',
  ],
  Spectral: [
    'fc8d59 ffffbf 99d594',
    'd7191c fdae61 abdda4 2b83ba',
    'd7191c fdae61 ffffbf abdda4 2b83ba',
    'd53e4f fc8d59 fee08b e6f598 99d594 3288bd',
    'd53e4f fc8d59 fee08b ffffbf e6f598 99d594 3288bd',
    'd53e4f f46d43 fdae61 fee08b e6f598 abdda4 66c2a5 3288bd',
    'd53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd',
  ],
} as const;

/** ColorBrewer's colours for values that have no order. */
export const colorBrewerPalettes = {
  Dark2: '1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666',
  Set2: '66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3',
  Paired: 'a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928',
  Set1: 'e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999',
  Set3: '8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f',
} as const;
