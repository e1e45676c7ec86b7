"""Writes one raster to measure on: python3 make_raster.py PATH MEGABYTES TYPE COMPRESSION LAYOUT

TYPE is float32 (terrain with the noise of a sensor), uint8 (patches of classes) or noise (float32
that can't be packed); COMPRESSION is DEFLATE, LZW or NONE; LAYOUT is strips or tiles.
"""

import math
import sys

import numpy
from osgeo import gdal, osr

path, megabytes, kind, compression, layout = sys.argv[1:]
gdal.UseExceptions()
bytes_per_sample = 1 if kind == "uint8" else 4
side = int(math.sqrt(float(megabytes) * 1e6 / bytes_per_sample))
options = ["COMPRESS=" + compression, "BIGTIFF=IF_SAFER"]
if compression != "NONE":
    options.append("PREDICTOR=" + ("2" if kind == "uint8" else "3"))
if layout == "tiles":
    options += ["TILED=YES", "BLOCKXSIZE=512", "BLOCKYSIZE=512"]
data_type = gdal.GDT_Byte if kind == "uint8" else gdal.GDT_Float32
dataset = gdal.GetDriverByName("GTiff").Create(path, side, side, 1, data_type, options)
reference = osr.SpatialReference()
reference.ImportFromEPSG(5070)
dataset.SetProjection(reference.ExportToWkt())
dataset.SetGeoTransform([-1_000_000, 30, 0, 2_500_000, 0, -30])
band = dataset.GetRasterBand(1)
band.SetNoDataValue(255 if kind == "uint8" else -9999)
random = numpy.random.default_rng(7)
columns = numpy.arange(side, dtype="f4")
for first in range(0, side, 512):
    rows = numpy.arange(first, min(side, first + 512), dtype="f4")[:, None]
    if kind == "noise":
        samples = random.random((len(rows), side), dtype="f4")
    else:
        samples = (
            600
            + 300 * numpy.sin(columns / 700) * numpy.cos(rows / 900)
            + 60 * numpy.sin(columns / 40 + rows / 55)
            + 8 * numpy.cos(columns / 7) * numpy.sin(rows / 6)
        )
        if kind == "uint8":
            samples = (samples / 60 + random.random((len(rows), side), dtype="f4")).astype("u1")
        else:
            samples += random.standard_normal((len(rows), side), dtype="f4")
            samples[((columns / 2000).astype("i4") + (rows / 2000).astype("i4")) == 3] = -9999
    band.WriteArray(samples.astype("u1" if kind == "uint8" else "f4"), 0, first)
dataset = None
