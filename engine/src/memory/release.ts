/**
 * Gives back the memory of arrays that nobody uses any more. Otherwise it is kept until the next collection of
 * garbage, and V8 collects the whole heap for every 64 MB of such arrays. The arrays are empty afterwards.
 */
export function release(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
  }
}
