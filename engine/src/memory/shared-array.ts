interface ArrayKind<Numbers> {
  new (memory: SharedArrayBuffer): Numbers;
  readonly BYTES_PER_ELEMENT: number;
}

/** Allocates `count` zeros in memory that all threads see, for example of the kind `Uint16Array`. */
export function sharedArray<Numbers>(Kind: ArrayKind<Numbers>, count: number): Numbers {
  return new Kind(new SharedArrayBuffer(count * Kind.BYTES_PER_ELEMENT));
}

/** Copies samples into memory that all threads see. */
export function sharedCopy(samples: Uint16Array): Uint16Array {
  const copy = sharedArray(Uint16Array, samples.length);
  copy.set(samples);
  return copy;
}
