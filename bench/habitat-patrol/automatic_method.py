"""The automatic method that the default method grew from, in numpy and scipy.

Ridge IR-MAD (Canty & Nielsen 2008) on a sample, then a noise floor, a local bias on a coarse grid,
weaker evidence at edges, an empirical null (Wilson & Hilferty), a threshold by Otsu and by
Kittler & Illingworth, a mean field, a look at what lies beside masks, and a smallest patch.

Plain, it is in double precision and takes each statistic from all pixels, as one writes it first.
Tuned, it is in single precision, takes statistics from a sample and looks probabilities up.
"""
from dataclasses import dataclass

import numpy as np
from scipy import linalg, ndimage
from scipy.stats import chi2, norm

SAMPLE_PIXELS = 200_000
RIDGE = 0.005
NOISE = 0.02
BIAS_CELL_PIXELS = 32
BIAS_PSEUDO_WEIGHT = 60
EIGHT_NEIGHBOURS = np.ones((3, 3), bool)
TABLE_END = 60
TABLE_STEPS = 4096


@dataclass(frozen=True)
class Effort:
    precision: type
    statistics_pixels: int

    def sample_of(self, values):
        """Every n-th value along the last axis."""
        return every_nth(values, self.statistics_pixels)


PLAIN = Effort(np.float64, statistics_pixels=2**62)
TUNED = Effort(np.float32, statistics_pixels=SAMPLE_PIXELS)


def every_nth(values, count):
    return values[..., :: max(1, values.shape[-1] // count)]


def detect(before, after, clear, effort=PLAIN):
    """Changed pixels and those that are too near to a mask to tell (bands × rows × columns in)."""
    pictures = (before, after)
    before, after = (standardised(bands, clear, effort) for bands in pictures)
    magnitude = reweighted_magnitude(before, after, clear, effort)
    magnitude /= edge_factor(before, after, magnitude, clear, effort)
    score = null_score(magnitude, clear, effort)
    threshold = threshold_of(effort.sample_of(score[clear]))
    changed = mean_field(score, threshold, clear)
    unobserved = beside_masks(changed, *pictures, clear)
    changed &= ~unobserved
    return without_small_patches(changed, score > threshold + 1.5), unobserved


def standardised(bands, clear, effort):
    result = np.zeros(bands.shape, effort.precision)
    for band, values in enumerate(bands):
        sample = effort.sample_of(values[clear]).astype(effort.precision)
        highest = np.quantile(sample, 0.999)
        np.minimum(sample, highest, out=sample)
        np.minimum(values, effort.precision(highest), out=result[band])
        result[band] -= sample.mean(dtype=np.float64)
        result[band] /= max(sample.std(dtype=np.float64), 1e-6)
        result[band] *= clear
    return result


def fit(x, y, rounds=20, tolerance=1e-3):
    """Directions a and b (bands × variates) and each variate's variance, from a sample."""
    count = len(x)
    stacked = np.vstack([x, y]).astype(np.float64)
    weights = np.ones(x.shape[1])
    previous = np.zeros(count)
    for _ in range(rounds):
        mean = stacked @ weights / weights.sum()
        centred = stacked - mean[:, None]
        covariance = (centred * weights) @ centred.T / weights.sum() + RIDGE * np.eye(2 * count)
        s11, s22 = covariance[:count, :count], covariance[count:, count:]
        s12 = covariance[:count, count:]
        squared, a = linalg.eigh(s12 @ linalg.solve(s22, s12.T, assume_a="pos"), s11)
        rho = np.sqrt(np.clip(squared, 1e-12, 1 - 1e-9))
        b = linalg.solve(s22, s12.T @ a, assume_a="pos") / rho
        variance = 2 * (1 - rho) + NOISE**2 * ((a**2).sum(0) + (b**2).sum(0))
        mad = a.T @ centred[:count] - b.T @ centred[count:]
        z = (mad**2 / variance[:, None]).sum(0)
        weights = chi2.sf(z * chi2.median(count) / max(np.median(z), 1e-9), count)
        if np.abs(rho - previous).max() <= tolerance:
            break
        previous = rho
    return a, b, mean, variance


def reweighted_magnitude(before, after, clear, effort):
    """The sum of squared variates, free of local bias."""
    count = len(before)
    sample = [every_nth(bands.reshape(count, -1), SAMPLE_PIXELS) for bands in (before, after)]
    inside = every_nth(clear.ravel(), SAMPLE_PIXELS)
    fitted = fit(*(bands[:, inside] for bands in sample))
    a, b, mean, variance = (one.astype(effort.precision) for one in fitted)
    deviation = np.sqrt(variance)[:, None]
    variates = (a.T / deviation) @ before.reshape(count, -1)
    variates -= (b.T / deviation) @ after.reshape(count, -1)
    variates -= (a.T @ mean[:count] - b.T @ mean[count:])[:, None] / deviation
    variates = variates.reshape(before.shape)
    magnitude = np.einsum("byx,byx->yx", variates, variates)
    for _ in range(2):
        weights = weights_of(magnitude, clear, count, effort)
        take_local_bias(variates, weights)
        total = weights.sum(dtype=np.float64)
        spread = np.sqrt(np.einsum("yx,byx,byx->b", weights, variates, variates) / total)
        variates /= np.maximum(spread, 0.1)[:, None, None]
        magnitude = np.einsum("byx,byx->yx", variates, variates)
    return magnitude


def weights_of(magnitude, clear, count, effort):
    """The chance of no change; zero where nothing was seen."""
    middle = max(np.median(effort.sample_of(magnitude[clear])), 1e-9)
    scale = effort.precision(chi2.median(count) / middle)
    if effort is PLAIN:
        return chi2.sf(magnitude * scale, count) * clear
    table = chi2.sf(np.linspace(0, TABLE_END, TABLE_STEPS), count).astype(effort.precision)
    last = TABLE_STEPS - 1
    return table[np.minimum(magnitude * (scale * last / TABLE_END), last).astype(np.int16)] * clear


def cell_sums(values):
    rows, columns = values.shape
    row_starts, column_starts = (np.arange(0, size, BIAS_CELL_PIXELS) for size in (rows, columns))
    return np.add.reduceat(np.add.reduceat(values, column_starts, axis=1), row_starts, axis=0)


def take_local_bias(variates, weights):
    """Takes from each variate its weighted mean on a coarse grid, shrunk to zero, bilinear between."""
    smooth = lambda cells: ndimage.convolve1d(
        ndimage.convolve1d(cells, [0.25, 0.5, 0.25], axis=0, mode="nearest"),
        [0.25, 0.5, 0.25], axis=1, mode="nearest",
    )
    total = smooth(cell_sums(weights))
    rows, columns = weights.shape
    for variate in variates:
        bias = smooth(cell_sums(variate * weights)) / (total + BIAS_PSEUDO_WEIGHT)
        variate -= bilinear(bias.astype(variate.dtype), rows, columns)


def bilinear(cells, rows, columns):
    def axis(count, size):
        place = np.clip((np.arange(count) + 0.5) / BIAS_CELL_PIXELS - 0.5, 0, size - 1)
        low = np.minimum(place.astype(int), max(0, size - 2))
        return low, np.minimum(low + 1, size - 1), (place - low).astype(cells.dtype)

    low, high, part = axis(columns, cells.shape[1])
    wide = cells[:, low] * (1 - part) + cells[:, high] * part
    low, high, part = axis(rows, cells.shape[0])
    return wide[low] * (1 - part)[:, None] + wide[high] * part[:, None]


def summed_variance(bands):
    mean3 = lambda values: ndimage.uniform_filter(values, 3, mode="nearest")
    total = np.zeros(bands.shape[1:], bands.dtype)
    for values in bands:
        total += mean3(values * values) - mean3(values) ** 2
    return total


def edge_factor(before, after, magnitude, clear, effort):
    """How much larger the magnitude commonly is at edges, where scenes don't fit to the pixel."""
    edges = np.minimum(summed_variance(before), summed_variance(after))
    edges = np.log(np.maximum(edges, 0) + edges.dtype.type(1e-3))
    sample, sizes = (effort.sample_of(values[clear]) for values in (edges, magnitude))
    limits = np.quantile(sample, np.linspace(0, 1, 17))
    bins = np.clip(np.searchsorted(limits, sample, side="right") - 1, 0, 15)
    medians = ndimage.median(sizes, bins, np.arange(16))
    medians = ndimage.convolve1d(medians, [0.25, 0.5, 0.25], mode="nearest")
    factors = np.clip(medians / max(medians[8], 1e-9), 1, 4)
    middles = (limits[:-1] + limits[1:]) / 2
    return np.interp(edges, middles, factors).astype(edges.dtype)


def null_score(magnitude, clear, effort):
    """Standard scores by the low quantiles of the cube root."""
    root = np.cbrt(magnitude)
    shares = np.array([0.1, 0.25, 0.4])
    sample = np.quantile(effort.sample_of(root[clear]), shares)
    slope, intercept = np.polyfit(norm.ppf(shares), sample, 1)
    root -= intercept
    root /= max(slope, 0.02)
    return np.minimum(root, 30, out=root)


def threshold_of(score):
    by_otsu = otsu(np.minimum(score, np.quantile(score, 0.995)))
    if by_otsu < 1:
        return 4.0
    by_error = minimum_error(np.minimum(score, np.quantile(score, 0.998)))
    return float(np.clip(min(by_otsu, by_error), 2.5, 4))


def classes_of(values, bins=256):
    """Share, mean and variance of both classes at each possible split of a histogram."""
    histogram, edges = np.histogram(values, bins)
    centres = (edges[:-1] + edges[1:]) / 2
    share = histogram / histogram.sum()
    sums = [np.cumsum(share * centres**power)[:-1] for power in range(3)]
    totals = [(share * centres**power).sum() for power in range(3)]
    split = (sums[0] > 0) & (sums[0] < 1 - 1e-12)
    low = [one[split] for one in sums]
    high = [total - one for total, one in zip(totals, low)]
    moments = [(w, first / w, second / w - (first / w) ** 2) for w, first, second in (low, high)]
    return edges[1:-1][split], *moments


def otsu(values):
    splits, (w1, mean1, _), (w2, mean2, _) = classes_of(values)
    return splits[np.argmax(w1 * w2 * (mean1 - mean2) ** 2)]


def minimum_error(values):
    splits, (w1, _, variance1), (w2, _, variance2) = classes_of(values)
    cost = 1 - 2 * (w1 * np.log(w1) + w2 * np.log(w2))
    cost += w1 * np.log(np.maximum(variance1, 1e-6)) + w2 * np.log(np.maximum(variance2, 1e-6))
    return splits[np.argmin(cost)]


def mean_field(score, threshold, clear):
    """Six rounds in which each pixel hears its eight neighbours."""
    unary = np.clip(score - score.dtype.type(threshold), -4, 4)
    chance = 1 / (1 + np.exp(-unary)) * clear
    for _ in range(6):
        around = ndimage.uniform_filter(chance, 3, mode="nearest") * 9 - chance
        around *= 0.5
        around += unary - 2
        np.negative(around, out=around)
        np.exp(around, out=around)
        around += 1
        np.divide(clear, around, out=chance)
    return chance > 0.5


def beside_masks(changed, before, after, clear):
    """Changed pixels next to a mask, or in a bright or dark patch that begins at one."""
    if clear.all():
        return np.zeros_like(clear)
    grown = lambda radius: ndimage.maximum_filter(
        (~clear).view(np.uint8), 2 * radius + 1, mode="constant"
    ).view(bool)
    near = changed & grown(3)
    shifted = changed & grown(16)
    first, second = (bands[:, shifted].astype(np.float32) for bands in (before, after))
    shifted[shifted] = (second > 1.35 * first).all(0) | (first > 1.35 * second).all(0)
    labels, count = ndimage.label(shifted | near, EIGHT_NEIGHBOURS)
    touching = np.zeros(count + 1, bool)
    touching[labels[near]] = True
    touching[0] = False
    return near | (touching[labels] & shifted)


def without_small_patches(changed, strong):
    labels, count = ndimage.label(changed, EIGHT_NEIGHBOURS)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    strengths = np.bincount(labels[strong], minlength=count + 1)
    kept = (sizes >= 5) & (strengths >= 2)
    kept[0] = False
    return kept[labels]
