#!/usr/bin/python3
"""The named peer for map tiles: what rio-tiler does, with rasterio alone.

For each tile: open the file, a WarpedVRT that is the tile (bilinear; nearest for the change layer),
which reads the overview that suffices, the stretch of the natural
colours, or the colours of the classes, and a PNG by GDAL's own driver, as rio-tiler's `render` makes
it. Reads one JSON line, an array of {path, layer, z, x, y}; prints the milliseconds of each tile.
"""
import json
import math
import sys
import time
import warnings

import numpy as np
import rasterio
from rasterio.enums import Resampling
from rasterio.io import MemoryFile
from rasterio.transform import from_bounds
from rasterio.vrt import WarpedVRT

warnings.filterwarnings("ignore")
HALF_WORLD = math.pi * 6_378_137
BLACK, WHITE, GAMMA = 0.01, 0.3, 1.6
COLOURS = np.zeros((256, 4), np.uint8)
COLOURS[1:7] = [255, 82, 28, 205]
COLOURS[255] = [226, 229, 232, 150]
numbers = np.arange(65536) / 10_000
BRIGHTNESS = np.round(255 * np.clip((numbers - BLACK) / (WHITE - BLACK), 0, 1) ** (1 / GAMMA)).astype(np.uint8)


def render(path, layer, z, x, y, size=256):
    meters = 2 * HALF_WORLD / 2**z
    west, north = x * meters - HALF_WORLD, HALF_WORLD - y * meters
    bounds = (west, north - meters, west + meters, north)
    is_change = layer == "change"
    resampling = Resampling.nearest if is_change else Resampling.bilinear
    grid = dict(crs="EPSG:3857", transform=from_bounds(*bounds, size, size), width=size, height=size)
    with rasterio.open(path) as dataset:
        with WarpedVRT(dataset, resampling=resampling, add_alpha=not is_change, **grid) as vrt:
            if is_change:
                rgba = COLOURS[vrt.read(1)].transpose(2, 0, 1)
            else:
                names = list(dataset.descriptions)
                bands = [names.index(name) + 1 for name in ("red", "green", "blue")]
                data = vrt.read([*bands, vrt.count])
                rgba = np.empty((4, size, size), np.uint8)
                rgba[:3] = BRIGHTNESS[data[:3]]
                rgba[3] = np.where(data[3] > 0, 255, 0)
    with MemoryFile() as memory:
        with memory.open(driver="PNG", width=size, height=size, count=4, dtype="uint8", ZLEVEL=6) as png:
            png.write(rgba)
        return memory.read()


for line in sys.stdin:
    times = []
    for tile in json.loads(line):
        started = time.perf_counter()
        png = render(**tile)
        assert png[:4] == b"\x89PNG"
        times.append((time.perf_counter() - started) * 1000)
    print(json.dumps(times), flush=True)
