#!/usr/bin/python3
"""The named peer of the benchmark: one change run with rasterio, numpy and scipy.

It does the job of `engine/src/analysis` the way a careful Python user would: STAC search, scene
classifications first, the same cloud mask and margins (scipy.ndimage), the same choice of scenes,
windowed reads over HTTP with as many threads, each date in a process of its own, composites, one of
the methods beside this file and three COGs. Prints one JSON object. With `--only-read` it stops after the reads.
"""
import argparse
import json
import mmap
import multiprocessing
import os
import resource
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial

os.environ.update(
    GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR",
    GDAL_HTTP_MULTIPLEX="YES",
    GDAL_HTTP_VERSION="2",
    GDAL_HTTP_MERGE_CONSECUTIVE_RANGES="YES",
    GDAL_CACHEMAX="512",
    CPL_VSIL_CURL_ALLOWED_EXTENSIONS=".tif",
    VSI_CACHE="TRUE",
)

import numpy as np
import rasterio
from rasterio.enums import Resampling
from rasterio.warp import transform_bounds
from rasterio.windows import Window, from_bounds
from scipy import ndimage

import automatic_method
import irmad_method

BANDS = ["blue", "green", "red", "nir", "swir16", "swir22"]
PIXEL_METERS = 10
MASKED = [1, 2, 3, 8, 9, 10]
CLOUDS = [3, 8, 9, 10]
UNCLEAR = [0, 11]
ENOUGH_CLEAR = 0.995
SMALLEST_SHARE = 0.001
WAVE_SCENES = 4
METHODS = {
    "irmad": irmad_method.detect,
    "automatic": automatic_method.detect,
    "automatic-tuned": partial(automatic_method.detect, effort=automatic_method.TUNED),
}


def search(stac, collection, bbox, start, end):
    west, south, east, north = bbox
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    body = {
        "intersects": {"type": "Polygon", "coordinates": [ring]},
        "datetime": f"{start}T00:00:00Z/{end}T23:59:59Z",
        "collections": collection.split(","),
        "limit": 100,
    }
    request = urllib.request.Request(
        stac.rstrip("/") + "/search", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    return json.load(urllib.request.urlopen(request, timeout=30))["features"]


def distance_days(item, day, other_day, cloud_share):
    """Days from the date, half of the days between the seasons, 20 days for clouds all over."""
    time_of = lambda text: np.datetime64(text.rstrip("Z"), "s").astype(float) / 86_400
    taken = time_of(item["properties"]["datetime"])
    season = abs(taken - time_of(other_day + "T12:00:00")) % 365.25
    season = min(season, 365.25 - season)
    return abs(taken - time_of(day + "T12:00:00")) + 0.5 * season + 20 * cloud_share


def read_clear(href, bounds, shape):
    """Where a scene is clear on the work grid, and how much of what it shows is masked."""
    with rasterio.open(href) as dataset:
        size = dataset.transform.a
        exact = from_bounds(*bounds, transform=dataset.transform)
        margin = 12
        left, top = int(exact.col_off) - margin, int(exact.row_off) - margin
        window = Window(left, top, int(exact.width) + 2 * margin + 2, int(exact.height) + 2 * margin + 2)
        window = window.intersection(Window(0, 0, dataset.width, dataset.height))
        codes = dataset.read(1, window=window)
    grow = lambda mask, radius: ndimage.maximum_filter(
        mask.view(np.uint8), 2 * radius + 1, mode="constant", cval=0
    ).view(bool)
    clouds = np.isin(codes, CLOUDS)
    neighbours = ndimage.uniform_filter(clouds.astype(np.float32), 3, mode="constant") * 9
    solid = clouds & (neighbours > 2.5)
    covered = grow(solid, round(40 / size))
    half = round(100 / size / 2 - 0.5)
    cores = ~grow(~solid, half)
    covered |= grow(cores, half + round(140 / size))
    masked = np.where(clouds, covered, covered | np.isin(codes, MASKED)) & (codes != 0)
    clear = ~masked & ~np.isin(codes, UNCLEAR)
    axis = lambda offset, start, count: np.floor(
        offset - start + (np.arange(count) + 0.5) * PIXEL_METERS / size
    ).astype(int)
    place = np.ix_(
        axis(exact.row_off, window.row_off, shape[0]), axis(exact.col_off, window.col_off, shape[1])
    )
    observed = (codes != 0)[place].sum()
    return clear[place], masked[place].sum() / max(1, observed)


def survey(items, day, other_day, bounds, shape, pool):
    """Classifications, likely scenes first, a few at a time, until enough of the area is clear."""
    expected = lambda item: distance_days(
        item, day, other_day, item["properties"].get("eo:cloud_cover", 50) / 100
    )
    waiting = sorted(items, key=expected)
    seen = np.zeros(shape, bool)
    scenes = []
    while waiting and seen.mean() < ENOUGH_CLEAR:
        wave, waiting = waiting[:WAVE_SCENES], waiting[WAVE_SCENES:]
        reads = [pool.submit(read_clear, item["assets"]["scl"]["href"], bounds, shape) for item in wave]
        for item, read in zip(wave, reads):
            clear, cloud_share = read.result()
            scenes.append((distance_days(item, day, other_day, cloud_share), item, clear))
            seen |= clear
    return [(item, clear) for _, item, clear in sorted(scenes, key=lambda scene: scene[0])]


def assign(scenes, shape):
    """The pixels that each scene fills: the nearest one that is clear, until the area is filled."""
    filled = np.zeros(shape, bool)
    parts = []
    for item, clear in scenes:
        if filled.mean() >= ENOUGH_CLEAR:
            break
        fill = clear & ~filled
        if fill.mean() < SMALLEST_SHARE:
            continue
        filled |= fill
        parts.append((item, fill))
    return parts, filled


def read_part(href, bounds, fill):
    """One band of the rectangle in which a scene is needed, and where that rectangle lies."""
    rows, columns = np.flatnonzero(fill.any(1)), np.flatnonzero(fill.any(0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    west, north = bounds[0], bounds[3]
    part = (
        west + left * PIXEL_METERS, north - bottom * PIXEL_METERS,
        west + right * PIXEL_METERS, north - top * PIXEL_METERS,
    )
    with rasterio.open(href) as dataset:
        values = dataset.read(
            1, window=from_bounds(*part, transform=dataset.transform),
            out_shape=(bottom - top, right - left), resampling=Resampling.bilinear,
        )
    return values, np.s_[top:bottom, left:right]


def composite(parts, bounds, shape, pool):
    """All bands of all scenes at once; each pixel from the scene that it is assigned to."""
    bands = np.zeros((len(BANDS), *shape), np.uint16)

    def fill_band(index, item, fill):
        values, place = read_part(item["assets"][BANDS[index]]["href"], bounds, fill)
        np.copyto(bands[index][place], np.maximum(values, 1), where=fill[place])

    fills = [
        pool.submit(fill_band, index, item, fill)
        for item, fill in parts
        for index in range(len(BANDS))
    ]
    for fill in fills:
        fill.result()
    return bands


def write_cog(path, bands, transform, crs, nodata, resampling):
    profile = dict(
        driver="COG", width=bands.shape[2], height=bands.shape[1], count=bands.shape[0],
        dtype=bands.dtype, crs=crs, transform=transform, nodata=nodata, compress="DEFLATE",
        level=1, predictor=2, num_threads=2, overview_resampling=resampling,
    )
    with rasterio.open(path, "w", **profile) as dataset:
        dataset.write(bands)


def shared_array(shape, dtype):
    """An array that a forked process fills for this one."""
    count = int(np.prod(shape))
    memory = mmap.mmap(-1, count * np.dtype(dtype).itemsize)
    return np.frombuffer(memory, dtype, count).reshape(shape)


def read_date(options, day, other_day, bounds, shape, crs, bands, filled, counts):
    """One date's composite, by a process of its own."""
    bbox = transform_bounds(crs, "EPSG:4326", *bounds)
    days = np.timedelta64(int(options.window), "D")
    target = np.datetime64(day)
    with ThreadPoolExecutor(int(options.threads)) as pool:
        items = search(options.stac, options.collection, bbox, str(target - days), str(target + days))
        parts, clear = assign(survey(items, day, other_day, bounds, shape, pool), shape)
        filled[:] = clear
        bands[:] = composite(parts, bounds, shape, pool)
    counts.put(len(parts))


def read_composites(options, bounds, shape, crs):
    """Both dates at the same time, in two processes."""
    processes = multiprocessing.get_context("fork")
    counts = processes.SimpleQueue()
    bands = [shared_array((len(BANDS), *shape), np.uint16) for _ in range(2)]
    filled = [shared_array(shape, bool) for _ in range(2)]
    dates = [(options.before, options.after), (options.after, options.before)]
    readers = [
        processes.Process(target=read_date, args=(options, *date, bounds, shape, crs, *arrays, counts))
        for date, *arrays in zip(dates, bands, filled)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
        if reader.exitcode != 0:
            raise SystemExit("A process that reads a date failed.")
    return bands, filled, sum(counts.get() for _ in readers)


def main():
    parser = argparse.ArgumentParser()
    for name in ["stac", "collection", "epsg", "bounds", "before", "after", "window", "out", "threads"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--method", choices=METHODS, default="irmad")
    parser.add_argument("--only-read", action="store_true")
    options = parser.parse_args()
    started = time.perf_counter()
    bounds = [float(value) for value in options.bounds.split(",")]
    west, south, east, north = bounds
    shape = (round((north - south) / PIXEL_METERS), round((east - west) / PIXEL_METERS))
    crs = f"EPSG:{options.epsg}"
    composites, filled, scenes_used = read_composites(options, bounds, shape, crs)
    clear = filled[0] & filled[1]
    marks = {"composites": time.perf_counter() - started}
    if not options.only_read:
        detect_and_write(options, composites, clear, crs, marks, started)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({
        "seconds": time.perf_counter() - started,
        "cpuSeconds": sum(one.ru_utime + one.ru_stime for one in usage),
        "steps": marks,
        # Of its largest process.
        "peakMegabytes": max(one.ru_maxrss for one in usage) / 1024,
        "scenesUsed": scenes_used,
        "clearShare": float(clear.mean()),
    }))


def detect_and_write(options, composites, clear, crs, marks, started):
    changed, unobserved = METHODS[options.method](*composites, clear)
    marks["detected"] = time.perf_counter() - started
    west, _, _, north = [float(value) for value in options.bounds.split(",")]
    transform = rasterio.transform.from_origin(west, north, PIXEL_METERS, PIXEL_METERS)
    os.makedirs(options.out, exist_ok=True)
    for name, bands in zip(["before", "after"], composites):
        write_cog(f"{options.out}/{name}.tif", bands, transform, crs, 0, "average")
    mask = np.where(clear & ~unobserved, changed, 255).astype(np.uint8)
    write_cog(f"{options.out}/change.tif", mask[None], transform, crs, 255, "mode")


main()
