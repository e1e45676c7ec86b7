#!/usr/bin/python3
"""The named peer of the benchmark: one change run with rasterio, numpy and scipy.

It does the job of `engine/src/analysis` the way a careful Python user would: STAC search, windowed
reads over HTTP from the overview that the grid needs, the same scenes, cloud mask and concurrency,
nearest-clear composites, iteratively reweighted MAD (Canty & Nielsen 2008) with the statistics on a
sample, clipped Otsu on the square root of Z, an 8-connected patch filter, areas, and three COGs.
Prints one JSON object.
"""
import argparse
import json
import os
import resource
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

os.environ.update(
    GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR",
    GDAL_HTTP_MULTIPLEX="YES",
    GDAL_HTTP_VERSION="2",
    GDAL_HTTP_MERGE_CONSECUTIVE_RANGES="YES",
    GDAL_CACHEMAX="512",
    CPL_VSIL_CURL_ALLOWED_EXTENSIONS=".tif",
    GDAL_NUM_THREADS="2",
    VSI_CACHE="TRUE",
)

import numpy as np
import rasterio
from rasterio.enums import Resampling
from rasterio.warp import transform_bounds
from rasterio.windows import from_bounds
from scipy import linalg, ndimage
from scipy.stats import chi2

BANDS = ["blue", "green", "red", "nir", "swir16", "swir22"]
UNCLEAR = [0, 1, 2, 3, 8, 9, 10, 11]
ENOUGH_CLEAR = 0.995
SAMPLE_PIXELS = 200_000


def search(stac, collection, bbox, start, end, day):
    west, south, east, north = bbox
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    body = {
        "intersects": {"type": "Polygon", "coordinates": [ring]},
        "datetime": f"{start}T00:00:00Z/{end}T23:59:59Z",
        "collections": [collection],
        "limit": 100,
    }
    request = urllib.request.Request(
        stac.rstrip("/") + "/search", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    items = json.load(urllib.request.urlopen(request, timeout=30))["features"]
    target = np.datetime64(day)
    return sorted(items, key=lambda item: abs(np.datetime64(item["properties"]["datetime"][:10]) - target))


def read_band(href, bounds, shape, resampling):
    with rasterio.open(href) as dataset:
        window = from_bounds(*bounds, transform=dataset.transform)
        return dataset.read(1, window=window, out_shape=shape, resampling=resampling)


def composite(items, bounds, shape, concurrency):
    """Fills each pixel from the clear scene nearest to the date; stops when the area is clear."""
    bands = np.zeros((len(BANDS), *shape), np.uint16)
    filled = np.zeros(shape, bool)
    scenes_read = 0
    with ThreadPoolExecutor(concurrency) as pool:
        for item in items:
            if filled.mean() >= ENOUGH_CLEAR:
                break
            assets = item["assets"]
            classes = read_band(assets["scl"]["href"], bounds, shape, Resampling.nearest)
            fill = ~filled & ~np.isin(classes, UNCLEAR)
            scenes_read += 1
            if not fill.any():
                continue
            reads = [
                pool.submit(read_band, assets[band]["href"], bounds, shape, Resampling.bilinear)
                for band in BANDS
            ]
            for index, read in enumerate(reads):
                values = read.result()
                bands[index][fill] = np.maximum(values[fill], 1)
            filled |= fill
    return bands, filled, scenes_read


def irmad(before, after, rounds=50, tolerance=1e-3):
    """Canty & Nielsen 2008 on a sample; returns Z for every pixel (bands × pixels in)."""
    count = before.shape[0]
    step = max(1, before.shape[1] // SAMPLE_PIXELS)
    x, y = before[:, ::step].astype(np.float64), after[:, ::step].astype(np.float64)
    weights = np.ones(x.shape[1])
    previous = np.zeros(count)
    for _ in range(rounds):
        stacked = np.vstack([x, y])
        mean = (stacked * weights).sum(1) / weights.sum()
        centred = stacked - mean[:, None]
        covariance = (centred * weights) @ centred.T / weights.sum()
        s11, s22 = covariance[:count, :count], covariance[count:, count:]
        s12 = covariance[:count, count:]
        squared, a = linalg.eigh(s12 @ linalg.solve(s22, s12.T, assume_a="pos"), s11)
        rho = np.sqrt(np.clip(squared, 0, 1 - 1e-9))
        b = linalg.solve(s22, s12.T @ a, assume_a="pos") / rho
        sigma2 = 2 * (1 - rho)
        mad = a.T @ centred[:count] - b.T @ centred[count:]
        weights = chi2.sf((mad**2 / sigma2[:, None]).sum(0), count)
        if np.abs(rho - previous).max() <= tolerance:
            break
        previous = rho
    z = np.zeros(before.shape[1], np.float32)
    for band in range(count):
        variate = a[:, band].astype(np.float32) @ (before - mean[:count, None].astype(np.float32))
        variate -= b[:, band].astype(np.float32) @ (after - mean[count:, None].astype(np.float32))
        z += variate**2 / np.float32(sigma2[band])
    return z


def otsu(values, bins=256):
    clipped = np.minimum(values, np.quantile(values, 0.995))
    histogram, edges = np.histogram(clipped, bins)
    centres = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(histogram)
    above = below[-1] - below
    total = np.cumsum(histogram * centres)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = below * above * (total / below - (total[-1] - total) / above) ** 2
    return centres[np.nanargmax(np.where((below == 0) | (above == 0), np.nan, between))]


def write_cog(path, bands, transform, crs, nodata, resampling):
    profile = dict(
        driver="COG", width=bands.shape[2], height=bands.shape[1], count=bands.shape[0],
        dtype=bands.dtype, crs=crs, transform=transform, nodata=nodata, compress="DEFLATE",
        level=1, predictor=2, num_threads=2, overview_resampling=resampling,
    )
    with rasterio.open(path, "w", **profile) as dataset:
        dataset.write(bands)


def main():
    parser = argparse.ArgumentParser()
    for name in ["stac", "collection", "epsg", "bounds", "before", "after", "window", "out", "concurrency"]:
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    started = time.perf_counter()
    bounds = [float(value) for value in options.bounds.split(",")]
    pixel = 10.0
    shape = (round((bounds[3] - bounds[1]) / pixel), round((bounds[2] - bounds[0]) / pixel))
    crs = f"EPSG:{options.epsg}"
    bbox = transform_bounds(crs, "EPSG:4326", *bounds)
    days = np.timedelta64(int(options.window), "D")
    marks = {}
    composites = []
    scenes_read = 0
    for day in [options.before, options.after]:
        target = np.datetime64(day)
        items = search(options.stac, options.collection, bbox, str(target - days), str(target + days), day)
        bands, filled, read = composite(items, bounds, shape, int(options.concurrency))
        composites.append((bands, filled))
        scenes_read += read
    marks["composites"] = time.perf_counter() - started
    clear = composites[0][1] & composites[1][1]
    z = irmad(*(bands[:, clear].astype(np.float32) for bands, _ in composites))
    root = np.sqrt(z)
    changed = np.zeros(shape, bool)
    changed[clear] = root > otsu(root)
    labels, _ = ndimage.label(changed, np.ones((3, 3)))
    sizes = np.bincount(labels.ravel())
    changed &= sizes[labels] >= 5
    marks["detected"] = time.perf_counter() - started
    transform = rasterio.transform.from_origin(bounds[0], bounds[3], pixel, pixel)
    os.makedirs(options.out, exist_ok=True)
    for name, (bands, _) in zip(["before", "after"], composites):
        write_cog(f"{options.out}/{name}.tif", bands, transform, crs, 0, "average")
    mask = np.where(clear, changed, 255).astype(np.uint8)
    write_cog(f"{options.out}/change.tif", mask[None], transform, crs, 255, "mode")
    print(json.dumps({
        "seconds": time.perf_counter() - started,
        "steps": marks,
        "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "scenesRead": scenes_read,
        "clearShare": float(clear.mean()),
        "changedPixels": int(changed.sum()),
    }))


main()
