"""Writes values and zones to measure on: python3 make_zones.py RASTER ZONES SIDE COUNT

RASTER is a GeoTIFF of SIDE x SIDE values in steps of 0.0001; ZONES a JSON list of COUNT hexagons in longitude and
latitude that cover nearly all of it. Their sides have further corners, so that it makes no difference whether they are
straight on the grid or in degrees.
"""

import json
import math
import sys

import numpy
import rasterio
from rasterio.transform import Affine
from rasterio.warp import transform

raster, zones, side, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
place = Affine(30, 0, -1_000_000, 0, -30, 2_500_000)
profile = dict(driver="GTiff", width=side, height=side, count=1, dtype="int16", nodata=-32768, crs="EPSG:5070",
               transform=place, tiled=True, blockxsize=512, blockysize=512, compress="DEFLATE", predictor=2)
random = numpy.random.default_rng(7)
columns = numpy.arange(side, dtype="f4")
with rasterio.open(raster, "w", **profile) as target:
    target.scales = (1e-4,)
    for first in range(0, side, 512):
        rows = numpy.arange(first, min(side, first + 512), dtype="f4")[:, None]
        values = 4000 + 3000 * numpy.sin(columns / 700) * numpy.cos(rows / 900)
        values += 200 * random.standard_normal(values.shape, dtype="f4")
        values[((columns / 2000).astype("i4") + (rows / 2000).astype("i4")) == 3] = -32768
        target.write(values.astype("i2"), 1, window=((first, first + len(rows)), (0, side)))

across = round(math.sqrt(count))
step = side / across
shapes = []
for row in range(across):
    for column in range(across):
        # No side goes through the centres of pixels, which rounding would give to either side.
        left, top = (column + 0.5 * (row % 2)) * step + 0.137, row * step + 0.211
        corners = [(0.5, -0.17), (1, 0.17), (1, 0.83), (0.5, 1.17), (0, 0.83), (0, 0.17), (0.5, -0.17)]
        corners = [
            (x0 + (x1 - x0) * part / 16, y0 + (y1 - y0) * part / 16)
            for (x0, y0), (x1, y1) in zip(corners, corners[1:])
            for part in range(16)
        ] + corners[-1:]
        xs, ys = zip(*[place * (left + x * step, top + y * step) for x, y in corners])
        longitudes, latitudes = transform("EPSG:5070", "EPSG:4326", xs, ys)
        shapes.append({"type": "Polygon", "coordinates": [[list(each) for each in zip(longitudes, latitudes)]]})
with open(zones, "w") as target:
    json.dump(shapes, target)
