"""Statistics of zones as they are written with rasterio and numpy: python3 reference.py RASTER ZONES THRESHOLD RESULT

For each zone the window around it is read, and the pixels with their centre inside are those of rasterio's mask. The grid
has equal areas, so that no weights are needed.
"""

import json
import sys

import numpy
import rasterio
from rasterio.features import geometry_mask, geometry_window
from rasterio.warp import transform_geom

path, zones, threshold, result = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
with open(zones) as source:
    shapes = json.load(source)
found = []
with rasterio.open(path) as raster:
    scale = raster.scales[0]
    pixel = abs(raster.transform.a * raster.transform.e) / 10_000
    for shape in transform_geom("EPSG:4326", raster.crs, shapes):
        try:
            window = geometry_window(raster, [shape])
        except rasterio.errors.WindowError:
            found.append([0, None, None, None, 0])
            continue
        values = raster.read(1, window=window)
        inside = geometry_mask([shape], values.shape, raster.window_transform(window), invert=True)
        inside &= values != raster.nodata
        values = values[inside] * scale
        if len(values) == 0:
            found.append([0, None, None, None, 0])
            continue
        above = pixel * int(numpy.count_nonzero(values >= threshold - 1e-9))
        found.append([pixel * len(values), values.mean(), values.min(), values.max(), above])
with open(result, "w") as target:
    json.dump(found, target)
