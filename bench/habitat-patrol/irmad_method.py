"""Plain IR-MAD in numpy and scipy (Canty & Nielsen 2008): statistics on a sample, clipped Otsu on the
square root of Z, an 8-connected patch filter.
"""
import numpy as np
from scipy import linalg, ndimage
from scipy.stats import chi2

SAMPLE_PIXELS = 200_000
SMALLEST_PATCH_PIXELS = 5


def detect(before, after, clear):
    """Changed pixels, and that none is taken back (bands × rows × columns in)."""
    magnitude = magnitude_of(*(bands[:, clear].astype(np.float32) for bands in (before, after)))
    root = np.sqrt(magnitude)
    changed = np.zeros(clear.shape, bool)
    changed[clear] = root > otsu(root)
    labels, _ = ndimage.label(changed, np.ones((3, 3)))
    sizes = np.bincount(labels.ravel())
    changed &= sizes[labels] >= SMALLEST_PATCH_PIXELS
    return changed, np.zeros_like(changed)


def magnitude_of(before, after, rounds=50, tolerance=1e-3):
    """Z for every pixel, statistics on a sample (bands × pixels in)."""
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
