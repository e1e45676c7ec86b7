"""Draws tiles as rio-tiler does, each valued by a curve and coloured; prints milliseconds of each.

python3 tiles_reference.py RASTER MINIMUM MAXIMUM TILES, TILES as JSON [[z, x, y], …]
"""

import json
import sys
import time

import numpy
import rasterio
from rasterio.enums import Resampling
from rasterio.io import MemoryFile
from rasterio.transform import from_bounds
from rasterio.vrt import WarpedVRT

path, minimum, maximum, tiles = sys.argv[1:]
minimum, maximum = float(minimum), float(maximum)
world = 40075016.68557849
ramp = numpy.arange(256)
palette = {int(index): (int(index), 128, 255 - int(index), 255) for index in ramp}


def draw(source, z, x, y):
    size = world / 2**z
    west, north = x * size - world / 2, world / 2 - y * size
    transform = from_bounds(west, north - size, west + size, north, 256, 256)
    with WarpedVRT(
        source,
        crs="EPSG:3857",
        transform=transform,
        width=256,
        height=256,
        resampling=Resampling.bilinear,
        add_alpha=False,
    ) as warped:
        numbers = warped.read(1, masked=True)
    share = numpy.clip((numbers.filled(minimum) - minimum) / (maximum - minimum), 0, 1)
    values = numpy.log1p(numpy.expm1(5) * share) / 5
    indices = numpy.where(numbers.mask, 0, 1 + numpy.round(values * 254)).astype("u1")
    with MemoryFile() as memory:
        with memory.open(driver="PNG", width=256, height=256, count=1, dtype="u1", ZLEVEL=3) as png:
            png.write(indices, 1)
            png.write_colormap(1, palette)
        return memory.read()


with rasterio.Env(GDAL_CACHEMAX=64), rasterio.open(path) as source:
    milliseconds = []
    for z, x, y in json.loads(tiles):
        started = time.monotonic()
        draw(source, z, x, y)
        milliseconds.append(1000 * (time.monotonic() - started))
print("\n" + json.dumps(milliseconds))
